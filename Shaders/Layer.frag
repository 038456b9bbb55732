#version 300 es
precision highp float;
precision highp sampler2D;

// As LayerInner.frag, with the frame's edges. They fade over one pixel of the view, as an antialiased edge does: a pixel is
// covered as far as its centre lies inside the edge, plus half a pixel. No colour is taken from outside the frame.
uniform sampler2D frame;
uniform vec2 texelSize;
// The centres of the frame's last column and row of texels.
uniform vec2 lastTexel;
// The edges of what was drawn of the frame, in texels, and pixels of the view a texel.
uniform vec2 lowEdge;
uniform vec2 highEdge;
uniform vec2 viewPixels;

in vec2 framePixel;
out vec4 fragment;

void main() {
    vec2 low = clamp((framePixel - lowEdge) * viewPixels + 0.5, 0.0, 1.0);
    vec2 high = clamp((highEdge - framePixel) * viewPixels + 0.5, 0.0, 1.0);
    vec2 covered = max(low + high - 1.0, 0.0);
    fragment = texture(frame, clamp(framePixel, vec2(0.5), lastTexel) * texelSize) * (covered.x * covered.y);
}
