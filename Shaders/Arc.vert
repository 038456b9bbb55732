// What a round pen covers along a circular arc or a line is drawn as a point whose square holds it; the fragment shader
// decides.

// Where the arc starts, in canvas units from the item's origin, and from there to its end.
layout(location = 0) in vec2 start;
layout(location = 1) in vec2 along;
// The pen's radius at both ends, in canvas units. It differs along lines only.
layout(location = 2) in vec2 radii;
// With the chord as x-axis, L long, the arc's circle is bend (x² + y² − L x) = y.
layout(location = 3) in float bend;
layout(location = 4) in uint number;

// Frame pixels a canvas unit, and a bend's factor: 1 over that, negative where the camera mirrors.
uniform float penPixels;
uniform float bendScale;
// Half the frame, in pixels.
uniform vec2 halfSize;
// The frame's centre in window coordinates.
uniform vec2 frameCentre;

flat out vec4 color;
// In window coordinates: the arc's start (xy), and from there to its end (zw).
flat out vec4 chord;
// The arc's directions at its start (xy) and at its end (zw).
flat out vec4 tangents;
// What a point of the band beside the arc is judged by; see the fragment shader.
flat out vec4 band;
// By how much the pen's radius grows a pixel; the square of its radius at the end; its true width at the start and, by how
// much more, a pixel on.
flat out vec4 taper;

void main() {
    Item item = itemNumber(number);
    color = item.color;
    vec2 at = linear * (item.origin + start);
    vec2 way = linear * along;
    float pixels = length(way);
    vec2 direction = pixels > 0.0 ? way / pixels : vec2(1.0, 0.0);
    vec2 normal = vec2(-direction.y, direction.x);

    // A stroke thinner than a pixel is drawn a pixel wide; the fragment shader makes it paler by as much.
    vec2 radius = radii * penPixels;
    vec2 width = 2.0 * radius;
    radius = max(radius, 0.5);

    // Of half the angle by which the arc turns.
    float tangent = bend * bendScale * pixels;
    float cosine = inversesqrt(1.0 + tangent * tangent);
    float sine = tangent * cosine;
    vec2 toStart = cosine * direction - sine * normal;
    vec2 toEnd = cosine * direction + sine * normal;
    chord = vec4(at + frameCentre, way);
    tangents = vec4(toStart, toEnd);

    // A pen that grows leaves its way by tangents, which lean by the angle of this sine.
    float inverse = 1.0 / max(pixels, 1e-6);
    float lean = clamp((radius.y - radius.x) * inverse, -0.9999995, 0.9999995);
    float leanCosine = sqrt(1.0 - lean * lean);
    float curvature = 2.0 * sine * inverse;
    band = vec4(curvature, curvature * radius.x * radius.x, 2.0 * radius.x / leanCosine, radius.x * radius.x);
    taper = vec4(lean / leanCosine, radius.y * radius.y, width.x, (width.y - width.x) * inverse);

    // The arc lies between its chord and a parallel to it, as far away as the arc is high, of two thirds its length.
    vec2 raised = at - 0.5 * pixels * sine / (1.0 + cosine) * normal;
    vec2 end = at + way;
    vec2 raisedStart = raised + way / 6.0;
    vec2 raisedEnd = raised + way * (5.0 / 6.0);
    float reach = max(radius.x, radius.y);
    vec2 low = min(min(at - radius.x, end - radius.y), min(raisedStart, raisedEnd) - reach);
    vec2 high = max(max(at + radius.x, end + radius.y), max(raisedStart, raisedEnd) + reach);
    // The square is that of what shows of it: a point whose centre is outside the frame would not be drawn at all.
    low = clamp(low, -halfSize, halfSize);
    high = clamp(high, -halfSize, halfSize);
    // A little more, for rounding: rasterisers round to 1/16 of a pixel or finer.
    gl_PointSize = max(high.x - low.x, high.y - low.y) + 0.125;
    gl_Position = vec4(clamp(0.5 * (low + high) * clipScale, -0.999999, 0.999999), item.depth, 1.0);
}
