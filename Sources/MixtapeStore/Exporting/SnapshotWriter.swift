internal import MixtapeLibrary
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Keeps a snapshot of a store as a JSON file, at the path in `mixtape.toml`.
struct SnapshotWriter {
  private let path: FilePath
  private let store: Store
  private let newest: Int

  /// Makes a writer for a store; `nil` if its settings name no snapshot, or one that has no effect
  /// (``Store/untrustedSettings()``).
  init?(for store: Store) {
    guard let settings = store.settings.snapshot,
      TrustedSettings(of: store).contains(PlaceSetting(.snapshot, settings.path))
    else { return nil }
    path = store.place(settings.path)
    self.store = store
    newest = settings.newest
  }

  /// Writes the snapshot if its content has changed. The change that led to it is already committed, so failures go to the
  /// context's `notify`.
  func refresh() {
    do throws(PublishingFailure) {
      _ = try PublishedFile.directory(at: path.removingLastComponent(), for: path)
      try PublishedFile(path: path, isOwn: Self.isSnapshot).write(try encoded())
    } catch {
      store.context.notify(.snapshotNotRefreshed(error))
    }
  }

  private func encoded() throws(PublishingFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      let snapshot = LibrarySnapshot(
        of: try podcasts(), try playlists(), at: store.directory.string, newest: newest)
      return Array(try encoder.encode(snapshot)) + [UInt8(ascii: "\n")]
    } catch let error as MixtapeError {
      throw PublishingFailure(path: path, reason: .store(error))
    } catch {
      throw PublishingFailure(path: path, reason: .encoding(error))
    }
  }

  /// Returns the podcasts of the store. The change has already reported problems of files.
  private func podcasts() throws(MixtapeError) -> [Podcast] {
    try LibraryIndexSource(store, [.library]).read { (index) throws(LibraryError) in
      try index.podcasts()
    }.value
  }

  private func playlists() throws(MixtapeError) -> [Playlist] {
    try LibraryIndexSource(store, [.playlists]).read { (index) throws(LibraryError) in
      try index.playlists()
    }.value
  }

  private static func isSnapshot(_ bytes: [UInt8]) -> Bool {
    struct Mark: Decodable { let format: String }
    do {
      return try JSONDecoder().decode(Mark.self, from: Data(bytes)).format == LibrarySnapshot.format
    } catch {
      return false
    }
  }
}

/// A summary of a store for launchers, voice assistants and status bars: podcasts, the newest episodes, and
/// playlists.
///
/// The JSON format is documented in `docs/snapshot.md`. Within a version of the format, members may be added, but not
/// removed or redefined.
struct LibrarySnapshot: Encodable {
  /// The value of the member that identifies a snapshot.
  static let format = "mixtape-snapshot"
  /// The version of the format.
  static let version = 1

  let format = Self.format
  let version = Self.version
  let store: String
  let podcasts: [PodcastMember]
  let newest: [EpisodeMember]
  let playlists: [PlaylistMember]

  struct PodcastMember: Encodable {
    let id, title, kind, folder: String
    let author, artwork, description, notes: String?
    let tags: [String]
    let subscribed: Bool
    let episodes: Int
  }

  struct EpisodeMember: Encodable {
    let id, title, podcast: String
    let url, artwork, description, notes: String?
    let published: Date?
    let duration: Double?
  }

  struct PlaylistMember: Encodable {
    let id, name, folder, description: String
    let episodes: Int
    let smart: Bool
  }

  /// Makes a snapshot.
  ///
  /// - Complexity: O(*n* log *n*) in the number of episodes of the library.
  init(of podcasts: [Podcast], _ playlists: [Playlist], at store: String, newest count: Int) {
    self.store = store
    self.podcasts = podcasts.map(PodcastMember.init)
    newest = Self.newest(count, of: podcasts)
    self.playlists = playlists.map(PlaylistMember.init)
  }

  /// Returns the newest episodes by publication date, or by the date they were added if that is missing. Episodes
  /// without a date are left out.
  private static func newest(_ count: Int, of podcasts: [Podcast]) -> [EpisodeMember] {
    let dated = podcasts.flatMap { podcast in
      podcast.episodes.compactMap { episode in episode.appeared.map { (date: $0, episode, podcast) } }
    }
    let sorted = dated.sorted { $0.date == $1.date ? $0.1.id < $1.1.id : $0.date > $1.date }
    return sorted.prefix(count).map { EpisodeMember($0.1, of: $0.2) }
  }
}

extension LibrarySnapshot.PodcastMember {
  fileprivate init(_ podcast: Podcast) {
    id = podcast.id.rawValue
    title = podcast.title
    kind = podcast.kind.rawValue
    folder = podcast.folder.path
    author = podcast.author
    artwork = podcast.artwork
    description = podcast.description
    notes = podcast.notes
    tags = podcast.tags
    subscribed = podcast.subscribed
    episodes = podcast.episodes.count
  }
}

extension LibrarySnapshot.EpisodeMember {
  fileprivate init(_ episode: Episode, of podcast: Podcast) {
    id = episode.id.rawValue
    title = episode.title
    self.podcast = podcast.title
    url = episode.url
    artwork = episode.artwork ?? podcast.artwork
    description = episode.text(.description)
    notes = episode.text(.notes)
    published = episode.appeared
    duration = episode.duration
  }
}

extension LibrarySnapshot.PlaylistMember {
  fileprivate init(_ playlist: Playlist) {
    id = playlist.id.rawValue
    name = playlist.name
    folder = playlist.folder.path
    description = playlist.description
    episodes = playlist.episodes.count
    smart = playlist.isSmart
  }
}

extension Episode {
  /// The publication date, or the date the episode was added to the library.
  fileprivate var appeared: Date? {
    if let published { return published }
    if case .date(let date)? = fields[.dateAdded] { return date }
    return nil
  }
}
