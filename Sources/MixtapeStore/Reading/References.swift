internal import Interchange
internal import LosslessTOML
internal import MixtapeLibrary
internal import MixtapeModel
internal import PlaylistFiles

/// The playlists that rules name. Files are read when they are needed.
struct PlaylistReferences {
  private let store: Store
  private let files: [String: SectionFile]
  private var known: [Playlist.ID: [Playlist.ID]] = [:]

  /// Makes the references.
  ///
  /// - Parameter files: The files of all playlists, by id.
  init(_ store: Store, _ files: [String: SectionFile]) {
    self.store = store
    self.files = files
  }

  /// Returns diagnostics of the playlists that a file names: a playlist in its rules, and `mixtape.toml` in `[export]`.
  mutating func diagnostics(of parsed: ParsedFile?) throws(MixtapeError) -> [Diagnostic] {
    if case .store(let file)? = parsed { return exportDiagnostics(of: file) }
    guard case .playlist(let file)? = parsed else { return [] }
    var diagnostics: [Diagnostic] = []
    for mention in file.namedPlaylists {
      if files[mention.value.rawValue] == nil {
        diagnostics.append(unknown(mention))
      } else if let way = try way(from: mention.value, to: file.id) {
        let cycle = ([file.id] + way).map(\.rawValue).joined(separator: " → ")
        diagnostics.append(
          Diagnostic(
            id: .playlistCycle, severity: .error, range: mention.range,
            message: "the rules of this playlist form a cycle: \(cycle)"))
      }
    }
    return diagnostics
  }

  /// Returns diagnostics of playlists that are to be exported and do not exist.
  private func exportDiagnostics(of file: StoreFile) -> [Diagnostic] {
    file.exportedPlaylists.filter { files[$0.value.rawValue] == nil }.map { mention in
      Diagnostic(
        id: .unknownPlaylist, severity: .warning, range: mention.range,
        message: "there is no playlist `\(mention.value)`, so it is not exported")
    }
  }

  mutating func forget(_ id: Playlist.ID) { known[id] = nil }

  private func unknown(_ mention: PlaylistFile.Mention<Playlist.ID>) -> Diagnostic {
    let near = NearestNames.of(mention.value.rawValue, among: files.keys.sorted(), limit: 1)
    return Diagnostic(
      id: .unknownPlaylist, severity: .warning, range: mention.range,
      message: "there is no playlist `\(mention.value)`, so it counts as empty",
      notes: near.map { Diagnostic.Note(message: "did you mean \"\($0)\"?") },
      replacements: near.map(RuleText.quoted))
  }

  /// Finds a cycle through a playlist and the playlists that its new rules name. See ``Store/cycle(from:through:)``.
  mutating func cycle(
    from id: Playlist.ID, through asked: Set<Playlist.ID>
  ) throws(MixtapeError) -> [Playlist.ID]? {
    for playlist in asked.sorted() {
      if let way = try way(from: playlist, to: id) { return [id] + way }
    }
    return nil
  }

  /// Returns a shortest path along rules from one playlist to another, both included; `nil` if no path leads there.
  private mutating func way(from start: Playlist.ID, to end: Playlist.ID) throws(MixtapeError) -> [Playlist.ID]? {
    var origins = [start: start]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let playlist = queue[next]
      next += 1
      if playlist == end {
        var way = [end]
        while let last = way.last, last != start, let origin = origins[last] { way.append(origin) }
        return way.reversed()
      }
      for other in try references(of: playlist) where origins[other] == nil {
        origins[other] = playlist
        queue.append(other)
      }
    }
    return nil
  }

  private mutating func references(of id: Playlist.ID) throws(MixtapeError) -> [Playlist.ID] {
    if let references = known[id] { return references }
    var references: [Playlist.ID] = []
    if let stored = files[id.rawValue], case .bytes(let source) = try store.load(stored.path) {
      references = PlaylistFile(parsing: source, id: id, folder: stored.folder).namedPlaylists.map(\.value)
    }
    known[id] = references
    return references
  }
}

