package import MixtapeModel
package import MixtapePlayer

/// The list in the right pane: the episodes of a playlist, of a podcast or of a search.
package struct Listing: Equatable, Sendable {
  /// The origin of the episodes.
  package enum Source: Hashable, Sendable {
    case playlist(Playlist.ID)
    case podcast(Podcast.ID)
    /// The result of a search in the library.
    case search(String)
    /// The new episodes of subscribed podcasts.
    case new
  }

  /// The contents of a source.
  package struct Contents: Equatable, Sendable {
    package let entries: [ListedEpisode]
    /// The texts of the first episodes. The others are read when they become visible.
    package let texts: [Episode.ID: EpisodeText]
    package let title: String
    /// Facts in one line: number of episodes, playing time, rules and settings.
    package let summary: String
    /// A warning about the rules, such as that they name a missing playlist.
    package let warning: String?
    /// The playlist; `nil` for other sources.
    package let playlist: Playlist?

    package init(
      _ entries: [ListedEpisode], texts: [Episode.ID: EpisodeText] = [:], title: String, summary: String,
      warning: String? = nil, playlist: Playlist? = nil
    ) {
      self.entries = entries
      self.texts = texts
      self.title = title
      self.summary = summary
      self.warning = warning
      self.playlist = playlist
    }
  }

  /// Episodes on their way to another place of the playlist. The move is saved when the next key is pressed.
  package struct Move: Equatable, Sendable {
    /// The offsets before the move, in order.
    package let offsets: [Int]
    /// The offset of the first episode after the move.
    package internal(set) var destination: Int
    /// The entries before the move.
    let before: [ListedEpisode]
  }

  package private(set) var source: Source?
  package private(set) var entries: [ListedEpisode] = []
  package private(set) var title = ""
  package private(set) var summary = ""
  package private(set) var warning: String?
  package private(set) var playlist: Playlist?
  /// Whether the contents are being read.
  package private(set) var isLoading = false
  /// The reason why the contents cannot be shown.
  package private(set) var failure: String?
  package var cursor = ListCursor()
  /// The offsets of marked entries.
  package internal(set) var marks: Set<Int> = [] { didSet { countHiddenMarks() } }
  /// The number of marked entries that do not pass the filter.
  package private(set) var hiddenMarkCount = 0
  /// The words of a filter; empty for all entries.
  package private(set) var filter = ""
  /// The words of the filter whose result is shown.
  private var answeredFilter = ""
  /// The offsets of the entries that pass the filter; `nil` for all.
  package private(set) var filtered: [Int]?
  package internal(set) var move: Move?
  private var texts: [Episode.ID: EpisodeText] = [:]
  /// The episodes whose texts were read, also those that the library does not have.
  private var described: Set<Episode.ID> = []

  /// The number of episodes whose texts are kept.
  private static let mostTexts = 5_000

  package init() {}

  /// Makes the list of a source that is being read.
  package init(reading source: Source?) {
    self.source = source
    isLoading = source != nil
  }

  /// Whether the result of the filter is being read.
  package var isFiltering: Bool { filter != answeredFilter }

  /// The number of rows.
  package var count: Int { filtered?.count ?? entries.count }

  /// The number of hand-picked episodes, which precede the others.
  package var pickedCount: Int { playlist?.episodes.count ?? 0 }

  /// Returns the offset of the entry in a row.
  package func offset(ofRow row: Int) -> Int { filtered?[row] ?? row }

  /// The offset of the selected entry; `nil` in an empty list.
  package var selected: Int? { cursor.row < count ? offset(ofRow: cursor.row) : nil }

  /// The offsets of the marked entries, or else of the selected one, in order.
  package var chosen: [Int] { marks.isEmpty ? selected.map { [$0] } ?? [] : marks.sorted() }

  /// Returns the entry at an offset, as one of a list that plays.
  package func entry(_ offset: Int) -> ListEntry {
    let id = entries[offset].id
    return ListEntry(id, occurrence: entries.prefix(offset).count { $0.id == id })
  }

  /// Returns the text of an episode; `nil` while it is unknown, or if the library does not have it.
  package func text(of id: Episode.ID) -> EpisodeText? { texts[id] }

  /// Returns the visible episodes whose texts are needed.
  package func episodesWithoutText(height: Int) -> [Episode.ID] {
    // One page more, so that the next page is there at once.
    let rows = cursor.visible(count: count, height: 2 * height)
    return rows.map { entries[offset(ofRow: $0)].id }.filter { !described.contains($0) }.withoutRepetitions
  }

  /// Adds the texts of episodes. Episodes that the library does not have are not in `new`.
  package mutating func describe(_ ids: [Episode.ID], _ new: [Episode.ID: EpisodeText]) {
    if texts.count > Self.mostTexts { (texts, described) = ([:], []) }
    texts.merge(new) { $1 }
    described.formUnion(ids)
  }

  /// Shows the contents of the source. Marks and the cursor stay at their episodes.
  package mutating func show(_ contents: Contents) {
    let chosen = selected.map { [$0] } ?? []
    let marked = Array(marks)
    let places = Self.places(of: entries, marked + chosen)
    let isFirst = isLoading && entries.isEmpty
    (entries, title, playlist) = (contents.entries, contents.title, contents.playlist)
    (summary, warning) = (contents.summary, contents.warning)
    (isLoading, failure, move) = (false, nil, nil)
    (texts, described) = (contents.texts, Set(contents.texts.keys))
    guard !isFirst else { return }
    let offsets = Self.offsets(of: places, in: entries)
    marks = Set(zip(marked, offsets).compactMap(\.1))
    refilter()
    if !chosen.isEmpty, let offset = offsets.last ?? nil { select(offset) }
  }

  /// Shows the reason why the contents cannot be read.
  package mutating func show(failure reason: String) {
    (failure, isLoading, entries, marks, filtered, playlist) = (reason, false, [], [], nil, nil)
  }

  /// Moves the cursor to the entry at an offset, if it is shown.
  package mutating func select(_ offset: Int) {
    let row = filtered.map { $0.firstIndex(of: offset) } ?? offset
    if let row { cursor.select(row) }
  }

  /// Replaces the hand-picked episodes after a change, before the contents are read again.
  package mutating func show(_ changed: Playlist) {
    guard playlist?.id == changed.id else { return }
    let known = Dictionary(entries.map { ($0.id, $0.origin) }) { first, _ in first }
    let picked = Set(changed.episodes)
    let found = entries.filter { $0.origin == .found && !picked.contains($0.id) }
    let entries = changed.episodes.map { ListedEpisode($0, known[$0] == .missing ? .missing : .picked) } + found
    let texts = texts
    show(
      Contents(
        entries, texts: texts, title: changed.name, summary: summary, warning: warning, playlist: changed))
  }

  // MARK: Filter

  private var matching: Set<Episode.ID>?

  /// Shows only the episodes that a filter passes: `nil` while they are unknown.
  package mutating func filter(by text: String, _ ids: Set<Episode.ID>?) {
    let chosen = selected
    filter = text
    if text.isEmpty {
      (matching, answeredFilter) = (nil, "")
    } else if let ids {
      (matching, answeredFilter) = (ids, text)
    }
    refilter()
    if let chosen { select(chosen) }
  }

  private mutating func refilter() {
    filtered = matching.map { matching in entries.indices.filter { matching.contains(entries[$0].id) } }
    countHiddenMarks()
  }

  private mutating func countHiddenMarks() {
    guard let matching, !marks.isEmpty else { return hiddenMarkCount = 0 }
    hiddenMarkCount = marks.count { !matching.contains(entries[$0].id) }
  }

  // MARK: Moves

  /// Shows an arrangement during a move.
  mutating func arrange(_ entries: [ListedEpisode], move: Move) {
    self.entries = entries
    self.move = move
    marks = marks.isEmpty ? [] : Set(move.destination..<move.destination + move.offsets.count)
  }
}

