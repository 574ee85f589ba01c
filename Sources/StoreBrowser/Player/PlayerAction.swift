package import MixtapeModel
package import MixtapePlayer

/// An action on a player, by a key or a line of input.
package enum PlayerAction: Hashable, Sendable {
  case play, pause, toggle, next, previous, stop
  /// Seeks forward, or back.
  case seekBy(Duration)
  case seekTo(Duration)
  /// Seeks to another chapter.
  case chapter(ChapterStep)
  /// Shuffles the rest of the round again. A named shuffle replaces the current one.
  case shuffle(ShuffleAlgorithm?)
  case speed(PlaybackSpeed)
  /// Changes the speed by an amount.
  case speedBy(Double)
  case volume(Volume)
  /// Changes the volume by an amount.
  case volumeBy(Int)
  /// Sets the sleep timer, or cancels it.
  case sleep(Duration?)
  /// Sets the sleep timer to the next of the usual times.
  case sleepLonger
  case add(Episode)
  /// Removes all entries of an episode.
  case remove(Episode.ID)
  /// Adds an episode, or removes one that is in the queue.
  case addOrRemove(Episode)
  /// An action on one entry of the queue.
  case entry(EntryAction, PlayerEntry)
  /// Removes all episodes.
  case clear
  case playNow(Episode)
  case playNext(Episode)
  /// Plays an episode at the end of the round.
  case playLast(Episode)
  /// Plays the first episodes of a list, which has `count`, instead of those in the queue.
  ///
  /// - Parameters:
  ///   - from: The place of the episode with which playing begins; `nil` for that of the order.
  ///   - shuffle: The shuffle from now on; `nil` for the present one.
  case load([Episode], of: String, count: Int, from: Int?, shuffle: ShuffleAlgorithm?)
  /// Puts the first episodes of a list, which has `count`, into the queue.
  case insert([Episode], of: String, count: Int, QueuePlace)
  /// Rates an episode of the library, or removes its rating.
  case rate(Episode, Int64?)
  /// Undoes the last change of the queue.
  case undo
  case suspend
  /// Leaves the page of the player.
  case leave
  /// Ends the player.
  case quit

  package enum EntryAction: Hashable, Sendable {
    case play, playNext, remove
    /// Moves the entry in the rest of the round.
    case move(by: Int)
  }

  /// The place of episodes in the rest of the round.
  package enum QueuePlace: Hashable, Sendable {
    case now, next, last
    /// A place that suits the shuffle.
    case anywhere
  }

  /// Returns the action of the key that pauses or resumes. It also pauses an episode that loads, on which ``toggle`` has no effect.
  package static func toggling(_ state: PlaybackState) -> PlayerAction {
    if case .loading = state { .pause } else { .toggle }
  }
}
