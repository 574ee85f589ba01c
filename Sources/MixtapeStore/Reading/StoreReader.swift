internal import FileSystem
internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// Reads a store's files for one call. What cannot be used is noted, and the committed version answers for it.
final class StoreReader {
  private let store: Store
  /// What is wrong with the files that were looked at.
  private(set) var reports: [FileReport] = []
  private var known: [Playlist.ID: PlaylistFile] = [:]
  private lazy var committed = CommittedVersions(of: store)
  private let tells: Bool

  /// Makes a reader.
  ///
  /// - Parameter tells: Whether the user hears of what cannot be used; whoever shows the ``reports`` need not tell.
  init(_ store: Store, tells: Bool = true) {
    self.store = store
    self.tells = tells
  }

  // MARK: Playlists

  /// Every playlist that the files, or their committed versions, give; in order of id.
  func playlists() throws(MixtapeError) -> [Playlist] {
    try playlists(of: playlistFiles()).compactMap { $0?.playlist }
  }

  /// The files of all playlists, in order of id. What is wrong with names is noted.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if something else is in the place of their directory.
  func playlistFiles() throws(MixtapeError) -> [StoredFile] {
    let scan = try SectionScan(.playlists, of: store.directory)
    if let obstacle = scan.obstacle { throw Store.invalid(obstacle) }
    for report in scan.reports { note(report, substituted: false) }
    return scan.files.values.sorted()
  }

  /// The playlist of each of some files, and whether it is what the file says; `nil` where neither the file nor its
  /// committed version can be used.
  func playlists(of files: [StoredFile]) throws(MixtapeError) -> [(playlist: Playlist, isSound: Bool)?] {
    // Reading is most of the work, and independent; what is wrong is told afterwards, in order.
    let sound = files.concurrentMap(smallestChunk: 100) { [store] in store.soundPlaylist($0) }
    var playlists: [(playlist: Playlist, isSound: Bool)?] = []
    playlists.reserveCapacity(files.count)
    for (file, playlist) in zip(files, sound) {
      if let playlist {
        playlists.append((playlist, true))
      } else {
        playlists.append(try readPlaylist(file)?.playlist.map { ($0, false) })
      }
    }
    return playlists
  }

  /// The file of a playlist, or `nil` if there is none of that id, in a version that has no errors.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if neither the file nor its committed version can be used, or if two
  ///   files have the id.
  func playlistFile(_ id: Playlist.ID) throws(MixtapeError) -> PlaylistFile? {
    // Read once, so that what is planned and what is written start from the same bytes.
    if let file = known[id] { return file }
    guard let file = try locate(id) else { return nil }
    if let usable = try readPlaylist(file) {
      known[id] = usable
      return usable
    }
    throw MixtapeError(
      .invalidFile, .file(file.path), cause: InvalidFiles(reports: reports.filter { $0.path == file.path }))
  }

  /// Where the file of a playlist is.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if two files have the id.
  func locate(_ id: Playlist.ID) throws(MixtapeError) -> StoredFile? {
    let scan = try SectionScan(.playlists, of: store.directory, lookingFor: id.rawValue)
    for report in scan.unsearched { note(report, substituted: false) }
    guard scan.reports.isEmpty else {
      throw MixtapeError(.invalidFile, .playlist(id), cause: InvalidFiles(reports: scan.reports))
    }
    return scan.files[id.rawValue]
  }

  /// Reads a playlist's file; `nil` if neither it nor its committed version can be used, or if it vanished.
  private func readPlaylist(_ file: StoredFile) throws(MixtapeError) -> PlaylistFile? {
    guard let id = Playlist.ID(rawValue: file.name) else { return nil }
    return try read(file) { source in
      let parsed = PlaylistFile(parsing: source, id: id, folder: file.folder)
      return (parsed.playlist.map { _ in parsed }, parsed.diagnostics)
    }
  }

  // MARK: The library

  /// Every podcast and album, in order of id.
  func podcasts() throws(MixtapeError) -> [Podcast] {
    let scan = try SectionScan(.library, of: store.directory)
    for report in scan.reports { note(report, substituted: false) }
    var podcasts: [Podcast] = []
    for file in scan.files.values.sorted() {
      if let podcast = try readPodcast(file) { podcasts.append(podcast) }
    }
    return podcasts
  }

  /// A podcast, or `nil` if the library has none of that id that could be read.
  func podcast(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? {
    let scan = try SectionScan(.library, of: store.directory, lookingFor: id.rawValue)
    for report in scan.reports + scan.unsearched { note(report, substituted: false) }
    return try scan.files[id.rawValue].flatMap { (file) throws(MixtapeError) in try readPodcast(file) }
  }

  private func readPodcast(_ file: StoredFile) throws(MixtapeError) -> Podcast? {
    guard let id = Podcast.ID(rawValue: file.name) else { return nil }
    return try read(file) { source in
      let parsed = PodcastFile(parsing: source, id: id, folder: file.folder)
      return (parsed.podcast, parsed.diagnostics)
    }
  }

  // MARK: Files

  /// What a file says, or else what its committed version says; `nil`, with a report unless the file is gone, if neither
  /// can be used.
  private func read<Value>(
    _ file: StoredFile, _ parse: ([UInt8]) -> (value: Value?, diagnostics: [Diagnostic])
  ) throws(MixtapeError) -> Value? {
    let report: FileReport
    switch try store.load(file.path) {
    case .absent: return nil
    case .unusable(let fault): report = fault
    case .bytes(let source):
      let parsed = parse(source)
      if let value = parsed.value { return value }
      report = FileReport(path: file.path, source: source, diagnostics: parsed.diagnostics)
    }
    let substitute = committed.source(of: file.path).flatMap { parse($0).value }
    note(report, substituted: substitute != nil)
    return substitute
  }

  private func note(_ report: FileReport, substituted: Bool) {
    reports.append(report)
    if tells { store.context.notify(.fileInvalid(report, committedVersionAnswers: substituted)) }
  }
}

extension Store {
  /// The playlist of a file without errors; `nil` of any other, which needs a closer look.
  fileprivate func soundPlaylist(_ file: StoredFile) -> Playlist? {
    do throws(MixtapeError) {
      guard let id = Playlist.ID(rawValue: file.name), case .bytes(let source) = try load(file.path) else { return nil }
      return PlaylistFile(parsing: source, id: id, folder: file.folder).playlist
    } catch {
      // Whoever takes the closer look meets the same error, and reports it.
      return nil
    }
  }
}
