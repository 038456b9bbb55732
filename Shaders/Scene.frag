#version 300 es
precision highp float;

flat in vec4 color;
in float radius;
out vec4 fragment;

void main() {
    fragment = color * min(1.0, 2.0 * radius);
}
