internal import FileSystem
public import MixtapeModel
public import PlaylistFiles
public import SystemPackage

/// Reading of files, and of the settings in `mixtape.toml`.
extension Store {
  // MARK: Checks

  /// Reads all or some files of the store, and reports their problems.
  ///
  /// Besides the text of each file, this checks names, duplicate ids, episodes that the library does not have,
  /// playlists, podcasts, folders and tags that rules name and that do not exist, cycles of rules, and regular expressions.
  ///
  /// - Parameter chosen: Files below the store's directory; empty for all.
  /// - Throws: ``MixtapeError/Code/notFound`` for a path that is not a file of the store.
  public func check(_ chosen: [FilePath] = []) throws(MixtapeError) -> CheckResult {
    var check = try StoreCheck(self)
    if chosen.isEmpty {
      try check.everything()
    } else {
      for path in chosen { try check.file(at: path) }
    }
    return check.result
  }

  /// Finds a cycle through a playlist and the playlists that rules name.
  ///
  /// - Parameters:
  ///   - id: The playlist. It may not exist yet.
  ///   - asked: The playlists that its new rules name.
  /// - Returns: The playlists of the cycle, with `id` at both ends; `nil` without a cycle.
  public func cycle(
    from id: Playlist.ID, through asked: Set<Playlist.ID>
  ) throws(MixtapeError) -> [Playlist.ID]? {
    var references = PlaylistReferences(self, try SectionScan(.playlists, of: self).files)
    return try references.cycle(from: id, through: asked)
  }

  // MARK: Templates and settings

  /// Returns the store's own templates, in order of name. Sends problems of files to the context's `notify`.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if their directory is something else.
  public func templates() throws(MixtapeError) -> [Template] {
    let scan = try SectionScan(.templates, of: self)
    if let report = scan.sectionReport { throw .invalidFile(report) }
    var templates: [Template] = []
    var reports = scan.reports
    for file in scan.files.values.sorted() {
      switch try load(file.path) {
      case .bytes(let source): templates.append(Template(name: file.name, source: source))
      case .unusable(let report): reports.append(report)
      case .absent: break
      }
    }
    for report in reports { context.notify(.fileInvalid(report, usesCommittedVersion: false)) }
    return templates
  }

  /// Returns the default shuffle in `mixtape.toml`, for playlists without a `shuffle` key; `nil` if it is not set.
  public func defaultShuffle() throws(MixtapeError) -> ShuffleAlgorithm? {
    guard case .bytes(let bytes) = try load(StoreFile.name) else { return nil }
    return StoreFile(parsing: bytes).shuffle
  }

  /// The directory of downloads in `mixtape.toml`; `nil` if it names none, or one that has no effect.
  public var downloadDirectory: FilePath? {
    settings.downloads.directory.flatMap {
      TrustedSettings(of: self).contains(PlaceSetting(.downloads, $0)) ? place($0) : nil
    }
  }

  /// The maximum size of all downloads in bytes, of `mixtape.toml` or by default.
  public var downloadLimit: Int { settings.downloads.limit }

  /// The new episodes that updates of feeds download, and the number to keep of each podcast, of `mixtape.toml`; `nil` for none.
  public var newDownloads: (new: DownloadSettings.NewEpisodes, keep: Int?)? {
    settings.downloads.new.map { ($0, settings.downloads.keep) }
  }

  /// Returns the settings that have no effect, because they lead out of the store and nobody has agreed to them.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess`` if `mixtape.toml` cannot be read.
  public func untrustedSettings() throws(MixtapeError) -> [PlaceSetting] {
    try TrustedSettings(of: self).untrusted()
  }

  /// Agrees to the settings that lead out of the store.
  ///
  /// - Returns: The settings that had no effect before.
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func trustSettings() throws(MixtapeError) -> [PlaceSetting] {
    let settings = try untrustedSettings()
    try TrustedSettings(of: self).add(settings)
    return settings
  }

  // MARK: Files that are not checked out

  /// Returns whether a directory is a store whose `mixtape.toml` is left out by a sparse checkout.
  public static func isLeftOut(at directory: FilePath, context: Context) -> Bool {
    LeftOutFiles(of: Store(unmarked: directory, context: context)).contains(StoreFile.name)
  }

  /// Determines whether a sparse checkout is the reason why a playlist or a podcast was not found, or a partial clone the reason why
  /// an object was not.
  ///
  /// - Returns: ``MixtapeError/Code/notCheckedOut`` with the path of the file, or an error whose cause is a
  ///   `GitError` of code `notFetched`; otherwise `error`.
  /// - Complexity: O(the number of files) in a sparse checkout, otherwise O(1).
  public func explaining(_ error: MixtapeError) -> MixtapeError {
    LeftOutFiles.explaining(error, in: self)
  }

}

/// A playlist file that new playlists start from.
public struct Template: Hashable, Sendable {
  /// The name of the template: the file name without `.toml`.
  public let name: String
  /// The bytes that a new file starts from.
  public let source: [UInt8]

  /// Makes a template.
  public init(name: String, source: [UInt8]) {
    self.name = name
    self.source = source
  }

  /// The purpose of the template: its first comment line, or its name if it begins with none.
  public var summary: String {
    let line = source.prefix { $0 != UInt8(ascii: "\n") }
    let text = String(decoding: line, as: UTF8.self).trimmingBlanks
    guard text.hasPrefix("#") else { return name }
    return String(text.drop { $0 == "#" }).trimmingBlanks
  }

  /// Makes a playlist from the unchanged template.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the template has errors.
  public func playlist(id: Playlist.ID, folder: Folder) throws(MixtapeError) -> Playlist {
    let file = PlaylistFile(parsing: source, id: id, folder: folder)
    if let playlist = file.playlist { return playlist }
    throw .invalidFile(report(on: file))
  }

  /// The errors that prevent using the template; `nil` if there are none.
  public var errorReport: FileReport? {
    guard let id = Playlist.ID(rawValue: name) else { return nil }
    let file = PlaylistFile(parsing: source, id: id, folder: .top)
    return file.playlist == nil ? report(on: file) : nil
  }

  private func report(on file: PlaylistFile) -> FileReport {
    let stored = SectionFile(section: .templates, folder: .top, name: name)
    return FileReport(path: stored.path, source: source, diagnostics: file.diagnostics)
  }
}

/// The files of a store, for the rest of the module.
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
    case .unusable(let report): throw .invalidFile(report)
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
    case .unusable(let report): throw .invalidFile(report)
    case .bytes(let bytes):
      let file = StoreFile(parsing: bytes)
      let report = FileReport(path: StoreFile.name, source: bytes, diagnostics: file.diagnostics)
      guard (file.format ?? StoreFile.currentFormat) == StoreFile.currentFormat else { throw .invalidFile(report) }
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
    throw .invalidFile(
      FileReport(path: StoreFile.name, source: source, diagnostics: StoreFile(parsing: source).diagnostics))
  }

  /// Returns the place of a path in `mixtape.toml`: `~/` is the user's own directory, and other relative paths start from the store.
  func place(_ text: String) -> FilePath {
    if text.hasPrefix("~/"), let home = context.environment["HOME"], !home.isEmpty {
      return FilePath(home).appending(String(text.dropFirst(2)))
    }
    return directory.pushing(FilePath(text))
  }
}
