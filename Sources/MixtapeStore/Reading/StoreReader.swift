internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The problems of a file, and whether its committed version is used instead.
struct FileNote {
  let report: FileReport
  let committedVersionAnswers: Bool

  var notice: StoreNotice { .fileInvalid(report, committedVersionAnswers: committedVersionAnswers) }
}

/// Reads a store's files for one call. The committed version of a file with errors is used instead, with a note.
final class StoreReader {
  private let store: Store
  /// The problems of the files that were read.
  private(set) var notes: [FileNote] = []
  private var known: [Playlist.ID: PlaylistFile] = [:]
  private var knownPodcasts: [Podcast.ID: PodcastFile] = [:]
  /// The number of searches in each section, and the scans of sections that were searched more than once.
  private var searches: [Section: Int] = [:]
  private var scans: [Section: SectionScan] = [:]
  private lazy var committed = CommittedVersions(of: store)
  private let notifies: Bool
  /// The files that the present transaction has found.
  private let found: WorkTreeState?

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - notifies: Whether notes are sent to the user. Callers that use the ``notes`` pass `false`.
  ///   - found: The files that there are, where they were looked for in the transaction that this reads for. Directories
  ///     are not searched again to find one of them.
  init(_ store: Store, notifies: Bool = true, found: WorkTreeState? = nil) {
    self.store = store
    self.notifies = notifies
    self.found = found.flatMap { $0.isComplete ? $0 : nil }
  }

  // MARK: Playlists

  /// The file of a playlist, or `nil` if there is none of that id, in a version that has no errors.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if neither the file nor its committed version can be used, or if two
  ///   files have the id.
  func playlistFile(_ id: Playlist.ID) throws(MixtapeError) -> PlaylistFile? {
    // Read once, so that what is planned and what is written start from the same bytes.
    if let file = known[id] { return file }
    guard let file = try locate(id) else { return nil }
    if case .playlist(let usable)? = try read(file)?.parsed {
      known[id] = usable
      return usable
    }
    throw unusable(file)
  }

  /// The error that neither a file nor its committed version can be used.
  private func unusable(_ file: StoredFile) -> MixtapeError {
    MixtapeError(
      .invalidFile, .file(file.path),
      cause: InvalidFiles(reports: notes.map(\.report).filter { $0.path == file.path }))
  }

  /// The place of the file of a playlist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if two files have the id.
  func locate(_ id: Playlist.ID) throws(MixtapeError) -> StoredFile? { try locate(id, in: .playlists) }

  private func locate<Item: FileBacked>(_ id: FileID<Item>, in section: Section) throws(MixtapeError) -> StoredFile? {
    if let file = try everyFile(of: section)[id.rawValue] { return file }
    let scan =
      if let found {
        SectionScan(section, lookingFor: id.rawValue, among: found)
      } else {
        try SectionScan(section, of: store.directory, lookingFor: [id.rawValue])
      }
    for report in scan.unsearched { note(report, substituted: false) }
    guard scan.reports.isEmpty else {
      throw MixtapeError(.invalidFile, Item.subject(id), cause: InvalidFiles(reports: scan.reports))
    }
    return scan.files[id.rawValue]
  }

  /// The files of a section by name, if more than one was looked for: not each of many is looked for by itself.
  private func everyFile(of section: Section) throws(MixtapeError) -> [String: StoredFile] {
    searches[section, default: 0] += 1
    guard searches[section, default: 0] > 1 else { return [:] }
    if let scan = scans[section] { return scan.files }
    let scan = try SectionScan(section, of: store.directory)
    scans[section] = scan
    return scan.files
  }

  // MARK: The library

  /// The podcasts that can be read from files that were found.
  func podcasts(_ found: FoundFiles) throws(MixtapeError) -> [Podcast] {
    for report in found.reports { note(report, substituted: false) }
    var podcasts: [Podcast] = []
    for file in found.files {
      if case .podcast(let podcast)? = try content(of: file)?.content { podcasts.append(podcast) }
    }
    return podcasts
  }

  /// The file of a podcast, or `nil` if there is none of that id, in a version that has no errors.
  ///
  /// - Throws: as ``playlistFile(_:)`` does.
  func podcastFile(_ id: Podcast.ID) throws(MixtapeError) -> PodcastFile? {
    if let file = knownPodcasts[id] { return file }
    guard let file = try locate(id) else { return nil }
    if case .podcast(let usable)? = try read(file)?.parsed {
      knownPodcasts[id] = usable
      return usable
    }
    throw unusable(file)
  }

  /// The place of the file of a podcast.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if two files have the id.
  func locate(_ id: Podcast.ID) throws(MixtapeError) -> StoredFile? { try locate(id, in: .library) }

  // MARK: Files

  /// The content of a file or else of its committed version, the bytes of it, and whether they are the file's;
  /// `nil`, with a note unless the file is gone, if neither can be used.
  func content(
    of file: StoredFile
  ) throws(MixtapeError) -> (content: FileContent, source: [UInt8], isSound: Bool)? {
    guard let (parsed, source, isSound) = try read(file), let content = FileContent(parsed) else { return nil }
    return (content, source, isSound)
  }

  private func read(
    _ file: StoredFile
  ) throws(MixtapeError) -> (parsed: ParsedFile, source: [UInt8], isSound: Bool)? {
    let report: FileReport
    switch try store.load(file.path) {
    case .absent: return nil
    case .unusable(let fault): report = fault
    case .bytes(let source):
      guard let parsed = ParsedFile(parsing: source, at: file.path) else { return nil }
      if parsed.isSound { return (parsed, source, true) }
      report = FileReport(path: file.path, source: source, diagnostics: parsed.diagnostics)
    }
    let substitute = committed.source(of: file.path).flatMap { source in
      ParsedFile(parsing: source, at: file.path).map { ($0, source) }
    }
    guard let (parsed, source) = substitute, parsed.isSound else {
      note(report, substituted: false)
      return nil
    }
    note(report, substituted: true)
    return (parsed, source, false)
  }

  private func note(_ report: FileReport, substituted: Bool) {
    let note = FileNote(report: report, committedVersionAnswers: substituted)
    notes.append(note)
    if notifies { store.context.notify(note.notice) }
  }
}
