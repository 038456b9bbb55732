import CZlib

/// The unpacked bytes of a gzip stream.
///
/// Several gzip members after one another are one stream, as for `gzip` itself; what follows the last member and is
/// not another one is ignored. What comes out is bounded: a file made to expand without end is an error.
final class InflateStream: ByteStream {
    private let inner: any ByteStream
    private let source: String
    private let limit: Int
    private let state: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableRawBufferPointer
    private var total = 0
    private var inMember = true
    private var innerEnded = false

    init(_ inner: any ByteStream, source: String, limit: Int) throws(FormatError) {
        self.inner = inner
        self.source = source
        self.limit = limit
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        input = .allocate(byteCount: 1 << 16, alignment: 16)
        // 15 bits of window, and 16 to expect gzip's header and check its sum and length.
        let started = inflateInit2_(state, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
        guard started else {
            throw FormatError(
                .unreadable, source: source, problem: "zlib cannot start", remedy: "free some memory and try again")
        }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
        input.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        guard buffer.count > 0 else { return 0 }
        let room = min(buffer.count, Int(UInt32.max) / 2)
        state.pointee.next_out = buffer.baseAddress!.assumingMemoryBound(to: Bytef.self)
        state.pointee.avail_out = uInt(room)
        while Int(state.pointee.avail_out) == room {
            if state.pointee.avail_in == 0, !innerEnded { try refill() }
            if !inMember {
                guard try startNextMember() else { return 0 }
            }
            try step()
        }
        let produced = room - Int(state.pointee.avail_out)
        total += produced
        guard total <= limit else {
            throw FormatError(
                .tooLarge, source: source, problem: "it unpacks to more than \(limit >> 20) MiB",
                remedy: "if the file is to be trusted, unpack it with gunzip and read the result")
        }
        return produced
    }

    private func refill() throws(FormatError) {
        let n = try inner.read(into: input)
        innerEnded = n == 0
        state.pointee.next_in = input.baseAddress!.assumingMemoryBound(to: Bytef.self)
        state.pointee.avail_in = uInt(n)
    }

    private func step() throws(FormatError) {
        let code = inflate(state, Z_NO_FLUSH)
        switch code {
        case Z_STREAM_END:
            inMember = false
        case Z_OK:
            break
        case Z_BUF_ERROR where !innerEnded:
            break
        case Z_BUF_ERROR:
            throw FormatError(
                .truncated, source: source, problem: "its compressed data ends too early",
                remedy: "get a whole copy of the file")
        default:
            throw FormatError(
                .malformed, source: source, problem: "its compressed data is damaged",
                remedy: "get a sound copy of the file")
        }
    }

    /// Whether another gzip member follows; the decoder is then ready for it.
    private func startNextMember() throws(FormatError) -> Bool {
        if state.pointee.avail_in == 1, !innerEnded {
            // One byte of a possible header is at hand: move it down and read on behind it.
            input[0] = state.pointee.next_in.pointee
            let n = try inner.read(into: UnsafeMutableRawBufferPointer(rebasing: input[1...]))
            innerEnded = n == 0
            state.pointee.next_in = input.baseAddress!.assumingMemoryBound(to: Bytef.self)
            state.pointee.avail_in = uInt(1 + n)
        }
        guard state.pointee.avail_in >= 2, state.pointee.next_in[0] == 0x1f, state.pointee.next_in[1] == 0x8b else {
            return false
        }
        inMember = inflateReset(state) == Z_OK
        return inMember
    }
}
