internal import Dispatch
internal import Synchronization

/// Work that another thread has been asked to do, and whose result is waited for when it is needed.
package final class BackgroundWork<Result: Sendable>: Sendable {
  private let work: @Sendable () -> Result
  private let result = Mutex<Result?>(nil)

  /// Begins with the work as soon as a thread is free.
  package init(_ work: @escaping @Sendable () -> Result) {
    self.work = work
    DispatchQueue.global(qos: .userInitiated).async { [self] in _ = finish() }
  }

  /// The result, once it is there. Where nobody has begun yet, the work is done here.
  package func finish() -> Result {
    result.withLock { result in
      if let result { return result }
      let new = work()
      result = new
      return new
    }
  }
}
