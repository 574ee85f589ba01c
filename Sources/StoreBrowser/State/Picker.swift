package import MixtapeModel

/// A search in the library as the user types, whose results are added to a playlist.
package struct Picker: Equatable, Sendable {
  /// An episode that a search has found.
  package struct Found: Equatable, Sendable {
    package let id: Episode.ID
    package let text: EpisodeText

    package init(_ id: Episode.ID, _ text: EpisodeText) {
      self.id = id
      self.text = text
    }
  }

  /// The maximum number of results.
  package static let longestResult = 200

  package let playlist: Playlist.ID
  /// The episodes of the playlist.
  package internal(set) var held: Set<Episode.ID>
  package var field = TextField()
  package private(set) var found: [Found] = []
  package var cursor = ListCursor()
  package var marks: Set<Episode.ID> = []
  /// The text that was searched for last.
  var asked = ""
  /// The text that ``found`` belongs to.
  private var answered = ""

  init(_ playlist: Playlist) {
    self.playlist = playlist.id
    held = Set(playlist.episodes)
  }

  /// Shows the result of a search, if its text is still the one that was typed.
  mutating func show(_ found: [Found], of text: String) {
    guard text == field.text else { return }
    (self.found, answered) = (found, text)
    cursor.select(0)
  }

  /// Whether ``found`` is the result for the typed text.
  package var isCurrent: Bool { answered == field.text }

  /// The selected episode.
  package var selected: Found? { cursor.row < found.count ? found[cursor.row] : nil }

  /// The marked episodes in the order of the result, or else the selected one.
  var chosen: [Episode.ID] {
    let marked = found.map(\.id).filter { marks.contains($0) }
    // Marks of earlier results come last.
    let others = marks.subtracting(marked).sorted { $0.rawValue < $1.rawValue }
    return marks.isEmpty ? selected.map { [$0.id] } ?? [] : marked + others
  }
}
