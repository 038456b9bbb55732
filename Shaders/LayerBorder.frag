#version 300 es
precision highp float;
precision highp sampler2D;

// As Layer.frag, by the sampler: the texture is clamped to a transparent border.
uniform sampler2D frame;
uniform vec2 texelSize;

in vec2 framePixel;
out vec4 fragment;

void main() {
    fragment = texture(frame, framePixel * texelSize);
}
