internal import LosslessTOML
public import PlaylistFiles

/// Conflict copies of other programs are files with an error, so that they are neither read nor committed, and stay as they are.
extension FileReport {
  /// Makes the report on a conflict copy; `nil` for a file with another name.
  init?(ofConflictCopy file: StoredFile) {
    guard let copy = ConflictCopy(name: file.name) else { return nil }
    let message = "this is a conflict copy of \(copy.original), made by \(copy.program), and is ignored"
    self.init(path: file.path, diagnostics: [.error(.conflictCopy, message)])
  }

  /// The conflict copy that the file is, and the path of the file that it is a copy of; `nil` for other files.
  public var conflictCopy: (copy: ConflictCopy, originalPath: String)? {
    guard diagnostics.contains(where: { $0.id == .conflictCopy }), let section = Section(containing: path),
      let file = StoredFile(path: path), let copy = ConflictCopy(name: file.name)
    else { return nil }
    return (copy, StoredFile(section: section, folder: file.folder, name: copy.original).path)
  }
}
