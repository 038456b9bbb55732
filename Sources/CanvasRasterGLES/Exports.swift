@_exported import CanvasRender
