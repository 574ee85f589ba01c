import Dispatch
import MixtapePlayer
import MixtapeStore
import TerminalUI

/// A message to the loop of a player.
enum PlayerMessage: Sendable {
  /// Bytes from the keyboard.
  case typed([UInt8])
  /// A line of input.
  case line(String)
  case inputEnded
  /// A new state of the player.
  case state(PlaybackState)
  case statesEnded
  /// A command of another program.
  case request(Request)
  /// Files of the store may have changed.
  case storeChanged
  case signal(Signals.Meaning)

  /// A command of another program, as a line.
  struct Request: Sendable {
    let line: String
    /// Sends the reply. Must be called once.
    let reply: @Sendable (String) -> Void
  }
}

extension Mailbox<PlayerMessage> {
  /// Puts all states of a player into the mailbox.
  func receive(statesOf player: ShufflePlayer) {
    let states = player.states()
    Task {
      for await state in states { put(.state(state)) }
      put(.statesEnded)
    }
  }

  /// Returns a function that puts a request into the mailbox, and waits for the reply.
  var requests: @Sendable (String) -> String {
    { line in
      let reply = Mailbox<String>()
      self.put(.request(PlayerMessage.Request(line: line, reply: reply.put)))
      return reply.next(waiting: .seconds(5)) ?? ""
    }
  }

  /// Puts a message into the mailbox after each change of a store.
  func receive(changesBy watch: StoreChangeWatch) {
    let signals = watch.signals()
    Task {
      for await case .changed in signals { put(.storeChanged) }
    }
  }

  /// Puts all messages that another thread produces into the mailbox, until there are no more.
  func receive(from next: @escaping @Sendable () -> PlayerMessage?) {
    DispatchQueue(label: "mixtape.input").async {
      while let message = next() { self.putBlocking(message) }
      self.put(.inputEnded)
    }
  }
}
