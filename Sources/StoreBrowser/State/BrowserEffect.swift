package import MixtapeModel
package import MixtapePlayer

/// An effect of an event. The caller runs effects in order, and handles their results as events.
package enum BrowserEffect: Equatable, Sendable {
  /// Asks the store, on another thread.
  case read(BrowserQuery)
  case change(Change)
  case changeLibrary(LibraryChange)
  case restore(Restoration)
  /// Runs a command beside the browser.
  case run(BrowserJob)
  case undo
  case redo
  /// Opens the editor.
  case edit(Place)
  case play(Play)
  case enqueue(Enqueuing)
  /// Controls the player.
  case player(PlayerAction)
  /// Ends the player, and records plays.
  case endPlayer
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

  /// A change of the library.
  package enum LibraryChange: Equatable, Sendable {
    /// Rates episodes; `nil` removes their ratings.
    case rate([Episode.ID], Int64?)
    /// Marks episodes as never played if all of them were played; otherwise, records a play of those that were not.
    case togglePlayed([Episode.ID])
    case tags(Podcast.ID, added: [String], removed: [String])
  }

  /// Values that a change refers to by their offsets, that it replaces, or that a question has named.
  package enum Expectation: Equatable, Sendable {
    /// The hand-picked episodes of a playlist.
    case episodes([Episode.ID])
    case criteria(SmartCriteria)
    /// The texts of fields in the form of a playlist.
    case fields([Form.Field.Name: String])
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

  /// The restoration of an earlier version of a playlist or a podcast.
  package struct Restoration: Equatable, Sendable {
    package let item: ChangesPage.Item
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

  /// A request to play a list.
  package struct Play: Equatable, Sendable {
    package let list: List
    /// The entry with which playing begins; `nil` to resume the list where it was left, or to shuffle it.
    package let start: ListEntry?
    /// Whether to shuffle the list.
    package let isShuffled: Bool
  }

  /// A list that plays.
  package enum List: Equatable, Sendable {
    /// A playlist, with its present entries.
    case playlist(Playlist.ID)
    /// A podcast or an album, with its present episodes.
    case podcast(Podcast.ID)
    /// Episodes as they are shown.
    ///
    /// - Parameter words: The words that select them.
    case shown([Episode.ID], name: String, words: String)
  }

  /// A request to put episodes into the queue.
  package struct Enqueuing: Equatable, Sendable {
    package let episodes: [Episode.ID]
    /// The name of their list.
    package let name: String
    package let place: PlayerAction.QueuePlace
  }
}
