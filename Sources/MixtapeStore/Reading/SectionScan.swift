internal import FileSystem
internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
public import PlaylistFiles
internal import SystemPackage

/// The files of a section, by name. Symbolic links are not followed.
struct SectionScan {
  /// The files whose names are valid ids, without conflict copies. Of files with the same id, only the one that is committed.
  private(set) var files: [String: SectionFile] = [:]
  /// The files with the same id, by id, if none or several of them are committed. They are not among the ``files``.
  private(set) var clashes: [String: [SectionFile]] = [:]
  /// The scanned folders, including the top one and empty ones.
  private(set) var folders: [Folder] = []
  /// The problems of names: invalid ids, conflict copies, duplicates, links.
  private(set) var reports: [FileReport] = []
  /// The problem of the section's directory that prevents finding files; also one of the ``reports``.
  private(set) var sectionReport: FileReport?
  /// The paths of plain files that are ignored because of their names: hidden ones, and those without the suffix of a store's file.
  private(set) var ignored: [String] = []
  /// Unreadable directories that may contain a wanted file.
  private(set) var unsearched: [FileReport] = []
  /// The scanned directories, by their paths below the store's directory.
  var directories: [String] {
    folders.map { section.path(of: $0) }
  }
  private let section: Section
  /// The bytes of the wanted file names; `nil` for all.
  private let wanted: Set<[UInt8]>?

  /// Scans a section.
  ///
  /// - Parameter wanted: The names to find; empty for directories only. If given, other names are neither checked nor reported.
  init(_ section: Section, of store: Store, lookingFor wanted: Set<String>? = nil) throws(MixtapeError) {
    self.section = section
    self.wanted = wanted.map { Set($0.map { Array(($0 + SectionFile.suffix).utf8) }) }
    // `init` scans a directory that may not exist yet.
    guard try Disk.exists(store.directory) else { return }
    let top = try Disk.checked(store.directory, try Directory(at: store.directory))
    let name = Array(section.rawValue.utf8CString)
    let place = try Disk.checked(store.directory, try top.status(of: name))
    switch place?.kind {
    case nil: return
    case .directory?: scan(name, in: top, Place(path: section.rawValue, folder: .top))
    case let kind?: block(Self.misplacedReport(section, kind))
    }
    reportClashes(in: store)
  }

  /// Finds one name among files of a store that were found before.
  init(_ section: Section, of store: Store, lookingFor name: String, among found: WorkTreeState) {
    self.section = section
    wanted = []
    let fileName = name + SectionFile.suffix
    for path in found.files(named: fileName) where Section(containing: path) == section {
      if let file = SectionFile(path: path) { add(fileName, file.folder) }
    }
    reportClashes(in: store)
  }

  private mutating func reportClashes(in store: Store) {
    let committed = CommittedVersions(of: store)
    for (name, found) in clashes.sorted(by: { $0.key < $1.key }) {
      let owners = found.filter { committed.source(of: $0.path) != nil }
      if owners.count == 1 {
        files[name] = owners[0]
        clashes[name] = nil
        reports += found.filter { $0 != owners[0] }.map { Self.clashReport($0, name, ownedBy: owners[0]) }
      } else {
        files[name] = nil
        reports += found.map { Self.clashReport($0, name, found) }
      }
    }
    reports.sort { $0.path < $1.path }
  }

  private struct Place {
    /// The printable path below the store's directory.
    let path: String
    /// The folder of the directory; `nil` if its name is not valid for a folder.
    let folder: Folder?
    /// Whether its name is UTF-8.
    var isText = true
  }

