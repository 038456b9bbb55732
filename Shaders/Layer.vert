#version 300 es
precision highp float;

// The corners of what is drawn, in view pixels, origin at the centre.
uniform vec2 corners[10];
uniform vec2 clipScale;
// View pixels to pixels of the frame, origin at its top left corner.
uniform mat2 viewToFrame;
uniform vec2 frameOffset;

out vec2 framePixel;

void main() {
    vec2 corner = corners[gl_VertexID];
    framePixel = viewToFrame * corner + frameOffset;
    gl_Position = vec4(corner * clipScale, 0.0, 1.0);
}
