import CanvasConcurrency
import Synchronization
import Testing

/// How often each piece was done, and whether two threads ever did something as the same worker.
private final class Record: Sendable {
    private struct State {
        var times: [Int]
        var busy: Set<Int> = []
        var workers: Set<Int> = []
        var overlaps = 0
    }

    private let state: Monitor<State>

    init(pieces: Int) { state = Monitor(State(times: [Int](repeating: 0, count: pieces))) }

    func begin(_ piece: Int, _ worker: Int) {
        state.withLock { state in
            state.times[piece] += 1
            state.workers.insert(worker)
            if !state.busy.insert(worker).inserted { state.overlaps += 1 }
        }
    }

    func end(_ worker: Int) { state.withLock { state in _ = state.busy.remove(worker) } }

    /// Each piece once, no worker twice at a time, all of them below `count`.
    func isRight(for count: Int) -> Bool {
        state.withLock { state in
            state.times.allSatisfy { $0 == 1 } && state.overlaps == 0 && state.busy.isEmpty
                && state.workers.allSatisfy { (0..<count).contains($0) }
        }
    }

    var workers: Set<Int> { state.withLock { $0.workers } }
}

/// Takes about as long as a small band of a frame.
private func work() -> Double {
    var x = 1.0
    for i in 0..<2000 { x = (x + Double(i)).squareRoot() }
    return x
}

@Suite struct WorkersTests {
    @Test(arguments: [1, 2, 3, 8, 64], [0, 1, 2, 7, 300])
    func everyPieceIsDoneOnceAndNoWorkerTwiceAtATime(count: Int, pieces: Int) {
        for _ in 0..<20 {
            let record = Record(pieces: pieces)
            Workers(count).run(pieces) { piece, worker in
                record.begin(piece, worker)
                #expect(work() > 0)
                record.end(worker)
            }
            #expect(record.isRight(for: count))
        }
    }

    @Test func whatHelpersWroteIsThereAfterTheRun() {
        for round in 1...500 {
            let values = UnsafeMutablePointer<Int>.allocate(capacity: 64)
            values.initialize(repeating: 0, count: 64)
            nonisolated(unsafe) let shared = values
            Workers(nil).run(64) { piece, _ in shared[piece] = piece * round }
            #expect((0..<64).allSatisfy { values[$0] == $0 * round })
            values.deallocate()
        }
    }

    @Test func runsWithinRunsAndByManyThreadsAtOnceEnd() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        let counter = Counter()
                        Workers(4).run(6) { _, _ in
                            Workers(3).run(5) { _, _ in counter.count() }
                        }
                        #expect(counter.value == 30)
                    }
                }
            }
        }
    }

    /// Between two runs the helpers may still be awake, or asleep: both must come.
    @Test(arguments: [0, 1, 5]) func helpersComeAfterAnyPause(milliseconds: Int) async throws {
        guard Workers(nil).count > 1 else { return }
        var helped = 0
        for _ in 0..<20 {
            try await Task.sleep(for: .milliseconds(milliseconds))
            let record = Record(pieces: 200)
            Workers(2).run(200) { piece, worker in
                record.begin(piece, worker)
                for _ in 0..<10 { #expect(work() > 0) }
                record.end(worker)
            }
            #expect(record.isRight(for: 2))
            if record.workers.contains(1) { helped += 1 }
        }
        // Other tests run at the same time and may have the helpers.
        #expect(helped > 0)
    }

    @Test func parallelMapKeepsTheOrder() {
        #expect(parallelMap(0) { $0 }.isEmpty)
        #expect(parallelMap(1) { $0 + 1 } == [1])
        #expect(parallelMap(1000) { "\($0)" } == (0..<1000).map { "\($0)" })
    }
}

private final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .relaxed) }
    func count() { number.add(1, ordering: .relaxed) }
}
