internal import FileSystem
internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// The result of reading one file.
enum LoadedFile {
  /// The whole content.
  case bytes([UInt8])
  /// The file does not exist.
  case absent
  /// The path cannot be a file of the store, or the file is unreadable.
  case unusable(FileReport)
}

extension LoadedFile {
  /// Returns whether the file has some bytes; for `nil`, whether it does not exist.
  func has(_ expected: [UInt8]?) -> Bool {
    switch self {
    case .bytes(let bytes): bytes == expected
    case .absent: expected == nil
    case .unusable: false
    }
  }

  /// Converts a failure to read a file.
  ///
  /// - Throws: Failures that are not about the file, such as too few descriptors.
  init(_ failure: FileAccess.Failure, reading path: String, at place: FilePath) throws(MixtapeError) {
    switch failure {
    case .absent: self = .absent
    case .system(let cause) where [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(cause):
      throw .fileAccess(place, cause)
    case .system(let cause): self = .unusable(.unreadable(path, "file", cause))
    case .notAFile:
      let message = "this is not a plain file; symbolic links are not followed"
      self = .unusable(FileReport(path: path, diagnostics: [.error(.notAFile, message)]))
    case .tooLarge(let bytes):
      let message = "this file is \(bytes) bytes long; the maximum is \(FileLimits.maximumSize)"
      self = .unusable(FileReport(path: path, diagnostics: [.error(.tooLarge, message)]))
    }
  }
}

extension FileReport {
  /// Returns the report on an unreadable file or directory.
  static func unreadable(_ path: String, _ kind: String, _ error: Errno) -> FileReport {
    FileReport(path: path, diagnostics: [.error(.unreadable, "this \(kind) cannot be read: \(error.reason)")])
  }
}

extension Store {
  /// Reads a file by its path below the store's directory. An editor's text takes the place of the file.
  func load(_ path: String) throws(MixtapeError) -> LoadedFile {
    if let text = context.editedText(path) { return .bytes(text) }
    let place = directory.appending(path)
    do throws(FileAccess.Failure) {
      return .bytes(try FileAccess.read(place, atMost: FileLimits.maximumSize))
    } catch {
      return try LoadedFile(error, reading: path, at: place)
    }
  }

  /// Returns the bytes of a file; `nil` if it does not exist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if it cannot be a file of a store.
  func bytes(at path: String) throws(MixtapeError) -> [UInt8]? {
    switch try load(path) {
    case .bytes(let bytes): bytes
    case .absent: nil
    case .unusable(let report): throw Self.invalid(report)
    }
  }

  /// Reads the settings in `mixtape.toml`. If the file has errors, they are sent to `notify`, and the valid settings
  /// are returned.
  ///
  /// - Throws: ``MixtapeError/Code/noStore`` without the file, ``MixtapeError/Code/invalidFile`` if it names an
  ///   unknown format or is not a regular file.
  static func readSettings(of directory: FilePath, _ context: Context) throws(MixtapeError) -> StoreFile {
    switch try Store(unmarked: directory, context: context).load(StoreFile.name) {
    case .absent:
      guard !isLeftOut(at: directory, context: context) else {
        throw MixtapeError(.notCheckedOut, .file(StoreFile.name))
      }
      throw MixtapeError(.noStore, .file(directory.string))
    case .unusable(let report): throw Self.invalid(report)
    case .bytes(let bytes):
      let file = StoreFile(parsing: bytes)
      let report = FileReport(path: StoreFile.name, source: bytes, diagnostics: file.diagnostics)
      guard (file.format ?? StoreFile.currentFormat) == StoreFile.currentFormat else { throw Self.invalid(report) }
      if report.hasErrors { context.notify(FileNote(report: report, usesCommittedVersion: false).notice) }
      return file
    }
  }

  /// Throws an error unless `mixtape.toml` names the format that this version writes.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the line is missing or has an error.
  func requireKnownFormat() throws(MixtapeError) {
    guard settings.format != StoreFile.currentFormat else { return }
    let source = try bytes(at: StoreFile.name) ?? []
    throw Self.invalid(
      FileReport(path: StoreFile.name, source: source, diagnostics: StoreFile(parsing: source).diagnostics))
  }

