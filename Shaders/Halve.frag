#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

// The mean of two by two texels. Where the frame's size is odd, the last row or column stands for itself alone.
uniform sampler2D frame;
uniform ivec2 frameSize;

out vec4 fragment;

vec4 texel(ivec2 at) { return texelFetch(frame, min(at, frameSize - 1), 0); }

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) * 2;
    fragment = 0.25 * (texel(at) + texel(at + ivec2(1, 0)) + texel(at + ivec2(0, 1)) + texel(at + ivec2(1, 1)));
}
