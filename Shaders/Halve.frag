#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

// The mean of two by two texels, those beyond the edge being transparent.
uniform sampler2D frame;
uniform ivec2 frameSize;

out vec4 fragment;

vec4 texel(ivec2 at) {
    return all(lessThan(at, frameSize)) ? texelFetch(frame, at, 0) : vec4(0.0);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) * 2;
    fragment = 0.25 * (texel(at) + texel(at + ivec2(1, 0)) + texel(at + ivec2(0, 1)) + texel(at + ivec2(1, 1)));
}
