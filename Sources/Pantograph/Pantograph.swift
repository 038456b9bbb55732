@_exported import CanvasFormats
@_exported import CanvasGeometry
@_exported import CanvasRasterCPU
@_exported import CanvasRasterGLES
@_exported import CanvasRender
@_exported import CanvasReplay
@_exported import CanvasReprojection
@_exported import CanvasScene
