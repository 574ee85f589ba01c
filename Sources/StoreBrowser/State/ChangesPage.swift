package import MixtapeModel

/// The page with the changes of a playlist, of a podcast or of the whole store, newest first, with the difference or the playlist of
/// the selected one.
package struct ChangesPage: Equatable, Sendable {
  /// A change.
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

  /// A change that an undo or a redo would apply to.
  package struct Step: Hashable, Sendable {
    /// The commit of the change; `nil` for a hand edit that is not committed.
    package let revision: String?
    package let subject: String

    package init(revision: String?, subject: String) {
      self.revision = revision
      self.subject = subject
    }
  }

  /// The changes, and for the whole store the next undo and redo.
  package struct Contents: Hashable, Sendable {
    package let changes: [Change]
    package let undo: Step?
    package let redo: Step?

    package init(_ changes: [Change], undo: Step? = nil, redo: Step? = nil) {
      self.changes = changes
      self.undo = undo
      self.redo = redo
    }
  }

  /// The lower half of the screen.
  package enum Detail: Hashable, Sendable {
    /// The difference that the change made.
    case difference
    /// The playlist after the change.
    case playlist
  }

  /// The item with the changes; `nil` for the whole store.
  package let item: StoreItem?
  package private(set) var contents = Contents([])
  package private(set) var isLoaded = false
  package var cursor = ListCursor()
  package private(set) var detail = Detail.difference
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

  init(_ item: StoreItem?) { self.item = item }

  package var changes: [Change] { contents.changes }

  package var selected: Change? { cursor.row < changes.count ? changes[cursor.row] : nil }

  /// Whether the lower half can show the item as it was. That of a podcast would be too long.
  package var showsVersions: Bool { if case .playlist = item { true } else { false } }

  /// The detail that should be shown.
  var wanted: Request? { selected.map { Request(change: $0, detail: detail) } }

  /// Whether the lines are those of the selected change.
  package var isCurrent: Bool { shown != nil && shown == wanted }

  /// Shows the other detail, if there is one.
  mutating func toggleDetail() {
    if showsVersions { detail = detail == .difference ? .playlist : .difference }
  }

  /// Shows the changes. The cursor stays at its change.
  mutating func show(_ new: Contents) {
    let old = selected
    (contents, isLoaded) = (new, true)
    if let old, let row = new.changes.firstIndex(where: { $0.revision == old.revision }) { cursor.select(row) }
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

/// The page with the values that both sides of a sync changed, and that nobody has decided.
package struct ConflictsPage: Equatable, Sendable {
  /// The sides of a conflict, by the words of `mixtape conflicts --take`.
  package enum Side: String, CaseIterable, Hashable, Sendable { case mine, theirs }

  /// The value of a side.
  package struct Version: Hashable, Sendable {
    package let side: Side
    package let value: String
    /// The author and the time.
    package let origin: String
    /// Whether the file has this value now.
    package let isTaken: Bool

    package init(_ side: Side, _ value: String, origin: String, isTaken: Bool) {
      self.side = side
      self.value = value
      self.origin = origin
      self.isTaken = isTaken
    }
  }

  /// A value in conflict.
  package struct Conflict: Hashable, Sendable {
    /// The playlist, podcast, episode or file.
    package let name: String
    package let key: String
    package let versions: [Version]

    package init(_ name: String, _ key: String, _ versions: [Version]) {
      self.name = name
      self.key = key
      self.versions = versions
    }
  }

  package private(set) var conflicts: [Conflict] = []
  package private(set) var isLoaded = false
  /// Whether a decision may have changed the conflicts since the list was read.
  var isDeciding = false
  package var cursor = ListCursor()

  package var selected: Conflict? { cursor.row < conflicts.count ? conflicts[cursor.row] : nil }

  /// Shows the conflicts. The cursor stays at its conflict, or else at its row.
  mutating func show(_ new: [Conflict]) {
    let old = selected
    (conflicts, isLoaded) = (new, true)
    let row = new.firstIndex { $0.name == old?.name && $0.key == old?.key }
    cursor.select(row ?? max(0, min(cursor.row, new.count - 1)))
  }
}
