// Decides for each sample whether a pen that runs along the arc covers it. SAMPLE_GROUPS is how many groups of four samples
// a pixel has; 0 without multisampling, where the only sample is the pixel's centre. Where TAPERS is 1, the pen's radius may
// change along a line.
//
// A disc at either end covers it, or the pen does in between. That is where the point's foot is on the arc: ahead of the
// start's normal and behind the end's, which lean with the tangents of a pen that grows. With u along the arc's first
// direction and v across, a circle of curvature k through the origin has the points with k (u² + v²) / 2 = v, and those
// within r of it have |k (u² + v² − r²) / 2 − v| <= r: no root, no division, and a line is a circle like any other. What is
// linear in a sample's place is that of the pixel's centre and a difference that all pixels share. What is below zero
// decides, by its sign bit.

flat in vec4 color;
// Where the arc starts, in window coordinates (xy), and its direction there (zw).
flat in vec4 origin;
// Half the curvature; the pen's radius r at the start; r². Where it tapers, r grows by the fourth a pixel, measured square to
// the pen's tangents, and the second is the distance from the start to such a tangent, along v.
flat in vec4 pen;
// By which u and v make how far a point lies behind the end's normal (xyz), and the square of its distance from the end less
// the square of the radius there and u² + v² − r² (see `ending`).
flat in vec3 ending;
flat in vec3 endDisc;
#if TAPERS
// The pen's true width at the start; by how much more it is a pixel on; the line's length.
flat in vec3 inking;
#endif
out vec4 fragment;

#if SAMPLE_GROUPS > 0
// By how much more than at the pixel's centre a sample's u, v, `behind` and the end's linear part are.
flat in vec4 ahead[SAMPLE_GROUPS];
flat in vec4 across[SAMPLE_GROUPS];
flat in vec4 behind[SAMPLE_GROUPS];
flat in vec4 beyond[SAMPLE_GROUPS];
#endif

// Which of four points the pen covers: the sign bit is set.
ivec4 coverage(vec4 u, vec4 v, vec4 past, vec4 linear) {
    vec4 start = u * u + v * v - pen.z;
    vec4 end = start + linear;
#if TAPERS
    vec4 leaning = abs(v) * pen.w;
    vec4 excess = abs(pen.x * start - v) - pen.y - pen.w * u;
    ivec4 between = floatBitsToInt(excess) & ~floatBitsToInt(u + leaning) & floatBitsToInt(past + leaning);
#else
    vec4 excess = abs(pen.x * start - v) - pen.y;
    ivec4 between = floatBitsToInt(excess) & ~floatBitsToInt(u) & floatBitsToInt(past);
#endif
    return floatBitsToInt(start) | floatBitsToInt(end) | between;
}

void main() {
    vec2 at = gl_FragCoord.xy - origin.xy;
    float u = at.x * origin.z + at.y * origin.w;
    float v = at.y * origin.z - at.x * origin.w;
    float past = u * ending.x + v * ending.y - ending.z;
    float linear = u * endDisc.x + v * endDisc.y + endDisc.z;
#if SAMPLE_GROUPS > 0
    int mask = 0;
#if TAPERS
    vec3 sum = vec3(0.0);
#endif
    for (int group = 0; group < SAMPLE_GROUPS; group++) {
        vec4 us = u + ahead[group];
        vec4 vs = v + across[group];
        ivec4 covered = coverage(us, vs, past + behind[group], linear + beyond[group]) >> 31;
        ivec4 bits = covered & ivec4(1, 2, 4, 8);
        mask |= (bits.x | bits.y | bits.z | bits.w) << (4 * group);
#if TAPERS
        vec4 weights = vec4(-covered);
        sum += vec3(dot(weights, us), dot(weights, vs), dot(weights, vec4(1.0)));
#endif
    }
    gl_SampleMask[0] = mask;
#if TAPERS
    // The colour is that of the middle of what is covered.
    vec2 middle = sum.xy / max(sum.z, 1.0);
#endif
#else
    if (coverage(vec4(u), vec4(v), vec4(past), vec4(linear)).x >= 0) discard;
#if TAPERS
    vec2 middle = vec2(u, v);
#endif
#endif
#if TAPERS
    // A stroke thinner than a pixel keeps its true ink. Its width is that of the disc there that would be the last to let go
    // of a point that moves away.
    float width = inking.x + inking.y * clamp(middle.x + abs(middle.y) * pen.w, 0.0, inking.z);
    fragment = color * clamp(width, 0.0, 1.0);
#else
    fragment = color;
#endif
}
