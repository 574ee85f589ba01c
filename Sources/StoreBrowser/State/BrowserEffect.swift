package import MixtapeModel

/// An effect of an event. The caller runs effects in order, and handles their results as events.
package enum BrowserEffect: Equatable, Sendable {
  /// Asks the store, on another thread.
  case read(BrowserQuery)
  case change(Change)
  case restore(Restoration)
  case undo
  case redo
  /// Opens the editor.
  case edit(Place)
  case play(Play)
  case player(PlayerCommand)
  /// Draws the whole screen again.
  case redraw
  case suspend
  case quit

  /// A change of the store.
  package struct Change: Equatable, Sendable {
    package let operation: PlaylistOperation
    /// The values that the offsets of the operation refer to. If the playlist has others by now, the change is refused.
    package let expected: Expectation?

    init(_ operation: PlaylistOperation, expecting expected: Expectation? = nil) {
      self.operation = operation
      self.expected = expected
    }

    /// The words of the command that makes this change.
    package var command: [String] { CommandWords.words(for: operation) }
  }

  /// Values of a playlist that a change refers to by their offsets.
  package enum Expectation: Equatable, Sendable {
    /// The hand-picked episodes.
    case episodes([Episode.ID])
    case criteria(SmartCriteria)

    /// Returns whether a playlist still has the values.
    package func holds(in playlist: Playlist?) -> Bool {
      switch self {
      case .episodes(let episodes): playlist?.episodes == episodes
      case .criteria(let criteria): playlist?.criteria == criteria
      }
    }
  }

  /// The restoration of an earlier version of a playlist.
  package struct Restoration: Equatable, Sendable {
    package let playlist: Playlist.ID
    /// The commit with the version.
    package let revision: String
  }

  /// A place in a file.
  package struct Place: Equatable, Sendable {
    /// The playlist, or `nil` for a podcast.
    package let playlist: Playlist.ID?
    package let podcast: Podcast.ID?
    /// The episode at whose line the editor opens, and the number of its earlier occurrences in the list.
    package let episode: Episode.ID?
    package let occurrence: Int
  }

  /// A request to play.
  package struct Play: Equatable, Sendable {
    /// The list with the episode. A playlist is played as `mixtape play` does; an episode of another list is played in the queue
    /// without a playlist.
    package let source: Listing.Source
    /// The episode to play at once; `nil` to resume the playlist.
    package let episode: Episode.ID?
  }

  /// The commands for the player at the foot.
  package enum PlayerCommand: Equatable, Sendable {
    case toggle, next, previous, stop, back, forward
    /// Seeks to the chapter with an index.
    case chapter(Int)
  }
}
