/// Finds what a known name stands for, by its bytes and without making a string of them.
struct NameTable: Sendable {
    private struct Slot {
        var start: Int32 = 0
        var length: Int32 = -1  // −1: empty
        var value: UInt8 = 0
    }

    private var slots: [Slot]
    private var text: [UInt8] = []
    private let mask: Int

    init(_ entries: [(name: String, value: UInt8)]) {
        var size = 64
        while size < entries.count * 3 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        mask = size - 1
        for entry in entries {
            let bytes = Array(entry.name.utf8)
            var i = bytes.withUnsafeBufferPointer(Self.hash) & mask
            while slots[i].length >= 0 { i = (i + 1) & mask }
            slots[i] = Slot(start: Int32(text.count), length: Int32(bytes.count), value: entry.value)
            text.append(contentsOf: bytes)
        }
    }

    /// The value of `name`, or `nil` if it is none of the known ones.
    func find(_ name: UnsafeBufferPointer<UInt8>) -> UInt8? {
        var i = Self.hash(name) & mask
        while true {
            let slot = slots[i]
            if slot.length < 0 { return nil }
            if Int(slot.length) == name.count, matches(name, at: Int(slot.start)) { return slot.value }
            i = (i + 1) & mask
        }
    }

    private func matches(_ name: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for k in 0..<name.count where text[start + k] != name[k] { return false }
        return true
    }

    /// FNV-1a.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var h: UInt32 = 2_166_136_261
        for b in bytes { h = (h ^ UInt32(b)) &* 16_777_619 }
        return Int(h ^ h >> 15)
    }
}

/// The bytes of a C string, without its end mark.
func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    var n = 0
    while text[n] != 0 { n += 1 }
    return UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: n)
}
