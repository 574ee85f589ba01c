import Dispatch
import MixtapePlayer
import MixtapeStore
import StoreBrowser
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

enum PlayerMessage: Sendable {
  /// Bytes from the keyboard.
  case typed([UInt8])
  case line(String)
  case inputEnded
  /// A new state of the player.
  case state(PlaybackState)
  case statesEnded
  case external(External)
  /// A possible change of files of the store.
  case storeChanged
  case signal(Signals.Meaning)

  /// A message from another program or the network. Its effect is the same in every loop.
  enum External: Sendable {
    /// A command of another program.
    case request(Request)
    /// A program that wants to follow the player.
    case follower(PlayerFollower)
    case chapters(ChapterLoader.Loaded)
  }

  /// A command of another program, as a line.
  struct Request: Sendable {
    let line: String
    /// The time until which the other program waits for the reply. Later, the command has no effect.
    let deadline: ContinuousClock.Instant
    /// Sends the reply. Must be called once.
    let reply: @Sendable (String) -> Void
  }
}

protocol PlayerMessageCarrying: Sendable {
  static func player(_ message: PlayerMessage) -> Self
}

extension PlayerMessage: PlayerMessageCarrying {
  static func player(_ message: PlayerMessage) -> PlayerMessage { message }
}

extension Mailbox where Message: PlayerMessageCarrying {
  /// Puts all states of a player after the present one into the mailbox. A loop shows the present one when it starts.
  func receive(statesOf player: ShufflePlayer) {
    let states = player.states().dropFirst()
    Task {
      for await state in states { put(.player(.state(state))) }
      put(.player(.statesEnded))
    }
  }

  /// Returns a function that puts a request into the mailbox, and waits for the reply.
  var requests: @Sendable (String) -> String {
    { line in
      let reply = Mailbox<String>()
      let patience = Duration.seconds(5)
      let request = PlayerMessage.Request(line: line, deadline: .now + patience, reply: reply.put)
      self.put(.player(.external(.request(request))))
      return reply.next(waiting: patience) ?? ""
    }
  }

  /// Puts a message into the mailbox after each change of a store.
  func receive(changesBy watch: StoreChangeWatch) {
    let signals = watch.signals()
    Task {
      for await case .changed in signals { put(.player(.storeChanged)) }
    }
  }

  /// Puts all messages that another thread produces into the mailbox, until there are no more.
  func receive(from next: @escaping @Sendable () -> PlayerMessage?) {
    DispatchQueue(label: "mixtape.input").async {
      while let message = next() { self.putBlocking(.player(message)) }
      self.put(.player(.inputEnded))
    }
  }
}
