#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
precision highp isampler2D;

// A point on the edge of an item, in canvas units from the item's origin (in frame pixels from the frame's centre
// where `isRetained` is 0).
layout(location = 0) in vec2 position;
// From the spine of a stroke to the point, in units of `penUnit`.
layout(location = 1) in vec2 pen;
// Half the stroke's thickness, in the same unit; infinite for fills.
layout(location = 2) in float halfThickness;
// The item: its place in its chunk in the low 9 bits, above them the chunk's row in `items`.
layout(location = 3) in uint item;

// A row a chunk; in a texel the item's premultiplied colour (8 bits each, red lowest) and the bits of its origin.
uniform usampler2D items;
// A texel a row of `items`: the rank in this frame of the chunk's first item.
uniform isampler2D ranks;
// Canvas to frame pixels, without translation.
uniform mat2 linear;
// The canvas point at the frame's centre, as the sum of two numbers that a float holds exactly (xy, zw).
uniform vec4 centre;
uniform float isRetained;
// Frame pixels to clip space.
uniform vec2 clipScale;
// By how much depth falls from an item to the next.
uniform float depthStep;
// The unit of `pen` in the units of `position`, and in frame pixels.
uniform float penUnit;
uniform float penPixels;

flat out vec4 color;
// Half the stroke's thickness, in pixels. Where a pixel's centre is outside the triangle, it must not be extrapolated.
centroid out float radius;

void main() {
    ivec2 place = ivec2(item & 511u, item >> 9);
    uvec4 record = texelFetch(items, place, 0);
    float rank = float(texelFetch(ranks, ivec2(place.y & 1023, place.y >> 10), 0).x + place.x);

    vec2 origin = ((uintBitsToFloat(record.yz) - centre.xy) - centre.zw) * isRetained;
    vec2 at = position;
    // A stroke thinner than a pixel keeps its true ink: drawn a pixel wide, and paler by as much as it was widened.
    radius = min(halfThickness * penPixels, 65536.0);
    if (radius < 0.5) at += pen * penUnit * (0.5 / max(radius, 1e-6) - 1.0);
    vec2 pixel = linear * (origin + at);

    uint rgba = record.x;
    color = vec4(rgba & 255u, (rgba >> 8) & 255u, (rgba >> 16) & 255u, rgba >> 24) / 255.0;
    gl_Position = vec4(pixel * clipScale, 1.0 - (rank + 1.0) * depthStep, 1.0);
}
