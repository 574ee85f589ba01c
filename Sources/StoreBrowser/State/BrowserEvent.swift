package import MixtapeModel
package import TerminalUI

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
  case history(ChangesPage.Item?)
  /// A detail of a change, as lines.
  case change(ChangesPage.Item?, ChangesPage.Change, ChangesPage.Detail)
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
  case history(ChangesPage.Item?, ChangesPage.Contents)
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
