public import MixtapeModel

/// A converter from the playlists of a store to those of other programs.
public struct PlaylistExporter: Sendable {
  private let podcasts: [Podcast.ID: Podcast]
  private let paths: ExportedPaths

  /// Makes an exporter.
  ///
  /// - Parameters:
  ///   - podcasts: The podcasts of the exported episodes. Their lists of episodes are ignored.
  ///   - paths: The way to write the paths of local files. Directories in it are absolute.
  public init(podcasts: [Podcast.ID: Podcast], paths: ExportedPaths = .absolute) {
    self.podcasts = podcasts
    self.paths = paths
  }

  /// An episode of a playlist.
  public struct Item: Sendable {
    /// The id.
    public let id: Episode.ID
    /// The episode; `nil` if the library does not have it.
    public let episode: Episode?
    /// Whether rules found it.
    public let isFound: Bool
    /// The comment on its line, which describes a missing entry.
    public let comment: String?
    /// The absolute path of a copy of its sound, which is exported in place of the address.
    public var copy: String?

    /// Makes an item.
    public init(id: Episode.ID, episode: Episode?, isFound: Bool = false, comment: String? = nil) {
      self.id = id
      self.episode = episode
      self.isFound = isFound
      self.comment = comment
    }
  }

  /// The text of a playlist file, for formats that keep it.
  public struct FileText: Sendable {
    /// The text.
    public let text: String
    /// The names of its parts that no key expresses, such as `comments`.
    public let parts: [String]

    /// Makes a text.
    public init(_ text: String, parts: [String]) {
      self.text = text
      self.parts = parts
    }
  }

  /// Converts a playlist with its episodes for a format.
  ///
  /// - Parameter file: The text of its file, if it has parts that no key expresses.
  public func playlist(
    _ playlist: Playlist, _ items: [Item], as format: any InterchangeFormat, file: FileText? = nil
  ) -> InterchangePlaylist {
    var result = InterchangePlaylist(name: playlist.name)
    result.id = playlist.id
    result.fileText = file?.text
    result.fileParts = file?.parts ?? []
    result.description = playlist.description.nonEmpty
    result.folders = playlist.folder.components
    for key in playlist.keysInUse where key != .name && key != .description && key != .episodes {
      result.keys[key] = playlist[key]
    }
    // Elements for names and descriptions lose white space at their ends, and control characters.
    if !playlist.name.isKeptByElements { result.keys[.name] = playlist[.name] }
    if !playlist.description.isKeptByElements { result.keys[.description] = playlist[.description] }
    result.entries = items.map { entry($0, style: format.locationStyle) }
    return result
  }

  private func entry(_ item: Item, style: LocationStyle) -> InterchangeEntry {
    var entry = InterchangeEntry()
    if let episode = item.episode {
      let podcast = podcasts[item.id.podcast]
      entry.title = episode.title
      entry.artist = episode.artist?.nonEmpty
      entry.album = episode.album?.nonEmpty
      entry.genre = episode.text(.genre)?.nonEmpty
      entry.duration = episode.duration
      if case .integer(let number)? = episode.fields[.trackNumber] { entry.trackNumber = Int(exactly: number) }
      entry.image = episode.artwork ?? podcast?.artwork
      // A picture on this disk is not copied with the sound.
      if item.copy != nil, entry.image.flatMap({ Location($0).path }) != nil { entry.image = nil }
      entry.guid = episode.guid
      entry.feed = podcast?.feed.map { AddressReference($0).withoutCredentials }
      entry.feedGuid = podcast?.guid?.nonEmpty
      entry.locations = [item.copy ?? episode.url].compactMap(\.self)
      entry.published = episode.published
      entry.summary = episode.text(.description)?.nonEmpty
      if case .integer(let size)? = episode.fields[.fileSize] { entry.fileSize = size }
      entry.fileFormat = episode.text(.fileFormat)?.nonEmpty
    } else if let missing = item.comment.flatMap({ MissingEntry(comment: $0) }) {
      entry = missing.entry
    }
    entry.locations = entry.locations.map { style.text(of: Location($0), as: paths) }
    entry.image = entry.image.map { style.text(of: Location($0), as: paths) }
    entry.episode = item.id
    entry.isFound = item.isFound
    return entry
  }
}

extension String {
  /// Whether an element of a format keeps the text as it is.
  fileprivate var isKeptByElements: Bool { trimmed == self && unicodeScalars.allSatisfy(ElementText.keeps) }
}

extension InterchangePlaylist {
  /// Whether addresses of its entries contain user names or passwords.
  public var hasCredentials: Bool {
    entries.contains { ($0.locations + [$0.image].compactMap(\.self)).contains { AddressReference($0).hasCredentials } }
  }
}
