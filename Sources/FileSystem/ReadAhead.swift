internal import Dispatch
internal import Synchronization

/// The results of a function for every element, in order, worked out on other cores ahead of whoever takes them.
///
/// Only a few results wait at a time, however many elements there are. Where the taker is faster, it does part of the work.
package final class ReadAhead<Element: Sendable, Result: Sendable>: Sendable {
  private let elements: [Element]
  private let transform: @Sendable (Element) -> Result
  private let state = Mutex(State())
  private let done = DispatchSemaphore(value: 0)

  private struct State: Sendable {
    /// How many results were taken, and how many elements somebody has begun with.
    var (taken, begun) = (0, 0)
    var results: [Int: Result] = [:]
    var workers = 0
  }

  /// How many results may wait.
  private static var limit: Int { 16 }
  /// Fewer elements than these are not worth another thread.
  private let smallestShare: Int

  /// Begins with nothing before the first result is asked for.
  package init(
    _ elements: [Element], smallestShare: Int, _ transform: @escaping @Sendable (Element) -> Result
  ) {
    self.elements = elements
    self.smallestShare = smallestShare
    self.transform = transform
  }

  /// The next result, or `nil` after the last. To be called by one thread at a time.
  package func next() -> Result? {
    startWorker()
    while true {
      switch state.withLock({ turn(&$0) }) {
      case .finished: return nil
      case .take(let result): return result
      case .work(let index): work(on: index)
      case .wait: done.wait()
      }
    }
  }

  private enum Turn: Sendable {
    case finished
    case take(Result)
    case work(Int)
    case wait
  }

  /// What whoever waits for a result does meanwhile.
  private func turn(_ state: inout State) -> Turn {
    guard state.taken < elements.count else { return .finished }
    if let result = state.results.removeValue(forKey: state.taken) {
      state.taken += 1
      return .take(result)
    }
    return begin(&state).map(Turn.work) ?? .wait
  }

  /// The next element that nobody has begun with, unless too many results wait.
  private func begin(_ state: inout State) -> Int? {
    guard state.begun < min(elements.count, state.taken + Self.limit) else { return nil }
    defer { state.begun += 1 }
    return state.begun
  }

  private func work(on index: Int) {
    let result = transform(elements[index])
    state.withLock { $0.results[index] = result }
  }

  /// Puts another thread to work for each core that is free, where that is worth it.
  private func startWorker() {
    let isHired = state.withLock { state in
      let isWanted = elements.count - state.begun >= smallestShare && state.begun < state.taken + Self.limit
      guard isWanted, state.workers < coreCount - 1 else { return false }
      state.workers += 1
      return true
    }
    guard isHired else { return }
    DispatchQueue.global().async { [self] in
      while let index = state.withLock({ begin(&$0) }) {
        work(on: index)
        done.signal()
      }
      state.withLock { $0.workers -= 1 }
    }
  }
}