  private mutating func scan(_ name: [CChar], in parent: borrowing Directory, _ place: Place) {
    do throws(Errno) {
      let directory = try Directory(name, in: parent)
      let names = try directory.names { [wanted] in Self.isRelevant($0, $1, among: wanted) }
      if names.contains(where: { $0.name == Self.repositoryName }) { return refuseRepository(at: place) }
      guard let folder = usableFolder(place) else { return }
      folders.append(folder)
      for (name, kind) in names {
        guard name.first != CChar(bitPattern: UInt8(ascii: ".")) else {
          if kind == .regular { ignore(name, in: place.path) }
          continue
        }
        try visit(name, kind, in: directory, folder, below: place.path)
      }
    } catch {
      guard error != .noSuchFileOrDirectory else { return }
      let report = FileReport.unreadable(place.path, "directory", error)
      if place.folder == .top { return block(report) }
      if wanted == nil { reports.append(report) } else { unsearched.append(report) }
    }
  }

  private mutating func visit(
    _ name: [CChar], _ kind: FileKind?, in directory: borrowing Directory, _ folder: Folder, below parent: String
  ) throws(Errno) {
    let text = String(validating: name.dropLast(), as: UTF8.self)
    let shown = text ?? String(displaying: name.dropLast().map { UInt8(bitPattern: $0) })
    // Some file systems return no kind with a name. A file that was removed meanwhile has none.
    let known = if let kind { kind as FileKind? } else { try directory.status(of: name)?.kind }
    switch known {
    case .directory:
      let below = text.flatMap { Folder(components: folder.components + [$0]) }
      scan(name, in: directory, Place(path: "\(parent)/\(shown)", folder: below, isText: text != nil))
    case .regular where text != nil && shown.hasSuffix(SectionFile.suffix): add(shown, folder)
    case .regular where text != nil: ignore(name, in: parent)
    case .other where !shown.hasSuffix(SectionFile.suffix), .regular where !shown.hasSuffix(SectionFile.suffix): break
    case .regular: report("\(parent)/\(shown)", .invalidFileName, "the file name is not UTF-8; rename the file")
    case .symbolicLink, .other:
      report("\(parent)/\(shown)", .notAFile, "this is not a plain file; symbolic links are not followed")
    case nil: break
    }
  }

  private mutating func ignore(_ name: [CChar], in parent: String) {
    guard wanted == nil, let text = String(validating: name.dropLast(), as: UTF8.self) else { return }
    ignored.append("\(parent)/\(text)")
  }

  /// Returns whether a name is needed: that of a directory or of a wanted file, or ``repositoryName``. Most names are not, and
  /// are skipped before they are copied.
  private static func isRelevant(
    _ name: UnsafeRawBufferPointer, _ kind: FileKind?, among wanted: Set<[UInt8]>?
  ) -> Bool {
    guard let wanted, kind == .regular, name.first != UInt8(ascii: ".") else { return true }
    // Usually one name is wanted, and comparing is faster than hashing.
    if wanted.count == 1, let only = wanted.first { return only.elementsEqual(name) }
    return !wanted.isEmpty && wanted.contains(Array(name))
  }

  /// Returns the folder of a directory; `nil` after a report if its name is not valid for a folder.
  private mutating func usableFolder(_ place: Place) -> Folder? {
    guard section != .templates || place.folder == .top else {
      report(place.path, .invalidFileName, "templates must not be in folders: move these files to templates/")
      return nil
    }
    if let folder = place.folder { return folder }
    if place.isText, let invalid = FileReport(ofFolderAt: place.path) {
      report(invalid)
    } else {
      report(place.path, .invalidFileName, "the name of this directory is not UTF-8: rename it")
    }
    return nil
  }

  private static let repositoryName = Array(".git".utf8CString)

  private mutating func refuseRepository(at place: Place) {
    guard place.folder == .top else {
      return report(place.path, .notAFile, "this directory is a separate git repository; move it out of the store")
    }
    let note = Diagnostic.Note(
      message: "move \(place.path)/.git elsewhere to make the directory part of the store", range: nil)
    block(
      FileReport(
        path: place.path,
        diagnostics: [.error(.notADirectory, "this directory is a separate git repository", notes: [note])]))
  }

  /// Records a problem that prevents reading the whole section.
  private mutating func block(_ report: FileReport) {
    sectionReport = report
    reports.append(report)
  }

