internal import FileSystem
internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// The problems of a file, and whether its committed version is used instead.
struct FileNote {
  let report: FileReport
  let usesCommittedVersion: Bool

  var notice: StoreNotice { .fileInvalid(report, usesCommittedVersion: usesCommittedVersion) }
}

/// Reads a store's files for one call. The committed version of a file with errors is used instead, with a note.
final class StoreReader {
  private let store: Store
  /// The problems of the files that were read.
  private(set) var notes: [FileNote] = []
  private var known: [StoreItem: ParsedFile] = [:]
  /// The number of searches in each section, and the scans of sections that were searched more than once.
  private var searches: [Section: Int] = [:]
  private var scans: [Section: SectionScan] = [:]
  private lazy var committed = CommittedVersions(of: store)
  private let notifies: Bool
  /// The files that the present transaction has found.
  private let workTree: WorkTreeState?

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - notifies: Whether notes are sent to the user. Callers that use the ``notes`` pass `false`.
  ///   - workTree: The files that a transaction has found. Directories are then not searched again.
  init(_ store: Store, notifies: Bool = true, workTree: WorkTreeState? = nil) {
    self.store = store
    self.notifies = notifies
    self.workTree = workTree.flatMap { $0.isComplete ? $0 : nil }
  }

  // MARK: Items

  /// Returns the file of a playlist, or its version in HEAD if the file has errors; `nil` if none has that id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if neither the file nor its version in HEAD can be used, or if two
  ///   files have the id.
  func playlistFile(_ id: Playlist.ID) throws(MixtapeError) -> PlaylistFile? {
    if case .playlist(let file)? = try file(of: .playlist(id)) { file } else { nil }
  }

  /// Returns the file of a podcast, or its version in HEAD if the file has errors; `nil` if none has that id.
  ///
  /// - Throws: The errors of ``playlistFile(_:)``.
  func podcastFile(_ id: Podcast.ID) throws(MixtapeError) -> PodcastFile? {
    if case .podcast(let file)? = try file(of: .podcast(id)) { file } else { nil }
  }

  private func file(of item: StoreItem) throws(MixtapeError) -> ParsedFile? {
    // Each file is read once, so that the plan and the write start from the same bytes.
    if let file = known[item] { return file }
    guard let file = try locate(item) else { return nil }
    guard let usable = try read(file)?.parsed else { throw unusable(file) }
    known[item] = usable
    return usable
  }

  /// Returns the error that neither a file nor its version in HEAD can be used.
  private func unusable(_ file: SectionFile) -> MixtapeError {
    MixtapeError(
      .invalidFile, .file(file.path),
      cause: InvalidFiles(reports: notes.map(\.report).filter { $0.path == file.path }))
  }

  /// Finds the file of an item; `nil` if it does not exist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if several files have the id, and none or several of them are
  /// committed.
  func locate(_ item: StoreItem) throws(MixtapeError) -> SectionFile? {
    let (section, id) = (item.section, item.id)
    if let file = try everyFile(of: section)[id] {
      noteOthers(with: id, in: scans[section])
      return file
    }
    let scan =
      if let workTree {
        SectionScan(section, of: store, lookingFor: id, among: workTree)
      } else {
        try SectionScan(section, of: store, lookingFor: [id])
      }
    for report in scan.unsearched { note(report, substituted: false) }
    if let file = scan.files[id] {
      noteOthers(with: id, in: scan)
      return file
    }
    guard scan.reports.isEmpty else {
      throw MixtapeError(.invalidFile, item.subject, cause: InvalidFiles(reports: scan.reports))
    }
    return nil
  }

  /// Reports the files that are ignored because a committed one has their id. A transaction has already done so.
  private func noteOthers(with name: String, in scan: SectionScan?) {
    guard workTree == nil, let scan else { return }
    for report in scan.reports where SectionFile(path: report.path)?.name == name {
      if !notes.contains(where: { $0.report.path == report.path }) { note(report, substituted: false) }
    }
  }

  /// Returns all files of a section by name, for callers that look up more than one: one scan is faster than a search
  /// for each.
  private func everyFile(of section: Section) throws(MixtapeError) -> [String: SectionFile] {
    searches[section, default: 0] += 1
    guard searches[section, default: 0] > 1 else { return [:] }
    if let scan = scans[section] { return scan.files }
    let scan = try SectionScan(section, of: store)
    scans[section] = scan
    return scan.files
  }

  // MARK: Files

  /// Returns the podcasts whose files can be read.
  func podcasts(_ found: FoundFiles) throws(MixtapeError) -> [Podcast] {
    for report in found.reports { note(report, substituted: false) }
    var podcasts: [Podcast] = []
    for file in found.files {
      if case .podcast(let podcast)? = try content(of: file)?.content { podcasts.append(podcast) }
    }
    return podcasts
  }

  /// Returns the content of a file or of its version in HEAD, its bytes, and whether they are those of HEAD; `nil` if
  /// neither can be used. Adds a note, unless the file does not exist.
  func content(
    of file: SectionFile
  ) throws(MixtapeError) -> (content: FileContent, source: [UInt8], isCommitted: Bool)? {
    guard let (parsed, source, isCommitted) = try read(file), let content = FileContent(parsed) else { return nil }
    return (content, source, isCommitted)
  }

  private func read(
    _ file: SectionFile
  ) throws(MixtapeError) -> (parsed: ParsedFile, source: [UInt8], isCommitted: Bool)? {
    let report: FileReport
    switch try store.load(file.path) {
    case .absent: return nil
    case .unusable(let fault): report = fault
    case .bytes(let source):
      guard let parsed = ParsedFile(parsing: source, at: file.path) else { return nil }
      if parsed.isSound { return (parsed, source, false) }
      report = FileReport(path: file.path, source: source, diagnostics: parsed.diagnostics)
    }
    guard let (parsed, source) = committed.substitute(for: file.path) else {
      note(report, substituted: false)
      return nil
    }
    note(report, substituted: true)
    return (parsed, source, true)
  }

  private func note(_ report: FileReport, substituted: Bool) {
    let note = FileNote(report: report, usesCommittedVersion: substituted)
    notes.append(note)
    if notifies { store.context.notify(note.notice) }
  }
}

/// The versions of files in HEAD, which are used instead of files with errors. The repository is opened at the first use.
final class CommittedVersions {
  private let store: Store
  private lazy var committed: (repository: StoreRepository, head: CommitID)? = open()

  init(of store: Store) { self.store = store }

  /// Returns the bytes of a file in HEAD; `nil` if the file is missing or history cannot be read.
  ///
  /// The caller reports the errors of the file in any case. An additional error of git would not help to correct
  /// them.
  func source(of path: String) -> [UInt8]? {
    guard let (repository, head) = committed else { return nil }
    do throws(MixtapeError) {
      return try repository.content(of: path, in: head)
    } catch {
      return nil
    }
  }

  /// Returns the version in HEAD of a playlist or podcast with errors; `nil` if HEAD has no version without errors.
  func substitute(for path: String) -> (parsed: ParsedFile, source: [UInt8])? {
    guard let source = source(of: path), let parsed = ParsedFile(parsing: source, at: path), parsed.isSound,
      FileContent(parsed) != nil
    else { return nil }
    return (parsed, source)
  }

  private func open() -> (StoreRepository, CommitID)? {
    do throws(MixtapeError) {
      let repository = try store.openRepository()
      return try repository.head().commit.map { (repository, $0) }
    } catch {
      return nil
    }
  }
}

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
