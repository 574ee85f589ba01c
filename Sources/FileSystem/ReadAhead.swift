internal import Dispatch
internal import Synchronization

/// A sequence of the results of a function for all elements, in order, computed ahead on other cores.
///
/// At most 16 results wait at a time. If the consumer is faster, it computes some of them itself.
package final class ReadAhead<Element: Sendable, Result: Sendable>: Sendable {
  private let elements: [Element]
  private let transform: @Sendable (Element) -> Result
  private let state = Mutex(State())
  private let done = DispatchSemaphore(value: 0)

  private struct State: Sendable {
    /// The number of results that were taken, and of elements whose computation has begun.
    var (taken, begun) = (0, 0)
    var results: [Int: Result] = [:]
    var workers = 0
  }

  /// The maximum number of waiting results.
  private static var limit: Int { 16 }
  /// The minimum number of remaining elements for another thread.
  private let smallestShare: Int

  /// Makes a sequence. The work starts with the first call of ``next()``.
  package init(
    _ elements: [Element], smallestShare: Int, _ transform: @escaping @Sendable (Element) -> Result
  ) {
    self.elements = elements
    self.smallestShare = smallestShare
    self.transform = transform
  }

  /// Returns the next result, or `nil` after the last. Only one thread may call this at a time.
  package func next() -> Result? {
    startWorker()
    while true {
      switch state.withLock({ step(&$0) }) {
      case .finished: return nil
      case .take(let result): return result
      case .work(let index): work(on: index)
      case .wait: done.wait()
      }
    }
  }

  private enum Step: Sendable {
    case finished
    case take(Result)
    case work(Int)
    case wait
  }

  /// Returns the next step of the consumer.
  private func step(_ state: inout State) -> Step {
    guard state.taken < elements.count else { return .finished }
    if let result = state.results.removeValue(forKey: state.taken) {
      state.taken += 1
      return .take(result)
    }
    return begin(&state).map(Step.work) ?? .wait
  }

  /// Returns the next element to compute; `nil` if too many results wait.
  private func begin(_ state: inout State) -> Int? {
    guard state.begun < min(elements.count, state.taken + Self.limit) else { return nil }
    defer { state.begun += 1 }
    return state.begun
  }

  private func work(on index: Int) {
    let result = transform(elements[index])
    state.withLock { $0.results[index] = result }
  }

  /// Starts another worker, if a core is free and there is enough work.
  private func startWorker() {
    let isStarted = state.withLock { state in
      let isNeeded = elements.count - state.begun >= smallestShare && state.begun < state.taken + Self.limit
      guard isNeeded, state.workers < coreCount - 1 else { return false }
      state.workers += 1
      return true
    }
    guard isStarted else { return }
    DispatchQueue.global().async { [self] in
      while let index = state.withLock({ begin(&$0) }) {
        work(on: index)
        done.signal()
      }
      state.withLock { $0.workers -= 1 }
    }
  }
}
