@_exported import CanvasScene
