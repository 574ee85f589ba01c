import Dispatch
import Synchronization

/// Messages from any thread to one that waits for them.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let count = DispatchSemaphore(value: 0)

  /// Adds a message after those that are there.
  func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    count.signal()
  }

  /// The oldest message, which is waited for; `nil` when there is still none after a time, if one is given.
  func next(waiting patience: Duration? = nil) -> Message? {
    let deadline = patience.map { DispatchTime.now() + .nanoseconds(Int(max(.zero, $0) / .nanoseconds(1))) }
    guard count.wait(timeout: deadline ?? .distantFuture) == .success else { return nil }
    return messages.withLock { $0.removeFirst() }
  }
}
