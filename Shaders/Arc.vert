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

// See the fragment shader.
flat out vec4 color;
flat out vec4 origin;
flat out vec4 pen;
flat out vec3 ending;
flat out vec3 endDisc;
#if TAPERS
flat out vec3 inking;
#endif
#if SAMPLE_GROUPS > 0
// Where the samples lie, from the pixel's centre; far away where there are fewer than four in a group.
uniform vec4 sampleX[SAMPLE_GROUPS];
uniform vec4 sampleY[SAMPLE_GROUPS];
flat out vec4 ahead[SAMPLE_GROUPS];
flat out vec4 across[SAMPLE_GROUPS];
flat out vec4 behind[SAMPLE_GROUPS];
flat out vec4 beyond[SAMPLE_GROUPS];
#endif

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
    origin = vec4(at + frameCentre, cosine * direction - sine * normal);

    // Seen from the start, along and across its direction: the end, and the direction there.
    vec2 end = pixels * vec2(cosine, sine);
    vec2 turned = vec2(cosine * cosine - sine * sine, 2.0 * sine * cosine);
    float inverse = 1.0 / max(pixels, 1e-6);
    pen = vec4(sine * inverse, radius.x, radius.x * radius.x, 0.0);
    ending = vec3(turned, dot(end, turned));
    endDisc = vec3(-2.0 * end, pixels * pixels + (radius.x - radius.y) * (radius.x + radius.y));
#if TAPERS
    // A pen that grows leaves its way by tangents, which lean by the angle of this sine.
    float lean = clamp((radius.y - radius.x) * inverse, -0.9999995, 0.9999995);
    float leanCosine = sqrt(1.0 - lean * lean);
    pen.y = radius.x / leanCosine;
    pen.w = lean / leanCosine;
    inking = vec3(width.x, (width.y - width.x) * inverse, pixels);
#else
    color *= min(width.x, 1.0);
#endif
#if SAMPLE_GROUPS > 0
    for (int group = 0; group < SAMPLE_GROUPS; group++) {
        ahead[group] = sampleX[group] * origin.z + sampleY[group] * origin.w;
        across[group] = sampleY[group] * origin.z - sampleX[group] * origin.w;
        behind[group] = ahead[group] * ending.x + across[group] * ending.y;
        beyond[group] = ahead[group] * endDisc.x + across[group] * endDisc.y;
    }
#endif

    // The arc lies between its chord and a parallel to it, as far away as the arc is high, of two thirds its length.
    vec2 raised = at - 0.5 * pixels * sine / (1.0 + cosine) * normal;
    vec2 last = at + way;
    vec2 raisedStart = raised + way / 6.0;
    vec2 raisedEnd = raised + way * (5.0 / 6.0);
    float reach = max(radius.x, radius.y);
    vec2 low = min(min(at - radius.x, last - radius.y), min(raisedStart, raisedEnd) - reach);
    vec2 high = max(max(at + radius.x, last + radius.y), max(raisedStart, raisedEnd) + reach);
    // The square is that of what shows of it: a point whose centre is outside the frame would not be drawn at all.
    low = clamp(low, -halfSize, halfSize);
    high = clamp(high, -halfSize, halfSize);
    // A little more, for rounding: rasterisers round to 1/16 of a pixel or finer.
    gl_PointSize = max(high.x - low.x, high.y - low.y) + 0.125;
    gl_Position = vec4(clamp(0.5 * (low + high) * clipScale, -0.999999, 0.999999), item.depth, 1.0);
}
