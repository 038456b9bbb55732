flat in vec4 color;
centroid in float radius;
out vec4 fragment;

void main() {
    fragment = color * clamp(2.0 * radius, 0.0, 1.0);
}