/// The episodes that playlists name, checked against the library. Files of podcasts are read when they are needed.
struct EpisodeReferences {
  private let store: Store
  private let files: [String: SectionFile]
  /// The episodes of podcasts; `nil` for one that the library does not have.
  private var library: [Podcast.ID: Set<Episode.ID>?] = [:]
  /// Episodes that the library has, as the caller knows.
  var known: Set<Episode.ID> = []
  private var suggestionCount = 0
  private var missingPodcasts: Set<Podcast.ID> = []

  /// Makes the references.
  ///
  /// - Parameter files: The files of all podcasts, by id.
  init(_ store: Store, _ files: [String: SectionFile]) {
    self.store = store
    self.files = files
  }

  /// Returns diagnostics of the entries of a playlist that the library does not have.
  mutating func diagnostics(of file: PlaylistFile) throws(MixtapeError) -> [Diagnostic] {
    guard let playlist = file.playlist else { return [] }
    suggestionCount = 0
    missingPodcasts = []
    var diagnostics: [Diagnostic] = []
    for (offset, episode) in playlist.episodes.enumerated() where !known.contains(episode) {
      let range = file.episodeRanges[offset]
      let known = try episodes(of: episode.podcast)
      guard known?.contains(episode) != true else { continue }
      if let comment = file.comment(ofEpisodeAt: offset), MissingEntry(comment: comment) != nil {
        diagnostics.append(.missingEntry(episode, of: playlist.id, at: range))
        continue
      }
      let near = try suggestions(for: episode, among: known)
      diagnostics.append(
        Diagnostic(
          id: .missingEpisode, severity: .warning, range: range,
          message: known == nil
            ? "the library has no podcast \(episode.podcast)" : "the library has no episode \(episode)",
          notes: near.map { Diagnostic.Note(message: "did you mean \"\($0)\"?") },
          replacements: near.map(\.rawValue)))
    }
    return diagnostics
  }

  mutating func forget(_ id: Podcast.ID) { library.removeValue(forKey: id) }

  /// The maximum number of missing episodes with a suggestion. A search compares all episodes of a podcast, which takes up to 10 ms.
  private static let mostSuggestions = 10

  /// Returns the suggestion for a missing episode, at most one: one for all episodes of a missing podcast, and none after
  /// ``mostSuggestions``.
  ///
  /// - Parameter known: The episodes of its podcast.
  private mutating func suggestions(
    for episode: Episode.ID, among known: Set<Episode.ID>?
  ) throws(MixtapeError) -> [Episode.ID] {
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
    return NearestNames.of(episode, among: candidates, limit: 1)
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

/// The podcasts, folders and tags that rules name, checked against the library. Files are read only for tags.
struct LibraryReferences {
  private let store: Store
  private var known: [RuleField: PodcastNames] = [:]

  init(_ store: Store) { self.store = store }

  /// Returns warnings of names in the rules of a playlist that no podcast has. Names that a rule excludes are not reported, as in
  /// evaluations.
  mutating func diagnostics(of parsed: ParsedFile?) throws(MixtapeError) -> [Diagnostic] {
    guard case .playlist(let file)? = parsed else { return [] }
    var diagnostics: [Diagnostic] = []
    for mention in file.namedTexts where !mention.value.isExcluded {
      let (field, text) = (mention.value.field, mention.value.text)
      guard PodcastNames.fields.contains(field) else { continue }
      let names = try names(in: field)
      guard !names.contains(text) else { continue }
      diagnostics.append(
        Diagnostic(
          id: .unknownName, severity: .warning, range: mention.range,
          message: "the rule names \(RuleWording.missingName(text, in: field))",
          notes: names.nearest(to: text).map { Diagnostic.Note(message: "did you mean \"\($0)\"?") }))
    }
    return diagnostics
  }

  /// Returns the names that podcasts have in a field.
  ///
  /// - Parameter field: One of ``PodcastNames/fields``.
  mutating func names(in field: RuleField) throws(MixtapeError) -> PodcastNames {
    if let names = known[field] { return names }
    let found = try FoundFiles(.library, of: store)
    let names =
      switch field {
      case .podcast: PodcastNames(field, found.files.map(\.name))
      case .folder: PodcastNames(field, found.files.map(\.folder.path).filter { !$0.isEmpty })
      // The check itself reports files with errors.
      default: PodcastNames(field, try StoreReader(store, notifies: false).podcasts(found).flatMap(\.tags))
      }
    known[field] = names
    return names
  }
}
