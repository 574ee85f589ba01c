import MixtapeModel
import MixtapePlayer

/// Something that is done with a player, by a key or a line of input.
enum PlayerAction: Hashable, Sendable {
  case play, pause, toggle, next, previous, stop
  /// Go on or back by a time.
  case seekBy(Duration)
  case seekTo(Duration)
  /// Put what is left of the round in a new order; in another way from now on, if one is named.
  case shuffle(ShuffleAlgorithm?)
  case add(Episode)
  case remove(Episode.ID)
  case playNow(Episode)
  case playNext(Episode)
  /// Take back the last change of the queue.
  case undo
  case suspend
  case quit
}
