import CLinuxThreads
import Foundation

/// A set of the machine's processors, by number. Where the system does not tell which processor a thread runs on, all
/// sets are empty.
struct ProcessorSet {
    private var words: [UInt] = []

    init() {}

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ processor: Int) -> Bool {
        let word = processor / UInt.bitWidth
        return word < words.count && words[word] & (1 << (processor % UInt.bitWidth)) != 0
    }

    mutating func insert(_ processor: Int) {
        let word = processor / UInt.bitWidth
        while words.count <= word { words.append(0) }
        words[word] |= 1 << (processor % UInt.bitWidth)
    }

    func subtracting(_ other: ProcessorSet) -> ProcessorSet {
        var result = self
        for i in 0..<min(words.count, other.words.count) { result.words[i] &= ~other.words[i] }
        return result
    }

    /// The processor that the calling thread runs on.
    static var current: Int? {
        #if os(Linux)
            let processor = sched_getcpu()
            return processor >= 0 ? Int(processor) : nil
        #else
            return nil
        #endif
    }

    /// The processors that the calling thread may use.
    static var ofThisThread: ProcessorSet {
        var result = ProcessorSet()
        #if os(Linux)
            result.words = [UInt](repeating: 0, count: MemoryLayout<cpu_set_t>.size / MemoryLayout<UInt>.size)
            result.words.withUnsafeMutableBytes { bytes in
                let set = bytes.baseAddress!.assumingMemoryBound(to: cpu_set_t.self)
                _ = pthread_getaffinity_np(pthread_self(), bytes.count, set)
            }
        #endif
        return result
    }

    /// Keeps a thread to these processors.
    func assign(to thread: pthread_t) {
        #if os(Linux)
            words.withUnsafeBytes { bytes in
                let set = bytes.baseAddress!.assumingMemoryBound(to: cpu_set_t.self)
                _ = pthread_setaffinity_np(thread, bytes.count, set)
            }
        #endif
    }
}
