import Dispatch
import Synchronization

/// A queue of messages from any thread to one receiving thread.
final class Mailbox<Message: Sendable>: Sendable {
  /// The maximum number of waiting messages of ``putBlocking(_:)``.
  private static var capacity: Int { 64 }

  private let messages = Mutex<[(message: Message, takesRoom: Bool)]>([])
  private let count = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  init() {
    // Raised from 0, because a semaphore must not be destroyed below its initial value.
    for _ in 0..<Self.capacity { room.signal() }
  }

  /// Adds a message.
  func put(_ message: Message) { put(message, takingRoom: false) }

  /// Adds a message, and waits if too many messages are waiting. For producers that are faster than the reader.
  func putBlocking(_ message: Message) {
    room.wait()
    put(message, takingRoom: true)
  }

  private func put(_ message: Message, takingRoom takesRoom: Bool) {
    messages.withLock { $0.append((message, takesRoom)) }
    count.signal()
  }

  /// Returns whether a message waits that meets a condition.
  func contains(where meets: (Message) -> Bool) -> Bool {
    messages.withLock { $0.contains { meets($0.message) } }
  }

  /// Waits for the next message; returns `nil` if none comes in time.
  func next(waiting timeout: Duration? = nil) -> Message? {
    let deadline = timeout.map { DispatchTime.now() + .nanoseconds(Int(max(.zero, $0) / .nanoseconds(1))) }
    guard count.wait(timeout: deadline ?? .distantFuture) == .success else { return nil }
    let (message, takesRoom) = messages.withLock { $0.removeFirst() }
    if takesRoom { room.signal() }
    return message
  }
}
