internal import Interchange
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The episodes that playlists name, checked against the library. Files of podcasts are read when they are needed.
struct EpisodeReferences {
  private let store: Store
  private let files: [String: StoredFile]
  /// The episodes of podcasts; `nil` for one that the library does not have.
  private var library: [Podcast.ID: Set<Episode.ID>?] = [:]
  private var suggestionCount = 0
  private var missingPodcasts: Set<Podcast.ID> = []
  private lazy var leftOut = LeftOutFiles(of: store)

  /// Makes the references.
  ///
  /// - Parameter files: The files of all podcasts, by id.
  init(_ store: Store, _ files: [String: StoredFile]) {
    self.store = store
    self.files = files
  }

  /// Returns diagnostics of the entries of a playlist that the library does not have.
  mutating func diagnostics(of file: PlaylistFile) throws(MixtapeError) -> [Diagnostic] {
    guard let playlist = file.playlist else { return [] }
    var diagnostics: [Diagnostic] = []
    for (offset, episode) in playlist.episodes.enumerated() {
      let range = file.episodeRanges[offset]
      let known = try episodes(of: episode.podcast)
      guard known?.contains(episode) != true else { continue }
      if let comment = file.comment(ofEpisodeAt: offset), MissingEntry(comment: comment) != nil {
        diagnostics.append(.missingEntry(episode, of: playlist.id, at: range))
        continue
      }
      if known == nil, let path = leftOut.path(of: episode.podcast.rawValue, in: .library) {
        diagnostics.append(.notCheckedOut(path, .missingEpisode, range, consequence: "so its episodes are unknown"))
        continue
      }
      diagnostics.append(
        Diagnostic(
          id: .missingEpisode, severity: .warning, range: range,
          message: known == nil
            ? "the library has no podcast \(episode.podcast)" : "the library has no episode \(episode)",
          notes: try suggestion(for: episode, among: known)))
    }
    return diagnostics
  }

  /// The maximum number of missing episodes with a suggestion. A search compares all episodes of a podcast, which takes up to 10 ms.
  private static let mostSuggestions = 10

  /// Returns the suggestion for a missing episode: one for all episodes of a missing podcast, and none after ``mostSuggestions``.
  ///
  /// - Parameter known: The episodes of its podcast.
  private mutating func suggestion(
    for episode: Episode.ID, among known: Set<Episode.ID>?
  ) throws(MixtapeError) -> [Diagnostic.Note] {
    guard suggestionCount < Self.mostSuggestions else { return [] }
    var candidates = known ?? []
    if known == nil {
      guard missingPodcasts.insert(episode.podcast).inserted else { return [] }
      for name in NearestNames.of(episode.podcast.rawValue, among: files.keys) {
        guard let podcast = Podcast.ID(rawValue: name) else { continue }
        candidates.formUnion(try episodes(of: podcast) ?? [])
      }
    }
    suggestionCount += 1
    return NearestNames.of(episode, among: candidates, limit: 1).map {
      Diagnostic.Note(message: "did you mean \"\($0)\"?", range: nil)
    }
  }

  /// Returns the episodes of a podcast; `nil` if the library does not have its file. If the file has errors, the
  /// readable ones.
  private mutating func episodes(of podcast: Podcast.ID) throws(MixtapeError) -> Set<Episode.ID>? {
    if let known = library[podcast] { return known }
    var episodes: Set<Episode.ID>?
    if let stored = files[podcast.rawValue], case .bytes(let source) = try store.load(stored.path) {
      episodes = PodcastFile(parsing: source, id: podcast, folder: stored.folder).episodeIDs
    }
    library.updateValue(episodes, forKey: podcast)
    return episodes
  }
}

extension Diagnostic {
  /// Makes the warning of an entry that an import did not find.
  fileprivate static func missingEntry(
    _ entry: Episode.ID, of playlist: Playlist.ID, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .missingEpisode, severity: .warning, range: range,
      message: "the library has no episode for the entry \(entry)",
      notes: [Diagnostic.Note(message: "`mixtape import --resolve \(playlist)` looks for it again", range: nil)])
  }
}
