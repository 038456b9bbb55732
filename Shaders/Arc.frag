// Decides for each sample whether a pen that runs along the arc covers it. SAMPLE_GROUPS is how many groups of four samples
// a pixel has; 0 without multisampling, where the only sample is the pixel's centre.
//
// A disc at either end covers it, or the pen does in between. That is where the point's foot is on the arc: ahead of the
// start's normal and behind the end's, which lean with the tangents of a pen that grows. With x along the arc's first
// direction and y across, a circle of curvature k through the origin has the points with k (x² + y²) − 2 y = 0, and those
// within r of it have |k (x² + y²) − 2 y − k r²| <= 2 r: no root, no division, and a line is a circle like any other.

flat in vec4 color;
flat in vec4 chord;
flat in vec4 tangents;
// The curvature k; k r²; 2 r; r², with r the pen's radius at the start.
flat in vec4 band;
flat in vec4 taper;
out vec4 fragment;

#if SAMPLE_GROUPS > 0
// Where the samples lie, from the pixel's centre; far away where there are fewer than four in a group.
uniform vec4 sampleX[SAMPLE_GROUPS];
uniform vec4 sampleY[SAMPLE_GROUPS];
#endif

// Which of four points the pen covers: 1 or 0 each.
vec4 coverage(vec4 x, vec4 y) {
    vec4 endX = x - chord.z;
    vec4 endY = y - chord.w;
    vec4 square = x * x + y * y;
    vec4 endSquare = endX * endX + endY * endY;
    vec4 ahead = x * tangents.x + y * tangents.y;
    vec4 behind = endX * tangents.z + endY * tangents.w;
    vec4 across = y * tangents.x - x * tangents.y;
    vec4 leaning = abs(across) * taper.x;
    vec4 excess = abs(band.x * square - 2.0 * across - band.y) - band.z - 2.0 * taper.x * ahead;
    // What must not be above zero for a point of the band.
    vec4 outside = max(excess, max(-(ahead + leaning), behind + leaning));
    vec4 least = min(outside, min(square - band.w, endSquare - taper.y));
    return vec4(lessThan(least, vec4(0.0)));
}

void main() {
    vec2 at = gl_FragCoord.xy - chord.xy;
#if SAMPLE_GROUPS > 0
    int mask = 0;
    vec3 sum = vec3(0.0);
    for (int group = 0; group < SAMPLE_GROUPS; group++) {
        vec4 covered = coverage(at.x + sampleX[group], at.y + sampleY[group]);
        mask |= int(dot(covered, vec4(1.0, 2.0, 4.0, 8.0))) << (4 * group);
        sum += vec3(dot(covered, sampleX[group]), dot(covered, sampleY[group]), dot(covered, vec4(1.0)));
    }
    gl_SampleMask[0] = mask;
    // The colour is that of the middle of what is covered.
    at += sum.xy / max(sum.z, 1.0);
#else
    if (coverage(vec4(at.x), vec4(at.y)).x == 0.0) discard;
#endif
    // A stroke thinner than a pixel keeps its true ink. Its width is that of the disc there that would be the last to let go
    // of a point that moves away.
    float leaning = abs(at.y * tangents.x - at.x * tangents.y) * taper.x;
    float width = taper.z + taper.w * clamp(dot(at, tangents.xy) + leaning, 0.0, length(chord.zw));
    fragment = color * clamp(width, 0.0, 1.0);
}
