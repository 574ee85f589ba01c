package import MixtapeModel

/// The state of the browser: its panes, cursors, marks and dialogs. ``handle(_:)`` is the only way to change it.
package struct Browser: Equatable, Sendable {
  /// The two panes, one of which receives keys.
  package enum Pane: Hashable, Sendable { case sidebar, listing }

  /// The view over both panes.
  package enum Dialog: Equatable, Sendable {
    case help(TextScroll)
    case form(Form)
    case picker(Picker)
    case assignment(Assignment)
    case history(ChangesPage)
    case rules(RuleEditor)
    case details(DetailsPage)
    /// The values in conflict.
    case conflicts(ConflictsPage)
    /// The address, the directory or the file to bring into the library.
    case bringIn(BringIn)
    /// The rating of episodes.
    case rating([Episode.ID])
    case question(Question)
    /// The words of a filter of a pane, as they are typed.
    case filter(Pane, TextField)
    /// The words of a search in the library.
    case find(TextField)
  }

  package typealias Message = ScreenMessage

  package internal(set) var columns: Int
  package internal(set) var rows: Int
  /// The tree in the left pane.
  package internal(set) var kind = Sidebar.Kind.playlists
  package internal(set) var sidebars: [Sidebar.Kind: Sidebar] = [:]
  package internal(set) var listing = Listing()
  package internal(set) var focus = Pane.sidebar
  package internal(set) var dialog: Dialog?
  package internal(set) var message: Message?
  /// The work that runs beside the browser. There is one at a time.
  package internal(set) var job: BrowserJob?
  /// The lines of results that the user has not closed yet.
  var unreadResult: [StyledText] = []
  /// The values in conflict, once they are known.
  package internal(set) var conflicts: [ConflictsPage.Conflict] = []
  /// The player, while there is one.
  package internal(set) var player: PlayerSnapshot?
  /// The page of the player; `nil` while the trees and lists are shown.
  package internal(set) var page: PlayerPage?
  /// The list in the right pane if it is not that of the tree: the result of a search, or the new episodes.
  package internal(set) var detached: Listing.Source?

  /// The words of a search whose result is in the right pane. Setting it leaves any other list.
  package internal(set) var search: String? {
    get { if case .search(let text)? = detached { text } else { nil } }
    set { detached = newValue.map { .search($0) } }
  }

  /// The item that the tree selects when it appears.
  var awaited: SidebarRow.Item?
  /// The trees that are not shown and may have changed since they were read.
  var stale: Set<Sidebar.Kind> = []
  /// Whether the podcasts are being read.
  var isReadingPodcasts = false
  /// Whether the values in conflict were asked for, which waits for the first lists.
  var hasAskedConflicts = false
  /// The words of the search on the page of the player that were asked for last.
  var askedPageQuery: String?
  /// Whether the page of the player was opened for its chapters, and closes after them.
  var showsChaptersOnly = false
  /// The episodes whose texts were asked for last.
  var askedTexts: [Episode.ID] = []

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The tree in the left pane.
  package internal(set) var sidebar: Sidebar {
    get { sidebars[kind] ?? Sidebar() }
    set { sidebars[kind] = newValue }
  }

  /// Whether a move of episodes waits to be saved. The caller sends ``BrowserEvent/idle`` when no key comes for a second.
  package var isMoving: Bool { listing.move != nil }
}

/// A question that `y` answers with yes, and every other key with no.
package struct Question: Equatable, Sendable {
  /// The text of the question, without the choices.
  package let text: String
  /// The action after a yes.
  let answer: Answer
  /// The message after a no, if something is to be done; `nil` for that of a cancelled action.
  var refusal: String?
  /// The history in which it is asked. It stays on the screen, and open after a no.
  var history: ChangesPage?

  /// The actions of questions.
  enum Answer: Equatable, Sendable {
    case change(BrowserEffect.Change)
    /// Opens the editor again.
    case edit(BrowserEffect.Place)
    case restore(BrowserEffect.Restoration)
  }
}
