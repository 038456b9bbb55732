enum Shaders {}
