/// A time, or a length of time, in milliseconds.
///
/// Where a time is meant it counts from a start that the caller chose, and it is handed in: nothing in this module
/// reads a clock by itself.
public typealias Milliseconds = Double
