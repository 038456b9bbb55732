/// Reads pointer events written down as Dart code, as Flutter's tests keep them.
///
/// ```dart
/// PointerDownEvent(
///   timeStamp: Duration(milliseconds: 216690896),
///   pointer: 1,
///   position: Offset(270.0, 538.2857055664062),
/// ),
/// ```
///
/// Positions are logical pixels; the size of the view is not written down.
enum FlutterReader {
    /// One event as it stands in the file.
    private struct PointerEvent {
        var action: TraceEvent.Action
        var line: Int
        var microseconds: Int64?
        var pointer: Int?
        var position: (x: Double, y: Double)?
    }

    private static let actions: [String: TraceEvent.Action] = [
        "PointerDownEvent(": .down, "PointerMoveEvent(": .move, "PointerUpEvent(": .up, "PointerCancelEvent(": .cancel,
    ]

    static func recognizes(_ bytes: [UInt8]) -> Bool {
        TraceLines(bytes).prefix(400).contains { line in
            let text = String(decoding: line.bytes, as: UTF8.self)
            return actions.keys.contains { text.contains($0) }
        }
    }

    static func read(_ bytes: [UInt8]) throws(TraceError) -> TraceReading {
        var pointers: [PointerEvent] = []
        for line in TraceLines(bytes) {
            let text = String(decoding: line.bytes, as: UTF8.self)
            for (name, action) in actions where text.contains(name) {
                pointers.append(PointerEvent(action: action, line: line.number))
            }
            guard !pointers.isEmpty else { continue }
            let last = pointers.count - 1
            if let value = number(after: "milliseconds: ", in: text) {
                pointers[last].microseconds = whole(value * 1000)
            }
            if let value = number(after: "microseconds: ", in: text) { pointers[last].microseconds = whole(value) }
            if let value = number(after: "pointer: ", in: text) { pointers[last].pointer = Int(exactly: value) }
            if let x = number(after: "position: Offset(", in: text), let comma = text.lastIndex(of: ","),
                let y = number(after: ", ", in: String(text[..<(text.lastIndex(of: ")") ?? comma)]))
            {
                pointers[last].position = (x, y)
            }
        }
        return try reading(pointers)
    }

    private static func reading(_ pointers: [PointerEvent]) throws(TraceError) -> TraceReading {
        var positions = Rect<PixelSpace>.empty
        for pointer in pointers {
            guard let position = pointer.position else { continue }
            guard abs(position.x) <= 1e5, abs(position.y) <= 1e5 else {
                throw TraceError(line: pointer.line, "a position beyond 100000 pixels")
            }
            positions = positions.union(Point(position.x, position.y))
        }
        guard let start = pointers.compactMap(\.microseconds).min(), !positions.isEmpty else {
            throw TraceError("the pointer events have neither times nor positions")
        }
        var builder = TraceRepair(
            GestureTrace(width: positions.width + 1, height: positions.height + 1, device: "Flutter pointer events"))
        builder.warnings.add("the recording does not say the size of its view; the observed extent was used")
        for pointer in pointers {
            guard let microseconds = pointer.microseconds, let id = pointer.pointer, let position = pointer.position
            else {
                throw TraceError(
                    line: pointer.line, "a pointer event without timeStamp, pointer or position, each on its line")
            }
            builder.add(
                TraceEvent(
                    time: Double(microseconds - start) / 1000, pointer.action, x: position.x - positions.minX,
                    y: position.y - positions.minY),
                contact: id, line: pointer.line)
        }
        return builder.finish()
    }

    private static func number(after label: String, in text: String) -> Double? {
        guard let found = text.firstRange(of: label) else { return nil }
        let digits = text[found.upperBound...].prefix { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
        return Double(digits).flatMap { abs($0) < 1e15 ? $0 : nil }
    }

    private static func whole(_ value: Double) -> Int64? { Int64(exactly: value.rounded()) }
}
