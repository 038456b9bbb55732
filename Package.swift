// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built the same way: Swift 6 language mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func library(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [])
    -> Target
{
    .target(name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: ["CanvasTestSupport"] + dependencies, swiftSettings: strict)
}

/// GLSL ES sources, embedded in the binary. They are small; large files would be slow to compile this way.
let shaders = [
    "Item.glsl", "Scene.vert", "Scene.frag", "Arc.vert", "Arc.frag", "Layer.vert", "Layer.frag",
    "LayerInner.frag", "LayerCopy.frag", "Whole.vert", "Halve.frag", "SamplePlane.frag",
]

let package = Package(
    name: "pantograph",
    products: [
        .library(name: "Pantograph", targets: ["Pantograph"]),
        .executable(name: "pantograph", targets: ["PantographCommand"]),
    ],
    targets: [
        // C libraries of the system.
        .systemLibrary(name: "CEGL", pkgConfig: "egl", providers: [.apt(["libegl-dev"])]),
        .systemLibrary(name: "CGLES", pkgConfig: "glesv2", providers: [.apt(["libgles-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CLinuxThreads"),

        // The engine, leaves first. Arrows point one way; Documentation/ARCHITECTURE.md draws them.
        library("CanvasConcurrency", ["CLinuxThreads"]),
        library("CanvasGeometry"),
        library("CanvasScene", ["CanvasGeometry"]),
        library("CanvasEncoding", ["CanvasConcurrency", "CanvasScene"]),
        library("CanvasRender", ["CanvasScene"]),
        // Pixel loops in AVX2 or NEON, chosen at run time; each has its definition in Swift.
        .target(name: "CPixelKernels"),
        library("CanvasRasterCPU", ["CanvasEncoding", "CanvasRender", "CPixelKernels"]),
        library("CanvasShaders", path: "Shaders", resources: shaders.map { .embedInCode($0) }),
        library("CanvasRasterGLES", ["CanvasEncoding", "CanvasRender", "CanvasShaders", "CEGL", "CGLES"]),
        library("CanvasReprojection", ["CanvasConcurrency", "CanvasRender"]),
        library("CanvasFormats", ["CanvasScene", "CanvasRender", "CZlib", "CPNG", "CExpat"]),
        library("CanvasReplay", ["CanvasReprojection", "CanvasFormats"]),
        library(
            "Pantograph",
            [
                "CanvasGeometry", "CanvasScene", "CanvasRender", "CanvasRasterCPU", "CanvasRasterGLES",
                "CanvasReprojection", "CanvasFormats", "CanvasReplay",
            ]),

        .executableTarget(
            name: "PantographCommand", dependencies: ["Pantograph"], path: "Tools/pantograph", swiftSettings: strict),
        // The program that the README shows, and the one that drew Samples/landscape.svgz.
        .executableTarget(
            name: "render-town", dependencies: ["Pantograph"], path: "Examples/render-town", swiftSettings: strict),
        // What a program with a window does, without the window.
        .executableTarget(
            name: "play-gesture", dependencies: ["Pantograph"], path: "Examples/play-gesture", swiftSettings: strict),
        .executableTarget(name: "draw-landscape", path: "Tools/draw-landscape", swiftSettings: strict),
        // How near this renderer and others come to the tests' oracle.
        .executableTarget(
            name: "compare-peers", dependencies: ["Pantograph", "CanvasTestSupport"], path: "Tools/compare-peers",
            exclude: ["Peers"], swiftSettings: strict),

        .target(
            name: "CanvasTestSupport", dependencies: ["CanvasScene", "CanvasRender", "CanvasFormats"],
            path: "Tests/CanvasTestSupport", swiftSettings: strict),
        tests("CanvasConcurrencyTests", ["CanvasConcurrency"]),
        tests("CanvasGeometryTests", ["CanvasGeometry"]),
        tests("CanvasSceneTests", ["CanvasScene"]),
        tests("CanvasEncodingTests", ["CanvasEncoding"]),
        tests("CanvasRasterCPUTests", ["CanvasRasterCPU", "CPixelKernels"]),
        tests("CanvasRasterGLESTests", ["CanvasRasterGLES", "CanvasShaders", "CEGL", "CGLES"]),
        tests("CanvasReprojectionTests", ["CanvasConcurrency", "CanvasReprojection", "CanvasRasterCPU"]),
        tests("CanvasFormatsTests", ["CanvasFormats"]),
        tests("CanvasReplayTests", ["CanvasReplay", "CanvasRasterCPU", "CanvasRasterGLES"]),
        tests("ParityTests", ["Pantograph", "CanvasEncoding"]),
        tests("CommandLineTests", ["Pantograph"]),
        tests("DocumentationTests", ["Pantograph", "render-town", "draw-landscape"]),
    ]
)
