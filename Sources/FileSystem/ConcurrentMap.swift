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
  /// - Parameter smallestChunk: Fewer elements than these are not worth another thread.
  package func concurrentMap<Result: Sendable>(
    smallestChunk: Int, _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let chunkCount = Swift.max(1, Swift.min(coreCount, count / smallestChunk))
    guard chunkCount > 1 else { return map(transform) }
    let found = Mutex([[Result]](repeating: [], count: chunkCount))
    DispatchQueue.concurrentPerform(iterations: chunkCount) { chunk in
      let results = self[count * chunk / chunkCount..<count * (chunk + 1) / chunkCount].map(transform)
      found.withLock { $0[chunk] = results }
    }
    return found.withLock { chunks in
      var results: [Result] = []
      results.reserveCapacity(count)
      for chunk in chunks { results += chunk }
      return results
    }
  }
}

/// More threads than a few only wait for each other in the file system.
let coreCount = min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
