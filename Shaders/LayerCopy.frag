#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

// A move by whole pixels: every pixel is a texel, bit for bit.
uniform sampler2D frame;
// From pixels of the target to texels of the frame; rows go downwards, or upwards where the direction is -1.
uniform ivec2 shift;
uniform float direction;

out vec4 fragment;

void main() {
    fragment = texelFetch(frame, ivec2(gl_FragCoord.xy * vec2(1.0, direction)) + shift, 0);
}
