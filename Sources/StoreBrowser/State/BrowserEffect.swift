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
    /// The values that the user has seen. If the store has others by now, the change is refused.
    package let expected: Expectation?

    init(_ operation: PlaylistOperation, expecting expected: Expectation? = nil) {
      self.operation = operation
      self.expected = expected
    }

    /// The words of the command that makes this change.
    package var command: [String] { CommandWords.words(for: operation) }
  }

  /// Values that a change refers to by their offsets, that it replaces, or that a question has named.
  package enum Expectation: Equatable, Sendable {
    /// The hand-picked episodes of a playlist.
    case episodes([Episode.ID])
    case criteria(SmartCriteria)
    /// The texts of fields in the form of a playlist.
    case fields([Form.Field.Key: String])
    /// All playlists in a folder, at any depth.
    case contents(Folder, Set<Playlist.ID>)

    /// Returns whether a store still has the values.
    ///
    /// - Parameters:
    ///   - playlist: Reads the playlist that the change is about.
    ///   - all: Reads all playlists.
    package func holds<Failure>(
      in playlist: () throws(Failure) -> Playlist?, among all: () throws(Failure) -> [PlaylistSummary]
    ) throws(Failure) -> Bool {
      switch self {
      case .episodes(let episodes): return try playlist()?.episodes == episodes
      case .criteria(let criteria): return try playlist()?.criteria == criteria
      case .fields(let texts):
        guard let playlist = try playlist() else { return false }
        let form = Form(updating: playlist)
        return texts.allSatisfy { form.text($0.key) == $0.value }
      case .contents(let folder, let ids):
        return Set(try all().filter { $0.folder.isWithin(folder) }.map(\.id)) == ids
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
    /// Whether to shuffle the playlist.
    package let isShuffled: Bool
  }

  /// The commands for the player at the foot.
  package enum PlayerCommand: Equatable, Sendable {
    case toggle, next, previous, stop, back, forward
    /// Shuffles the rest of the round.
    case shuffle
    /// Seeks to the chapter with an index.
    case chapter(Int)
  }
}
