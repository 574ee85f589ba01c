internal import Dispatch
internal import Synchronization

/// Does several things that mostly wait for the disk, on a thread each as long as they are few, and returns when all have
/// ended.
///
/// - Parameter body: Does the thing of a number below `count`.
/// - Throws: the error of the first that failed.
package func simultaneously<Failure: Error>(
  _ count: Int, _ body: @Sendable (Int) throws(Failure) -> Void
) throws(Failure) {
  let failures = Mutex<[Int: Failure]>([:])
  let threadCount = min(count, maximumThreads)
  withoutActuallyEscaping(body) { body in
    @Sendable func run(_ thread: Int) {
      for number in stride(from: thread, to: count, by: threadCount) {
        do throws(Failure) {
          try body(number)
        } catch {
          failures.withLock { $0[number] = error }
        }
      }
    }
    let others = DispatchGroup()
    for thread in 1..<max(1, threadCount) {
      // A queue of its own gets a thread of its own, also where all the others wait.
      DispatchQueue(label: "mixtape.simultaneously").async(group: others) { run(thread) }
    }
    if threadCount > 0 { run(0) }
    others.wait()
  }
  if let first = failures.withLock({ $0.min { $0.key < $1.key }?.value }) { throw first }
}

/// More of them do not make a disk faster.
private let maximumThreads = 6