  private mutating func add(_ fileName: String, _ folder: Folder) {
    guard let name = SectionFile.name(of: fileName) else { return }
    let file = SectionFile(section: section, folder: folder, name: name)
    if let copy = FileReport(ofConflictCopy: file) { return report(copy) }
    if let violation = NameRules.violation(in: name) {
      return report(FileReport(ofFileNamed: name, at: file.path, violation))
    }
    if let other = files[name] {
      clashes[name, default: [other]].append(file)
    } else {
      files[name] = file
    }
  }

  /// Records a problem of a name, unless only some names are wanted.
  private mutating func report(_ path: String, _ id: Diagnostic.ID, _ message: String) {
    report(FileReport(path: path, diagnostics: [.error(id, message)]))
  }

  private mutating func report(_ report: FileReport) {
    if wanted == nil { reports.append(report) }
  }

  private static func misplacedReport(_ section: Section, _ kind: FileKind) -> FileReport {
    let (found, remedy) =
      kind == .symbolicLink
      ? ("a symbolic link, which Mixtape does not follow", "replace the link by the directory that it points to")
      : ("something else", "move it elsewhere; Mixtape creates the directory when needed")
    let note = Diagnostic.Note(message: remedy, range: nil)
    return FileReport(
      path: section.rawValue,
      diagnostics: [.error(.notADirectory, "expected a directory, found \(found)", notes: [note])])
  }

  private static func clashReport(_ file: SectionFile, _ id: String, ownedBy owner: SectionFile) -> FileReport {
    let message = "the id \(id) belongs to \(owner.path), which is committed; remove or rename this file"
    return FileReport(path: file.path, diagnostics: [.error(.idClash, message)])
  }

  private static func clashReport(_ file: SectionFile, _ id: String, _ all: [SectionFile]) -> FileReport {
    let others = all.filter { $0 != file }.map { Diagnostic.Note(message: "the other file is \($0.path)", range: nil) }
    let message = "two files have the id \(id); remove or rename one of them"
    return FileReport(path: file.path, diagnostics: [.error(.idClash, message, notes: others)])
  }
}

/// The files of a section that a query needs: all, or some of them.
struct FileScope {
  let section: Section
  /// The wanted ids; `nil` for all.
  let names: Set<String>?

  static let playlists = FileScope(section: .playlists, names: nil)
  static let library = FileScope(section: .library, names: nil)

  /// Returns the files needed to evaluate rules. If rules refer to playlists, all playlists are needed, because these
  /// may refer to others.
  static func all(forRulesNaming playlists: Set<Playlist.ID>) -> [FileScope] {
    playlists.isEmpty ? [.library] : [.playlists, .library]
  }

  static func podcasts(_ ids: some Sequence<Podcast.ID>) -> FileScope {
    FileScope(section: .library, names: Set(ids.map(\.rawValue)))
  }
}

/// The files of a scope in the file system. Their contents have not been read.
struct FoundFiles {
  let scope: FileScope
  /// The files, in order of id.
  let files: [SectionFile]
  /// The status of each file; `nil` if it cannot be read. Reading the file then fails with the reason.
  let statuses: [FileStatus?]
  /// The problems of names and directories.
  let reports: [FileReport]

  /// Finds the files of a scope.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the directory of playlists is something else.
  init(_ scope: FileScope, of store: Store) throws(MixtapeError) {
    self.scope = scope
    let scan = try SectionScan(scope.section, of: store, lookingFor: scope.names)
    if scope.section == .playlists, let report = scan.sectionReport { throw .invalidFile(report) }
    files = scan.files.values.sorted()
    reports = scan.reports + scan.unsearched
    var paths = NameTable()
    for file in files { Array(file.path.utf8).withUnsafeBytes { paths.append($0) } }
    let results = try Disk.checked(store.directory, try Directory(at: store.directory).statuses(of: paths))
    statuses = results.map { result in if case .success(let item) = result { item?.status } else { nil } }
  }

