/// The lines of a file with their numbers, empty ones left out, without their line ends.
struct TraceLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var at = 0
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
        while at < bytes.count {
            let start = at
            while at < bytes.count, bytes[at] != 0x0A { at += 1 }
            var end = at
            at += 1
            number += 1
            while end > start, bytes[end - 1] == 0x0D || bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
            if end > start { return (number, bytes[start..<end]) }
        }
        return nil
    }
}
