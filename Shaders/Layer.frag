#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

// Bilinear between premultiplied texels, with transparent ones all around the frame.
uniform sampler2D frame;
uniform ivec2 frameSize;

in vec2 framePixel;
out vec4 fragment;

vec4 texel(ivec2 at) {
    ivec2 inside = clamp(at, ivec2(0), frameSize - 1);
    return inside == at ? texelFetch(frame, at, 0) : vec4(0.0);
}

void main() {
    vec2 at = framePixel - 0.5;
    vec2 base = floor(at);
    vec2 f = at - base;
    ivec2 i = ivec2(base);
    vec4 top = mix(texel(i), texel(i + ivec2(1, 0)), f.x);
    vec4 bottom = mix(texel(i + ivec2(0, 1)), texel(i + ivec2(1, 1)), f.x);
    fragment = mix(top, bottom, f.y);
}