  var size: Int { statuses.reduce(0) { $0 + Int($1?.size ?? 0) } }
}

/// Conflict copies of other programs are files with an error, so that they are neither read nor committed, and stay as they are.
extension FileReport {
  /// Makes the report on a conflict copy; `nil` for a file with another name.
  init?(ofConflictCopy file: SectionFile) {
    guard let copy = ConflictCopy(name: file.name) else { return nil }
    let message = "this is a conflict copy of \(copy.original), made by \(copy.program), and is ignored"
    self.init(path: file.path, diagnostics: [.error(.conflictCopy, message)])
  }

  /// The conflict copy that the file is, and the path of the file that it is a copy of; `nil` for other files.
  public var conflictCopy: (copy: ConflictCopy, originalPath: String)? {
    guard diagnostics.contains(where: { $0.id == .conflictCopy }), let section = Section(containing: path),
      let file = SectionFile(path: path), let copy = ConflictCopy(name: file.name)
    else { return nil }
    return (copy, SectionFile(section: section, folder: file.folder, name: copy.original).path)
  }
}

/// Reports on files and directories whose names are not valid, with a command that renames them.
extension FileReport {
  /// Makes the report on a file whose name is not a valid id.
  ///
  /// - Parameters:
  ///   - name: The name without its suffix.
  ///   - path: The path of the file below the store's directory.
  init(ofFileNamed name: String, at path: String, _ violation: NameViolation) {
    // Ids of podcasts have the same form.
    let inLowerCase = Playlist.ID(rawValue: NameRules.composed(name.lowercased()))
    let id = inLowerCase ?? Playlist.ID(suggestedBy: name)
    self.init(
      invalidName: "the file name is not a valid id: \(IDWording.reason(for: violation))", at: path,
      validName: id.map { "\($0).toml" })
  }

  /// Makes the report on a directory whose name is not valid for a folder; `nil` if it is valid.
  ///
  /// - Parameter path: The path of the directory below the store's directory.
  init?(ofFolderAt path: String) {
    let name = Self.split(path).name
    do throws(MixtapeError) {
      _ = try Folder.top.appending(name)
      return nil
    } catch {
      let composed = NameRules.composed(name)
      let isValid = Folder(components: [composed]) != nil
      self.init(
        invalidName: "this is not a valid folder name: \(IDWording.reason(forFolder: error))", at: path,
        validName: isValid ? composed : Playlist.ID(suggestedBy: name)?.rawValue)
    }
  }

  private init(invalidName message: String, at path: String, validName: String?) {
    self.init(path: path, diagnostics: [.error(.invalidFileName, message, notes: [Self.renaming(path, to: validName)])])
  }

  /// Returns the note with the command that renames a file or a directory.
  private static func renaming(_ path: String, to name: String?) -> Diagnostic.Note {
    guard let name else { return Diagnostic.Note(message: "rename it") }
    // The new name can be taken. Then `mv -n` does nothing.
    let newPath = "\(split(path).parent)\(name)"
    return Diagnostic.Note(message: "`mv -n \(shellWord(path)) \(shellWord(newPath))` renames it")
  }

  /// Splits a path before its last name. A mark at the start of a name is one `Character` with the slash, so bytes are compared.
  private static func split(_ path: String) -> (parent: String, name: String) {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.utf8.startIndex
    return (String(decoding: path.utf8[..<start], as: UTF8.self), String(decoding: path.utf8[start...], as: UTF8.self))
  }

  /// Returns a path as one word of a command line. The marks of a decomposed name are escaped: on the screen, it looks like the
  /// composed one, and some programs compose what is copied.
  private static func shellWord(_ path: String) -> String {
    let isComposed = NameRules.isComposed(path)
    return ShellWord.quoting(path) { scalar in
      let properties = scalar.properties
      return scalar.breaksLine || properties.isDefaultIgnorableCodePoint || (!isComposed && properties.isGraphemeExtend)
    }
  }
}
