// A point on the edge of an item, in canvas units from the item's origin (in frame pixels from the frame's centre
// where `isRetained` is 0).
layout(location = 0) in vec2 position;
// From the spine of a stroke to the point, in units of `penUnit`.
layout(location = 1) in vec2 pen;
// Half the stroke's thickness, in the same unit; infinite for fills.
layout(location = 2) in float halfThickness;
layout(location = 3) in uint number;

uniform float isRetained;
// The unit of `pen` in the units of `position`, and in frame pixels.
uniform float penUnit;
uniform float penPixels;

flat out vec4 color;
// Half the stroke's thickness, in pixels. Where a pixel's centre is outside the triangle, it must not be extrapolated.
centroid out float radius;

void main() {
    Item item = itemNumber(number);
    color = item.color;
    vec2 at = position;
    // A stroke thinner than a pixel keeps its true ink: drawn a pixel wide, and paler by as much as it was widened.
    radius = min(halfThickness * penPixels, 65536.0);
    if (radius < 0.5) at += pen * penUnit * (0.5 / max(radius, 1e-6) - 1.0);
    vec2 pixel = linear * (item.origin * isRetained + at);
    gl_Position = vec4(pixel * clipScale, item.depth, 1.0);
}
