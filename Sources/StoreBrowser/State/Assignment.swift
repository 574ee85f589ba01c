package import MixtapeModel

/// The playlists that episodes are added to and removed from, as the user toggles them.
package struct Assignment: Equatable, Sendable {
  /// The share of the episodes that a playlist has.
  package enum Share: Hashable, Sendable { case all, some, none }

  /// A playlist of the list.
  package struct Candidate: Equatable, Sendable {
    package let id: Playlist.ID
    package let name: String
    /// The name and the id, for filters.
    let folded: FoldedText
  }

  /// The episodes, in order.
  package let episodes: [Episode.ID]
  /// The playlists, in order.
  package private(set) var playlists: [Candidate] = []
  /// Whether the playlists are known.
  package private(set) var isLoaded = false
  private var before: [Playlist.ID: Share] = [:]
  private var wanted: [Playlist.ID: Share] = [:]
  /// The new playlists.
  package private(set) var created: [Playlist] = []
  /// The words that playlists must contain, or the name of a new one.
  package var field = TextField()
  package var cursor = ListCursor()
  /// The indices of the playlists that are shown.
  package private(set) var shown: [Int] = []
  /// The reason why a new playlist was refused.
  package var refusal: String?

  init(_ episodes: [Episode.ID]) { self.episodes = episodes.withoutRepetitions }

  /// Shows the playlists of a store.
  mutating func show(_ all: [PlaylistSummary], held: [Playlist.ID: Set<Episode.ID>]) {
    let selected = cursor.row < shown.count ? playlists[shown[cursor.row]].id : nil
    playlists = all.map {
      Candidate(id: $0.id, name: $0.name, folded: FoldedText("\($0.name) \($0.id)"))
    }
    before = held.mapValues { $0.count == episodes.count ? .all : $0.isEmpty ? .none : .some }
    wanted = wanted.filter { id, _ in all.contains { $0.id == id } }
    isLoaded = true
    refilter()
    if let row = shown.firstIndex(where: { playlists[$0].id == selected }) { cursor.select(row) }
  }

  /// Shows only the playlists with the words of the field.
  mutating func refilter() {
    let words = FoldedText.words(of: field.text)
    shown = playlists.indices.filter { playlists[$0].folded.contains(words) }
  }

  /// Returns the share that a playlist will have.
  package func share(of id: Playlist.ID) -> Share { wanted[id] ?? before[id] ?? .none }

  /// Returns whether the share of a playlist was changed.
  package func isChanged(_ id: Playlist.ID) -> Bool { wanted[id] != nil }

  /// Whether there is something to save.
  var isChanged: Bool { !wanted.isEmpty || !created.isEmpty }

  /// Toggles the selected playlist: all, none, and some if it had some before.
  mutating func toggleSelected() {
    guard cursor.row < shown.count else { return }
    let id = playlists[shown[cursor.row]].id
    let old = before[id] ?? .none
    let next: Share =
      switch share(of: id) {
      case .some: .all
      case .all: .none
      case .none: old == .some ? .some : .all
      }
    wanted[id] = next == old ? nil : next
  }

  /// Adds a new playlist with the name in the field, or removes it again.
  mutating func create() {
    let name = field.text.trimmingBlanks
    if let place = created.firstIndex(where: { $0.name == name }) {
      created.remove(at: place)
    } else {
      guard !name.isEmpty else { return refusal = "Type the name of the new playlist first" }
      do throws(FormError) {
        created.append(
          try Form.newPlaylist(name, in: .top, taken: Set(playlists.map(\.id) + created.map(\.id))))
      } catch {
        return refusal = error.reason
      }
    }
    field = TextField()
    refilter()
  }

  /// The change that makes the assignment; `nil` if nothing was toggled.
  var operation: PlaylistOperation? {
    guard isChanged else { return nil }
    let ids = wanted.keys.sorted()
    return .assign(
      episodes, to: ids.filter { wanted[$0] == .all }, from: ids.filter { wanted[$0] == Share.none }, creating: created)
  }
}