  /// Returns the default shuffle in `mixtape.toml`, for playlists without a `shuffle` key; `nil` if it is not set.
  public func defaultShuffle() throws(MixtapeError) -> ShuffleAlgorithm? {
    guard case .bytes(let bytes) = try load(StoreFile.name) else { return nil }
    return StoreFile(parsing: bytes).shuffle
  }

  /// Returns the error for files with errors.
  static func invalid(_ reports: FileReport...) -> MixtapeError {
    MixtapeError(
      .invalidFile, reports.first.map { .file($0.path) } ?? .none, cause: InvalidFiles(reports: reports))
  }
}

/// A file of a store, parsed according to its path.
enum ParsedFile {
  case store(StoreFile)
  case playlist(PlaylistFile)
  case podcast(PodcastFile)
  case template(PlaylistFile)

  /// Parses a file by its path below the store's directory; `nil` if the path belongs to no kind of file.
  init?(parsing source: [UInt8], at path: String) {
    if path == StoreFile.name {
      self = .store(StoreFile(parsing: source))
      return
    }
    guard let stored = StoredFile(path: path), let section = Section(containing: path) else { return nil }
    switch section {
    case .library:
      guard let id = Podcast.ID(rawValue: stored.name) else { return nil }
      self = .podcast(PodcastFile(parsing: source, id: id, folder: stored.folder))
    case .playlists, .templates:
      guard let id = Playlist.ID(rawValue: stored.name) else { return nil }
      let file = PlaylistFile(parsing: source, id: id, folder: stored.folder)
      self = section == .playlists ? .playlist(file) : .template(file)
    }
  }

  /// Whether the text has no errors.
  var isSound: Bool { !diagnostics.contains { $0.severity == .error } }

  /// The diagnostics of the text, in source order.
  var diagnostics: [Diagnostic] {
    switch self {
    case .store(let file): file.diagnostics
    case .playlist(let file), .template(let file): file.diagnostics
    case .podcast(let file): file.diagnostics
    }
  }
}

/// The playlist or podcast that a file describes.
public enum FileContent: Sendable {
  case playlist(Playlist)
  case podcast(Podcast)

  /// Returns the value of a file without errors; `nil` for any other.
  init?(_ file: ParsedFile) {
    switch file {
    case .playlist(let file):
      guard let playlist = file.playlist else { return nil }
      self = .playlist(playlist)
    case .podcast(let file):
      guard let podcast = file.podcast else { return nil }
      self = .podcast(podcast)
    case .store, .template: return nil
    }
  }

  /// Parses a file by its path below the store's directory; `nil` if it has errors, or is neither a playlist nor a podcast.
  init?(parsing source: [UInt8], at path: String) {
    guard let file = ParsedFile(parsing: source, at: path) else { return nil }
    self.init(file)
  }

  /// The playlist; `nil` for a podcast.
  var playlist: Playlist? { if case .playlist(let playlist) = self { playlist } else { nil } }

  /// The podcast; `nil` for a playlist.
  var podcast: Podcast? { if case .podcast(let podcast) = self { podcast } else { nil } }

  /// The playlist or podcast, by its id.
  var item: StoreItem {
    switch self {
    case .playlist(let playlist): .playlist(playlist.id)
    case .podcast(let podcast): .podcast(podcast.id)
    }
  }

  /// The episodes of a podcast, or the hand-picked ones of a playlist, in order.
  var episodes: [Episode.ID] {
    switch self {
    case .playlist(let playlist): playlist.episodes
    case .podcast(let podcast): podcast.episodes.map(\.id)
    }
  }
}

/// A version of a file: its path and its bytes, which are parsed at each use.
struct FileSource {
  /// The path below the store's directory.
  let path: String
  /// The bytes.
  let bytes: [UInt8]

  /// The playlist or podcast in the file; `nil` if it has errors, or is neither.
  var content: FileContent? { FileContent(parsing: bytes, at: path) }
}

extension FileReport {
  /// Makes a report of the problems of a file's text.
  init(checking source: [UInt8], at path: String) {
    self.init(path: path, source: source, diagnostics: ParsedFile(parsing: source, at: path)?.diagnostics ?? [])
  }
}
