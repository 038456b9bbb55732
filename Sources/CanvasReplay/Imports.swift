@_exported import CanvasReprojection