// MARK: - Places

extension Listing {
  private static func places(of entries: [ListedEpisode], _ offsets: [Int]) -> [ListEntry] {
    let places = Self.places(of: Set(offsets.map { entries[$0].id }), in: entries)
    return offsets.compactMap { places[$0] }
  }

  private static func offsets(of places: [ListEntry], in entries: [ListedEpisode]) -> [Int?] {
    let known = Self.places(of: Set(places.map(\.episode)), in: entries)
    let offsets = Dictionary(uniqueKeysWithValues: known.map { ($1, $0) })
    return places.map { offsets[$0] }
  }

  /// Returns all entries of some episodes, by their offsets.
  private static func places(of wanted: Set<Episode.ID>, in entries: [ListedEpisode]) -> [Int: ListEntry] {
    guard !wanted.isEmpty else { return [:] }
    let offsets = entries.indices.filter { wanted.contains(entries[$0].id) }
    return Dictionary(uniqueKeysWithValues: zip(offsets, ListEntry.all(of: offsets.map { entries[$0].id })))
  }
}

/// An entry of the right pane.
package struct ListedEpisode: Hashable, Sendable {
  /// The origin of an entry.
  package enum Origin: Hashable, Sendable {
    /// A hand-picked episode.
    case picked
    /// A hand-picked episode that is missing from the library.
    case missing
    /// An episode that rules or a search found, or one of a podcast.
    case found
  }

  package let id: Episode.ID
  package let origin: Origin

  package init(_ id: Episode.ID, _ origin: Origin) {
    self.id = id
    self.origin = origin
  }
}

/// The text of an episode in a list.
package struct EpisodeText: Hashable, Sendable {
  package let title: String
  /// The artist of a track; `nil` for an episode of a podcast.
  package let artist: String?
  /// The title of the podcast or the album.
  package let collection: String
  /// The date of publication, such as `03-01`; empty if it is unknown.
  package let date: String
  /// The length, such as `30:34`; empty if it is unknown.
  package let playingTime: String
  /// The state for a listener: new, started or played.
  package let state: ListeningState
  package let rating: Int64?
  /// Whether the player plays a file on this machine, and needs no network.
  package let isDownloaded: Bool
  /// Whether its music file is missing on this machine.
  package let isFileMissing: Bool

  package init(
    title: String, artist: String? = nil, collection: String, date: String = "", playingTime: String,
    state: ListeningState = .unplayed, rating: Int64? = nil, isDownloaded: Bool = false, isFileMissing: Bool = false
  ) {
    self.title = title
    self.artist = artist
    self.collection = collection
    self.date = date
    self.playingTime = playingTime
    self.state = state
    self.rating = rating
    self.isDownloaded = isDownloaded
    self.isFileMissing = isFileMissing
  }
}
