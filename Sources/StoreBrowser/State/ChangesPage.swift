package import MixtapeModel
package import TerminalUI

/// The page with the changes of a playlist, newest first, with the difference or the playlist of the selected one.
package struct ChangesPage: Equatable, Sendable {
  /// A change of the playlist.
  package struct Change: Hashable, Sendable {
    /// The id of its commit.
    package let revision: String
    /// The commit before it; `nil` for the first one.
    package let parent: String?
    /// The abbreviated id and the time.
    package let label: String
    package let subject: String

    package init(revision: String, parent: String?, label: String, subject: String) {
      self.revision = revision
      self.parent = parent
      self.label = label
      self.subject = subject
    }
  }

  /// The lower half of the screen.
  package enum Detail: Hashable, Sendable {
    /// The difference that the change made.
    case difference
    /// The playlist after the change.
    case playlist
  }

  package let playlist: Playlist.ID
  package private(set) var changes: [Change] = []
  package private(set) var isLoaded = false
  package var cursor = ListCursor()
  package var detail = Detail.difference
  /// The lines of the lower half, and the first visible one.
  package private(set) var lines: [StyledText] = []
  package var firstLine = 0
  /// The detail that ``lines`` show, and the one that was asked for last.
  private var shown: Request?
  var asked: Request?

  /// A detail of a change.
  struct Request: Equatable, Sendable {
    let change: Change
    let detail: Detail
  }

  init(_ playlist: Playlist.ID) { self.playlist = playlist }

  package var selected: Change? { cursor.row < changes.count ? changes[cursor.row] : nil }

  /// The detail that should be shown.
  var wanted: Request? { selected.map { Request(change: $0, detail: detail) } }

  /// Whether the lines are those of the selected change.
  package var isCurrent: Bool { shown != nil && shown == wanted }

  /// Shows the changes. The cursor stays at its change.
  mutating func show(_ new: [Change]) {
    let old = selected
    (changes, isLoaded) = (new, true)
    if let old, let row = new.firstIndex(where: { $0.revision == old.revision }) { cursor.select(row) }
  }

  /// Shows a detail, if it is still the wanted one.
  mutating func show(_ new: [StyledText], of change: Change, _ detail: Detail) {
    let request = Request(change: change, detail: detail)
    guard request == wanted else { return }
    (lines, shown, firstLine) = (new, request, 0)
  }

  /// Scrolls the lower half.
  mutating func scroll(by rows: Int, height: Int) {
    firstLine = max(0, min(firstLine + rows, lines.count - height))
  }
}
