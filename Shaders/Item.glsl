// What the vertex shaders of strips and arcs share: items, and the camera.

// A row a chunk; in a texel the item's premultiplied colour (8 bits each, red lowest) and the bits of its origin.
uniform usampler2D items;
// A texel a row of `items`: the rank in this frame of the chunk's first item.
uniform isampler2D ranks;
// Canvas to frame pixels, without translation.
uniform mat2 linear;
// The canvas point at the frame's centre, as the sum of two numbers that a float holds exactly (xy, zw).
uniform vec4 centre;
// Frame pixels to clip space.
uniform vec2 clipScale;
// By how much depth falls from an item to the next.
uniform float depthStep;

struct Item {
    // Premultiplied.
    vec4 color;
    // Where its coordinates begin, in canvas units from the frame's centre.
    vec2 origin;
    float depth;
};

// Looks an item up by its number: its place in its chunk in the low 9 bits, above them the chunk's row in `items`.
Item itemNumber(uint number) {
    ivec2 place = ivec2(number & 511u, number >> 9);
    uvec4 record = texelFetch(items, place, 0);
    float rank = float(texelFetch(ranks, ivec2(place.y & 1023, place.y >> 10), 0).x + place.x);
    uint rgba = record.x;
    vec4 color = vec4(rgba & 255u, (rgba >> 8) & 255u, (rgba >> 16) & 255u, rgba >> 24) / 255.0;
    return Item(color, (uintBitsToFloat(record.yz) - centre.xy) - centre.zw, 1.0 - (rank + 1.0) * depthStep);
}
