internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// The files of one section, by name.
struct SectionScan {
  /// The files whose name is an id, each id once.
  private(set) var files: [String: StoredFile] = [:]
  /// Ids that more than one file has; they are in none of the ``files``.
  private(set) var clashes: [String: [StoredFile]] = [:]
  /// What is wrong with names: no ids, clashes, links.
  private(set) var reports: [FileReport] = []

  /// Scans a section.
  ///
  /// - Parameter wanted: Looks for this name alone, so that nothing else is checked or reported.
  init(_ section: Section, of store: FilePath, lookingFor wanted: String? = nil) throws(MixtapeError) {
    try scan(Folder.top, at: store.appending(section.rawValue), section, wanted)
    for (name, found) in clashes.sorted(by: { $0.key < $1.key }) {
      files[name] = nil
      reports += found.map { Self.clashReport($0, name, found) }
    }
    reports.sort { $0.path < $1.path }
  }

  private mutating func scan(
    _ folder: Folder, at directory: FilePath, _ section: Section, _ wanted: String?
  ) throws(MixtapeError) {
    let listing = try system(directory) { () throws(Errno) in try DirectoryListing.names(in: directory) }
    for (name, kind) in listing ?? [] {
      switch kind {
      case .directory: try descend(into: name, of: folder, at: directory, section, wanted)
      case .file: add(name, folder, section, wanted)
      case .other where !name.hasSuffix(StoredFile.suffix): break
      case .symbolicLink, .other:
        guard wanted == nil else { continue }
        report(section, folder, name, .notAFile, "this is not a plain file; symbolic links are not followed")
      }
    }
  }

  private mutating func descend(
    into name: String, of folder: Folder, at directory: FilePath, _ section: Section, _ wanted: String?
  ) throws(MixtapeError) {
    let path = directory.appending(name)
    let repository = path.appending(".git")
    let isRepository = try system(repository) { () throws(Errno) in try SystemCalls.status(of: repository) } != nil
    if !isRepository, let below = Folder(components: folder.components + [name]) {
      try scan(below, at: path, section, wanted)
    } else if wanted == nil, isRepository {
      report(
        section, folder, name, .notAFile, "this directory is a git repository of its own; move it out of the store")
    } else if wanted == nil {
      report(section, folder, name, .invalidFileName, "this directory cannot be a folder: rename it")
    }
  }

  private mutating func add(_ fileName: String, _ folder: Folder, _ section: Section, _ wanted: String?) {
    guard fileName.hasSuffix(StoredFile.suffix) else { return }
    let name = String(fileName.dropLast(StoredFile.suffix.count))
    if let wanted {
      guard name == wanted else { return }
    } else if let violation = NameRules.violation(in: name) {
      report(
        section, folder, fileName, .invalidFileName,
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

  private mutating func report(
    _ section: Section, _ folder: Folder, _ name: String, _ id: Diagnostic.ID, _ message: String
  ) {
    let path = ([section.rawValue] + folder.components + [name]).joined(separator: "/")
    reports.append(FileReport(path: path, diagnostics: [.error(id, message)]))
  }

  private static func clashReport(_ file: StoredFile, _ id: String, _ all: [StoredFile]) -> FileReport {
    let others = all.filter { $0 != file }.map { Diagnostic.Note(message: "the other is \($0.path)", range: nil) }
    let message = "two files have the id \(id); rename one of them"
    return FileReport(path: file.path, diagnostics: [.error(.idClash, message, notes: others)])
  }
}
