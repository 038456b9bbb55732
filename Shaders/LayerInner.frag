#version 300 es
precision highp float;
precision highp sampler2D;

// Bilinear between premultiplied texels, where all of them are the frame's and none of its edges is near.
uniform sampler2D frame;
uniform vec2 texelSize;

in vec2 framePixel;
out vec4 fragment;

void main() {
    fragment = texture(frame, framePixel * texelSize);
}
