internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Array where Element: Sendable {
  /// Returns the results of a function for all elements, in order, computed on several cores.
  ///
  /// - Parameter chunkSize: The number of elements that a thread takes at a time, and the minimum for another thread.
  package func concurrentMap<Result: Sendable>(
    chunkSize: Int, _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let threadCount = Swift.min(coreCount, count / chunkSize)
    guard threadCount > 1 else { return map(transform) }
    return [Result](unsafeUninitializedCapacity: count) { results, initializedCount in
      // Each element is written by one thread, and none is read before all threads have ended.
      nonisolated(unsafe) let results = results
      let next = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: threadCount) { _ in
        // Threads take chunks as they are free, so that a slow thread does not delay the others.
        while case let start = next.add(chunkSize, ordering: .relaxed).oldValue, start < count {
          for index in start..<Swift.min(start + chunkSize, count) {
            results.initializeElement(at: index, to: transform(self[index]))
          }
        }
      }
      initializedCount = count
    }
  }
}

/// The number of threads for concurrent work. More than 4 only wait for each other in the file system.
let coreCount = min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

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
