/// An arc that a round pen draws, as its vertex shader reads it: one point.
package struct ArcVertex {
    /// Where it starts, in canvas units from the item's origin.
    var x: Float
    var y: Float
    /// From there to its end.
    var alongX: Float
    var alongY: Float
    /// The pen's radius at both ends, in canvas units.
    var startRadius: Float
    var endRadius: Float
    /// See `SweptArc`.
    var bend: Float
    /// The item: its chunk's row and its place in the chunk.
    var item: UInt32
}
