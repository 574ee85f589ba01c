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
  /// Files of the store may have changed.
  case storeChanged
  case signal(Signals.Meaning)
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
