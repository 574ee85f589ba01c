internal import LosslessTOML
internal import MixtapeLibrary
package import MixtapeModel
internal import PlaylistFiles
package import SystemPackage

/// The result of a check of files.
public struct CheckResult: Sendable {
  /// The reports on files with problems, in order of path.
  public let reports: [FileReport]
  /// The number of files that were read.
  public let fileCount: Int

  /// Whether a file has errors. Otherwise there may still be warnings.
  public var hasErrors: Bool { reports.contains(where: \.hasErrors) }
}

/// A check of files of a store, with the required knowledge of other files.
///
/// It remembers the other files that it has read, so that the next report takes less time.
package struct StoreCheck {
  private let store: Store
  private let scans: [Section: SectionScan]
  private let nameReports: NameReports
  private var checked: Set<[UInt8]> = []
  private var reports: [FileReport] = []
  private var fileCount = 0
  private var episodes: EpisodeReferences
  private var playlists: PlaylistReferences
  private var names: LibraryReferences

  package init(_ store: Store) throws(MixtapeError) {
    self.store = store
    var scans: [Section: SectionScan] = [:]
    for section in Section.allCases { scans[section] = try SectionScan(section, of: store) }
    self.scans = scans
    episodes = EpisodeReferences(store, scans[.library]?.files ?? [:])
    playlists = PlaylistReferences(store, scans[.playlists]?.files ?? [:])
    names = LibraryReferences(store)
    nameReports = NameReports(scans.values.flatMap(\.reports))
  }

  var result: CheckResult {
    CheckResult(reports: reports.sorted { $0.path < $1.path }, fileCount: fileCount)
  }

  mutating func everything() throws(MixtapeError) {
    try checkFile(StoreFile.name)
    for section in Section.allCases {
      for file in scans[section]?.files.values.sorted() ?? [] { try checkFile(file.path) }
    }
    for path in nameReports.paths { try checkFile(path) }
  }

  mutating func file(at chosen: FilePath) throws(MixtapeError) {
    guard let path = StorePaths.path(of: chosen, below: store.directory), try checkFile(path) else {
      throw MixtapeError(.notFound, .file(chosen.string))
    }
  }

  /// Reports on a file whose bytes were read already: its name, its id, its text, and episodes that the library does
  /// not have.
  ///
  /// This report decides whether a file is used and committed. It does not check the playlists that rules name: a
  /// missing playlist or a cycle may have to be corrected in another file.
  mutating func report(on source: [UInt8], at path: String) throws(MixtapeError) -> FileReport {
    try report(on: source, parsed: ParsedFile(parsing: source, at: path), at: path)
  }

  private mutating func report(
    on source: [UInt8], parsed: ParsedFile?, at path: String
  ) throws(MixtapeError) -> FileReport {
    if let copy = conflictCopy(at: path) { return copy }
    let diagnostics = nameDiagnostics(at: path) + (try diagnostics(of: parsed))
    return FileReport(path: path, source: source, diagnostics: diagnostics)
  }

  /// Returns the report on a conflict copy, whose text does not matter; `nil` for other files.
  private func conflictCopy(at path: String) -> FileReport? {
    guard let report = nameReports[path], report.conflictCopy != nil else { return nil }
    return report
  }

  /// Returns the problems of the name of a file, or of a directory that contains it.
  private func nameDiagnostics(at path: String) -> [Diagnostic] {
    if let report = nameReports[path] { return report.diagnostics }
    var directory = Substring(path)
    while let slash = directory.lastIndex(of: "/") {
      directory = directory[..<slash]
      guard let report = nameReports[directory], let fault = report.diagnostics.first else { continue }
      return [.error(fault.id, "this file is ignored, because of \(directory): \(fault.message)")]
    }
    return []
  }

  /// Returns whether a file is ignored because of its name, or of a directory that contains it.
  func isIgnored(_ path: String) -> Bool { !nameDiagnostics(at: path).isEmpty }

  /// The paths of files that are no files of the store because of their names, such as `focus.toml.bak`.
  var ignoredFiles: [String] { scans.values.flatMap(\.ignored).sorted() }

  /// Returns the report on the name of a file or directory of any kind.
  func report(onNameAt path: String) -> FileReport? { nameReports[path] }

  /// Checks one file, unless it has been checked. Returns `false` if there is no such file.
  @discardableResult
  private mutating func checkFile(_ path: String) throws(MixtapeError) -> Bool {
    guard checked.insert(Array(path.utf8)).inserted else { return true }
    if let copy = conflictCopy(at: path) {
      note(copy)
      return true
    }
    switch try store.load(path) {
    case .bytes(let source):
      fileCount += 1
      note(try report(onAllOf: source, at: path))
    case .unusable(let report): note(nameReports[path] ?? report)
    case .absent:
      // The directory listing has a name that is not UTF-8, but the file cannot be looked up by it.
      guard let report = nameReports[path] else { return false }
      note(report)
    }
    return true
  }

  /// Returns all problems of a file with a text: those of its name, its text, and of its references to other files.
  private mutating func report(onAllOf source: [UInt8], at path: String) throws(MixtapeError) -> FileReport {
    let parsed = ParsedFile(parsing: source, at: path)
    let report = try report(on: source, parsed: parsed, at: path)
    if report.conflictCopy != nil { return report }
    let others =
      try playlists.diagnostics(of: parsed) + names.diagnostics(of: parsed)
      + Self.patternDiagnostics(of: parsed)
    return FileReport(path: path, source: source, diagnostics: Diagnostic.merged(report.diagnostics, others))
  }

  /// Returns diagnostics of invalid regular expressions in a file. They are not part of
  /// ``report(on:at:)``, because validity depends on the version of PCRE2: such a file is committed like any other.
  private static func patternDiagnostics(of parsed: ParsedFile?) -> [Diagnostic] {
    let patterns =
      switch parsed {
      case .playlist(let file), .template(let file): file.patterns
      case .podcast(let file): file.patterns
      case .store, nil: [PlaylistFile.Mention<String>]()
      }
    return patterns.compactMap { mention in
      RegularExpressionError(in: mention.value).map { fault in
        Diagnostic(
          id: .invalidPattern, severity: .error, range: mention.range,
          message: "invalid regular expression: \(fault.message), at byte \(fault.offset + 1)")
      }
    }
  }

  private mutating func diagnostics(of parsed: ParsedFile?) throws(MixtapeError) -> [Diagnostic] {
    guard let parsed else { return [] }
    guard case .playlist(let file) = parsed else { return parsed.diagnostics }
    return Diagnostic.merged(file.diagnostics, try episodes.diagnostics(of: file))
  }

  private mutating func note(_ report: FileReport) {
    if !report.diagnostics.isEmpty { reports.append(report) }
  }
}

