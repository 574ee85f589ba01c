import Dispatch
import Synchronization

/// Messages from any thread to one that waits for them.
final class Mailbox<Message: Sendable>: Sendable {
  /// How many messages there may be at a time of those that are put when there is room.
  private static var capacity: Int { 64 }

  private let messages = Mutex<[(message: Message, takesRoom: Bool)]>([])
  private let count = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  init() {
    // From zero: a semaphore must not end with less than it began with.
    for _ in 0..<Self.capacity { room.signal() }
  }

  /// Adds a message after those that are there.
  func put(_ message: Message) { put(message, takingRoom: false) }

  /// Adds a message, but not before many others like it are taken: for those who could put more than anybody can take.
  func putWhenThereIsRoom(_ message: Message) {
    room.wait()
    put(message, takingRoom: true)
  }

  private func put(_ message: Message, takingRoom takesRoom: Bool) {
    messages.withLock { $0.append((message, takesRoom)) }
    count.signal()
  }

  /// The oldest message, which is waited for; `nil` when there is still none after a time, if one is given.
  func next(waiting patience: Duration? = nil) -> Message? {
    let deadline = patience.map { DispatchTime.now() + .nanoseconds(Int(max(.zero, $0) / .nanoseconds(1))) }
    guard count.wait(timeout: deadline ?? .distantFuture) == .success else { return nil }
    let (message, takesRoom) = messages.withLock { $0.removeFirst() }
    if takesRoom { room.signal() }
    return message
  }
}
