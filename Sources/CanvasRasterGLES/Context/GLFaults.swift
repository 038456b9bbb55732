import CanvasConcurrency
import Dispatch

/// Faults that a test has a device make: what no driver makes when it is asked to.
package final class GLFaults: Sendable {
    /// A device that has stopped in the middle of its work.
    package final class Hang: Sendable {
        private let begun = DispatchSemaphore(value: 0)
        private let ended = DispatchSemaphore(value: 0)

        /// Waits until the device hangs.
        package func waitForBegin() { begun.wait() }

        /// Has it go on.
        package func end() { ended.signal() }

        fileprivate func run() {
            begun.signal()
            ended.wait()
        }
    }

    private enum Fault {
        case failure(RenderError)
        case hang(Hang)
    }

    private struct State {
        var pending: [(stage: GLStage, fault: Fault)] = []
        var lost: RenderError?
    }

    private let state = Monitor(State())

    package init() {}

    /// Has the next work of a stage fail. A context that is lost fails in every stage from then on.
    package func provoke(_ stage: GLStage, _ error: RenderError) {
        state.withLock { $0.pending.append((stage, .failure(error))) }
    }

    /// Has the next work of a stage hang.
    package func hang(in stage: GLStage) -> Hang {
        let hang = Hang()
        state.withLock { $0.pending.append((stage, .hang(hang))) }
        return hang
    }

    /// Whether what was provoked has happened.
    package var areOver: Bool { state.withLock { $0.pending.isEmpty } }

    /// Makes the fault that was provoked in a stage, if any; returns its error.
    func make(in stage: GLStage) -> RenderError? {
        let (fault, lost) = state.withLock { state -> (Fault?, RenderError?) in
            if let lost = state.lost { return (nil, lost) }
            guard let index = state.pending.firstIndex(where: { $0.stage == stage }) else { return (nil, nil) }
            let fault = state.pending.remove(at: index).fault
            if case .failure(.contextLost(let text)) = fault { state.lost = .contextLost(text) }
            return (fault, nil)
        }
        switch fault {
        case .failure(let error)?: return error
        case .hang(let hang)?:
            hang.run()
            return nil
        case nil: return lost
        }
    }
}