// MARK: - Texts of an editor

extension StoreCheck {
  /// Returns the problems of a text. After a change of files, make a new check.
  ///
  /// - Parameters:
  ///   - path: The file that the text belongs to. It need not exist.
  ///   - known: Episodes that the library has. The check does not read the files of their podcasts.
  /// - Returns: `nil` if the path is not that of a file of the store.
  package mutating func report(
    on text: [UInt8], at path: FilePath, knowing known: Set<Episode.ID>
  ) throws(MixtapeError) -> FileReport? {
    guard let path = StorePaths.path(of: path, below: store.directory) else { return nil }
    episodes.known = known
    return try report(onAllOf: text, at: path)
  }

  /// Forgets a file whose text in the editor has changed.
  package mutating func forget(_ path: FilePath) {
    switch StorePaths.path(of: path, below: store.directory).flatMap(StoreItem.init(path:)) {
    case .playlist(let id)?: playlists.forget(id)
    case .podcast(let id)?:
      episodes.forget(id)
      names = LibraryReferences(store)
    case nil: break
    }
  }
}

/// The first report on the name of each file or directory.
///
/// Paths are compared as bytes: Swift's strings are equal if they are canonically equivalent, such as the two Unicode forms of one
/// name, of which only one is valid.
private struct NameReports {
  private let reports: [[UInt8]: FileReport]

  init(_ reports: [FileReport]) {
    self.reports = Dictionary(reports.map { (Array($0.path.utf8), $0) }) { first, _ in first }
  }

  var paths: [String] { reports.values.map(\.path) }

  subscript(path: some StringProtocol) -> FileReport? { reports[Array(path.utf8)] }
}
