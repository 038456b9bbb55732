/// A corner of an item's geometry as the vertex shader reads it.
package struct SceneVertex {
    /// From the item's origin, in canvas units; or from the frame's centre, in frame pixels.
    package var x: Float
    package var y: Float
    /// From a stroke's spine to the corner and half the stroke's thickness, as halves, in the pack's unit.
    var penX: UInt16
    var penY: UInt16
    var halfThickness: UInt16
    var padding: UInt16 = 0
    /// The item: its chunk's row and its place in the chunk.
    var item: UInt32

    package init(x: Float, y: Float, penX: UInt16, penY: UInt16, halfThickness: UInt16, item: UInt32) {
        (self.x, self.y) = (x, y)
        (self.penX, self.penY, self.halfThickness) = (penX, penY, halfThickness)
        self.item = item
    }

    /// What a vertex of a fill has for thickness: never below a pixel.
    static let noPen = HalfFloat.infinity

    static func item(row: Int, place: Int) -> UInt32 { UInt32(row) << 9 | UInt32(place) }
}
