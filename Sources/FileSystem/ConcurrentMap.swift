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
  /// The results of a function for every element, in order, worked out on several cores.
  ///
  /// - Parameter chunkSize: How many elements a thread takes at a time; fewer are not worth another thread.
  package func concurrentMap<Result: Sendable>(
    chunkSize: Int, _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let threadCount = Swift.min(coreCount, count / chunkSize)
    guard threadCount > 1 else { return map(transform) }
    return [Result](unsafeUninitializedCapacity: count) { results, initializedCount in
      // Each place is written by one thread, and none is read before all have ended.
      nonisolated(unsafe) let results = results
      let next = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: threadCount) { _ in
        // A thread may begin late, or be held up: whoever is free goes on.
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

/// More threads than a few only wait for each other in the file system.
let coreCount = min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
