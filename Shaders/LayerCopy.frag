#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

// A move by whole pixels: every pixel is a texel, bit for bit.
uniform sampler2D frame;
// From pixels of the target to texels of the frame.
uniform ivec2 shift;

out vec4 fragment;

void main() {
    fragment = texelFetch(frame, ivec2(gl_FragCoord.xy) + shift, 0);
}
