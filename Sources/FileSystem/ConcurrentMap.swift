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
