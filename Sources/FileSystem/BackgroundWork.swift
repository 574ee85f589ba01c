internal import Dispatch
internal import Synchronization

/// Work that another thread has been asked to do, and whose result is waited for when it is needed.
package final class BackgroundWork<Result: Sendable>: Sendable {
  private enum State {
    case waiting
    case begun
    case done(Result)
  }

  private let work: @Sendable () -> Result
  private let state = Mutex(State.waiting)
  // Whoever waits for a mutex keeps a core busy at first, which others need for the work.
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins with the work as soon as a thread is free.
  package init(_ work: @escaping @Sendable () -> Result) {
    self.work = work
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      if case .waiting = proceed() { _ = doWork() }
    }
  }

  /// The result, once it is there. Where nobody has begun yet, the work is done here. Only one thread may ask.
  package func finish() -> Result {
    while true {
      switch proceed() {
      case .waiting: return doWork()
      case .begun: isDone.wait()
      case .done(let result): return result
      }
    }
  }

  /// The state so far; whoever finds the work waiting has begun with it.
  private func proceed() -> State {
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
