internal import FileSystem
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// The files of one section, by name. A symbolic link is not followed, also not where it is a directory.
struct SectionScan {
  /// The files whose name is an id, each id once.
  private(set) var files: [String: StoredFile] = [:]
  /// Ids that more than one file has; they are in none of the ``files``.
  private(set) var clashes: [String: [StoredFile]] = [:]
  /// The folders there are, also those that hold no files.
  private(set) var folders: [Folder] = []
  /// What is wrong with names: no ids, clashes, links.
  private(set) var reports: [FileReport] = []
  /// What stands in the place of the section's own directory, so that no file can be found; also among the ``reports``.
  private(set) var obstacle: FileReport?
  private let section: Section
  /// The one file name that is looked for, as the system gives it; `nil` for all.
  private let wanted: [CChar]?

  /// Scans a section.
  ///
  /// - Parameter wanted: Looks for this name alone, so that nothing else is checked or reported.
  init(_ section: Section, of store: FilePath, lookingFor wanted: String? = nil) throws(MixtapeError) {
    self.section = section
    self.wanted = wanted.map { ($0 + StoredFile.suffix).utf8CString.map(\.self) }
    // A directory that is about to become a store need not be there yet.
    guard try system(store, { () throws(Errno) in try FileStatus(of: store) }) != nil else { return }
    let top = try system(store) { () throws(Errno) in try Directory(at: store) }
    let place = try system(store) { () throws(Errno) in try top.status(of: Array(section.rawValue.utf8CString)) }
    if let place, place.kind != .directory {
      let report = Self.obstacleReport(section, place.kind)
      (obstacle, reports) = (report, [report])
      return
    }
    try scan(section.rawValue, in: top, Folder.top, at: store.appending(section.rawValue))
    for (name, found) in clashes.sorted(by: { $0.key < $1.key }) {
      files[name] = nil
      reports += found.map { Self.clashReport($0, name, found) }
    }
    reports.sort { $0.path < $1.path }
  }

  private mutating func scan(
    _ name: String, in parent: borrowing Directory, _ folder: Folder, at path: FilePath
  ) throws(MixtapeError) {
    let cName = Array(name.utf8CString)
    guard try system(path, { () throws(Errno) in try parent.status(of: cName) }) != nil else { return }
    let directory = try system(path) { () throws(Errno) in try Directory(cName, in: parent) }
    for (cName, kind) in try system(path, { () throws(Errno) in try directory.names() }) {
      // Hidden names are nobody's playlist, and most names are passed over without becoming text.
      guard cName.first != CChar(bitPattern: UInt8(ascii: ".")), !isPassedOver(cName, kind) else { continue }
      let name = cName.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) }
      switch try known(kind, of: cName, in: directory, path) {
      case .directory: try descend(into: name, in: directory, of: folder, at: path)
      case .regular: add(name, folder)
      case .other where !name.hasSuffix(StoredFile.suffix): break
      case .symbolicLink, .other:
        guard wanted == nil else { continue }
        report(folder, name, .notAFile, "this is not a plain file; symbolic links are not followed")
      case nil: break
      }
    }
  }

  /// The kind of a name, looked up where the directory does not tell it; `nil` if it vanished.
  private func known(
    _ kind: FileKind?, of name: [CChar], in directory: borrowing Directory, _ path: FilePath
  ) throws(MixtapeError) -> FileKind? {
    if let kind { return kind }
    return try system(path) { () throws(Errno) in try directory.status(of: name)?.kind }
  }

  /// Whether a name is a file's, and not that of the one file that is looked for.
  private func isPassedOver(_ name: [CChar], _ kind: FileKind?) -> Bool {
    guard let wanted, kind == .regular else { return false }
    return name != wanted
  }

  private mutating func descend(
    into name: String, in directory: borrowing Directory, of folder: Folder, at path: FilePath
  ) throws(MixtapeError) {
    let repository = Array("\(name)/.git".utf8CString)
    let isRepository = try system(path, { () throws(Errno) in try directory.status(of: repository) }) != nil
    if section == .templates, !isRepository {
      guard wanted == nil else { return }
      report(folder, name, .invalidFileName, "templates have no folders: move its files up into templates/")
    } else if !isRepository, let below = Folder(components: folder.components + [name]) {
      folders.append(below)
      try scan(name, in: directory, below, at: path.appending(name))
    } else if wanted == nil, isRepository {
      report(folder, name, .notAFile, "this directory is a git repository of its own; move it out of the store")
    } else if wanted == nil {
      report(folder, name, .invalidFileName, "this directory cannot be a folder: rename it")
    }
  }

  private mutating func add(_ fileName: String, _ folder: Folder) {
    guard let name = StoredFile.name(of: fileName) else { return }
    if let violation = NameRules.violation(in: name) {
      report(
        folder, fileName, .invalidFileName,
        "the file's name is no id: \(IDWording.reason(for: violation)); rename the file")
      return
    }
    let file = StoredFile(section: section, folder: folder, name: name)
    if let other = files[name] {
      clashes[name, default: [other]].append(file)
    } else {
      files[name] = file
    }
  }

  private mutating func report(_ folder: Folder, _ name: String, _ id: Diagnostic.ID, _ message: String) {
    let path = ([section.rawValue] + folder.components + [name]).joined(separator: "/")
    reports.append(FileReport(path: path, diagnostics: [.error(id, message)]))
  }

  private static func obstacleReport(_ section: Section, _ kind: FileKind) -> FileReport {
    let isLink = kind == .symbolicLink
    let what = isLink ? "a symbolic link, and links are not followed" : "something else"
    let remedy =
      isLink
      ? "remove the link, and put the directory that it leads to in its place"
      : "move it away; the directory is made when it is needed"
    let note = Diagnostic.Note(message: remedy, range: nil)
    return FileReport(
      path: section.rawValue,
      diagnostics: [.error(.notADirectory, "this must be a directory of the store, but is \(what)", notes: [note])])
  }

  private static func clashReport(_ file: StoredFile, _ id: String, _ all: [StoredFile]) -> FileReport {
    let others = all.filter { $0 != file }.map { Diagnostic.Note(message: "the other is \($0.path)", range: nil) }
    let message = "two files have the id \(id); rename one of them"
    return FileReport(path: file.path, diagnostics: [.error(.idClash, message, notes: others)])
  }
}
