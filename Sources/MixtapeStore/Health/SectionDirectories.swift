internal import FileSystem
internal import SystemPackage

/// The directories that hold a store's files, and the temporary files of interrupted writes in them.
///
/// Unreadable directories are skipped: the check of files reports them.
struct SectionDirectories {
  /// The store's directory, its sections, and all directories below them that are not hidden.
  private(set) var paths: [FilePath] = []
  /// Files that begin with `.` and end in ``DurableFile/temporarySuffix``.
  private(set) var leftovers: [FilePath] = []
  /// Directories with the name of a temporary file, which prevent a write.
  private(set) var obstructions: [FilePath] = []

  init(of store: FilePath) {
    read(store) { name in Section.allCases.contains { $0.rawValue == name } }
  }

  private mutating func read(_ path: FilePath, entering isEntered: (String) -> Bool) {
    let names: [(name: [CChar], kind: FileKind?)]
    do throws(Errno) {
      names = try Directory(at: path).names()
    } catch {
      return
    }
    paths.append(path)
    for (name, kind) in names {
      guard let text = String(validating: name.dropLast(), as: UTF8.self) else { continue }
      if kind == .directory, isEntered(text) {
        read(path.appending(text)) { !$0.hasPrefix(".") }
      } else if kind == .regular, DurableFile.isTemporary(text) {
        leftovers.append(path.appending(text))
      } else if kind == .directory, DurableFile.isTemporary(text) {
        obstructions.append(path.appending(text))
      }
    }
  }
}
