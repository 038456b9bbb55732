#version 310 es
precision highp float;
precision highp int;
precision highp sampler2DMS;

// One sample of every pixel, for tests that compare sample by sample.
uniform sampler2DMS samples;
uniform int plane;

out vec4 fragment;

void main() {
    fragment = texelFetch(samples, ivec2(gl_FragCoord.xy), plane);
}
