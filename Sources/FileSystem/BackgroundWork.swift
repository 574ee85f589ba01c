internal import Dispatch
internal import Synchronization

/// Work on another thread, whose result is awaited when it is needed.
package final class BackgroundWork<Result: Sendable>: Sendable {
  private enum State {
    case waiting
    case begun
    case done(Result)
  }

  private let work: @Sendable () -> Result
  private let state = Mutex(State.waiting)
  // A semaphore: a thread that waits for a mutex spins at first, on a core that the work needs.
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts the work as soon as a thread is free.
  package init(_ work: @escaping @Sendable () -> Result) {
    self.work = work
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      if case .waiting = startIfWaiting() { _ = doWork() }
    }
  }

  /// Returns the result, and waits for it if needed. Work that has not started is done by the caller. Only one thread may
  /// call this.
  package func finish() -> Result {
    while true {
      switch startIfWaiting() {
      case .waiting: return doWork()
      case .begun: isDone.wait()
      case .done(let result): return result
      }
    }
  }

  /// Returns the present state. If the work was waiting, it has begun then, by the caller.
  private func startIfWaiting() -> State {
    state.withLock { state in
      let found = state
      if case .waiting = found { state = .begun }
      return found
    }
  }

  private func doWork() -> Result {
    let result = work()
    state.withLock { $0 = .done(result) }
    isDone.signal()
    return result
  }
}
