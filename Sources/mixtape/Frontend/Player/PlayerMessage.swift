import Dispatch
import MixtapePlayer
import TerminalUI

/// What a player's loop waits for.
enum PlayerMessage: Sendable {
  /// Somebody typed something.
  case typed([UInt8])
  /// A line of input.
  case line(String)
  /// There is no more input.
  case inputEnded
  /// The player is at something else.
  case state(PlaybackState)
  /// No state follows.
  case statesEnded
  case signal(Signals.Meaning)
}

extension Mailbox<PlayerMessage> {
  /// Has all changes of a player put into the mailbox.
  func receive(statesOf player: ShufflePlayer) {
    let states = player.states()
    Task {
      for await state in states { put(.state(state)) }
      put(.statesEnded)
    }
  }

  /// Has what another thread waits for put into the mailbox, again and again until there is no more.
  func receive(from next: @escaping @Sendable () -> PlayerMessage?) {
    DispatchQueue(label: "mixtape.input").async {
      while let message = next() { self.putWhenThereIsRoom(message) }
      self.put(.inputEnded)
    }
  }
}
