package import MixtapeModel
package import MixtapePlayer

/// An input of the browser.
package enum BrowserEvent: Sendable {
  case key(Key)
  /// The size of the terminal.
  case resized(columns: Int, rows: Int)
  /// A possible change of files of the store.
  case storeChanged
  /// A pause in which no key came.
  case idle
  case answer(BrowserAnswer)
  case outcome(BrowserOutcome)
  /// The result of a command for the player.
  case message(Browser.Message?)
  /// The progress of the work beside the browser.
  case progress(String)
  /// The end of the work beside the browser.
  case ended(JobResult)
  /// A new state of the player; `nil` if the player has ended.
  case player(PlayerSnapshot?)
}

/// A question to the store, answered on another thread. Of the waiting questions of one kind, only the last one matters.
package enum BrowserQuery: Hashable, Sendable {
  /// The playlists as they were read last, or only their names: for the first screen.
  case lastPlaylists
  case playlists
  case podcasts
  case contents(Listing.Source)
  /// The texts of episodes.
  case texts([Episode.ID])
  /// The episodes of a source that pass a filter.
  case filter(String, Listing.Source)
  /// The first episodes of the library that a search finds.
  case search(String)
  /// The first episodes that a search on the page of the player finds.
  case playable(String)
  /// The playlists, and those that have some of the episodes.
  case containing([Episode.ID])
  /// The last changes of an item; `nil` for those of the whole store, with the next undo and redo.
  case history(StoreItem?)
  /// A detail of a change, as lines.
  case change(StoreItem?, ChangesPage.Change, ChangesPage.Detail)
  /// The values in conflict. Reading them can take long.
  case conflicts
  /// The way to bring an address, a directory or a file into the library.
  case bringIn(String)
  /// The details of an episode, a podcast or a playlist, as lines of a width.
  case details(DetailsPage.Subject, width: Int)
  /// The episodes that rules find while they are edited.
  case rules(RuleQuestion)

  /// The kinds of queries.
  package enum Kind: Hashable, Sendable {
    case lastPlaylists, playlists, podcasts, contents, texts, filter, search, playable, containing, history, change
    case details, rules, conflicts, bringIn
  }

  package var kind: Kind {
    switch self {
    case .lastPlaylists: .lastPlaylists
    case .playlists: .playlists
    case .podcasts: .podcasts
    case .contents: .contents
    case .texts: .texts
    case .filter: .filter
    case .search: .search
    case .playable: .playable
    case .containing: .containing
    case .history: .history
    case .change: .change
    case .details: .details
    case .rules: .rules
    case .conflicts: .conflicts
    case .bringIn: .bringIn
    }
  }
}

/// The answer to a query.
package enum BrowserAnswer: Sendable {
  /// The playlists as they were read last. They are shown until the present ones are known.
  case lastPlaylists(SidebarContents)
  case playlists(SidebarContents)
  case podcasts(byFolder: SidebarContents, byTag: SidebarContents)
  case contents(Listing.Source, Listing.Contents)
  case texts([Episode.ID], [Episode.ID: EpisodeText])
  case filter(String, Listing.Source, Set<Episode.ID>)
  case search(String, [Picker.Found])
  case playable(String, [Episode])
  case containing([Episode.ID], [PlaylistSummary], [Playlist.ID: Set<Episode.ID>])
  case history(StoreItem?, ChangesPage.Contents)
  case change(ChangesPage.Change, ChangesPage.Detail, [StyledText])
  case details(DetailsPage.Subject, [StyledText])
  case rules(RuleQuestion, RulePreview)
  case conflicts([ConflictsPage.Conflict])
  case bringIn(String, BringIn.Way)
  /// The query failed for a reason.
  case failure(BrowserQuery, reason: String)
}

/// The result of an effect.
package struct BrowserOutcome: Sendable {
  package let message: Browser.Message
  /// The changed playlist, as it is now.
  package let playlist: Playlist?
  /// A question that follows.
  package let question: Question?

  package init(_ message: Browser.Message, playlist: Playlist? = nil, question: Question? = nil) {
    self.message = message
    self.playlist = playlist
    self.question = question
  }
}

extension Question {
  /// Asks whether to open the editor again. A no shows the consequence.
  package init(editingAgain place: BrowserEffect.Place, because reason: String, then consequence: String) {
    self.init(text: "\(reason). Edit again?", answer: .edit(place), refusal: consequence)
  }
}

/// An effect of an event. The caller runs effects in order, and handles their results as events.
package enum BrowserEffect: Equatable, Sendable {
  /// Asks the store, on another thread.
  case read(BrowserQuery)
  case change(Change)
  case changeLibrary(LibraryRequest)
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
  package enum LibraryRequest: Equatable, Sendable {
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

    /// Returns whether a store still has the values, read by the functions for one playlist and for all.
    package func holds<Failure>(
      in playlist: () throws(Failure) -> Playlist?, among all: () throws(Failure) -> [PlaylistSummary]
    ) throws(Failure) -> Bool {
      switch self {
      case .episodes(let episodes): return try playlist()?.episodes == episodes
      case .criteria(let criteria): return try playlist()?.criteria == criteria
      case .fields: return try playlist().map { changedFields(in: $0).isEmpty } ?? false
      case .contents(let folder, let ids):
        return Set(try all().filter { $0.folder.isWithin(folder) }.map(\.id)) == ids
      }
    }

    /// Returns the fields of a form that have other texts in a playlist by now, in alphabetical order.
    package func changedFields(in playlist: Playlist) -> [String] {
      guard case .fields(let texts) = self else { return [] }
      let form = Form(updating: playlist)
      return texts.filter { form.text($0.key) != $0.value }.map(\.key.rawValue).sorted()
    }
  }

  /// The restoration of an earlier version of a playlist or a podcast.
  package struct Restoration: Equatable, Sendable {
    package let item: StoreItem
    /// The commit with the version.
    package let revision: String
  }

  /// A place in a file.
  package struct Place: Equatable, Sendable {
    /// The playlist or the podcast of the file.
    package let item: StoreItem
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
    package let place: PlayerAction.QueuePosition
  }
}
