internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// What was edited by hand since the last commit: what can be committed, and what has to be mended first.
struct HandEditSurvey {
  /// A hand edit with the bytes that would be committed; `nil` of a deleted file.
  struct Edit {
    let edit: HandEdit
    let bytes: [UInt8]?
    let old: ObjectID?
  }

  private(set) var edits: [Edit] = []
  private(set) var invalid: [FileReport] = []

  /// Compares the store's files with HEAD.
  init(of store: Store, _ repository: Repository) throws(MixtapeError) {
    let changes = try git { () throws(GitError) in
      try repository.workTreeChanges(
        under: Section.allCases.map(\.rawValue), includingFiles: [StoreFile.name])
    }
    guard !changes.isEmpty else { return }
    var found: [Edit] = []
    for change in changes {
      if let edit = try read(change, of: store) { found.append(edit) }
    }
    edits = Self.pairingMoves(found, try Self.committedIDs(of: found))
  }

  private mutating func read(_ change: WorkTreeChange, of store: Store) throws(MixtapeError) -> Edit? {
    if change.kind == .deleted {
      return Edit(edit: HandEdit(kind: .deleted, path: change.path, oldPath: nil), bytes: nil, old: change.old)
    }
    switch try store.load(change.path) {
    case .absent: return nil
    case .unusable(let report): invalid.append(report)
    case .bytes(let bytes):
      let report = try Self.report(on: bytes, at: change.path, of: store)
      guard report.hasErrors else {
        let kind: HandEdit.Kind = change.old == nil ? .created : .edited
        return Edit(edit: HandEdit(kind: kind, path: change.path, oldPath: nil), bytes: bytes, old: change.old)
      }
      invalid.append(report)
    }
    return nil
  }

  /// What is wrong with a file that was edited: its name, its id, its text.
  private static func report(on bytes: [UInt8], at path: String, of store: Store) throws(MixtapeError) -> FileReport {
    let result = try store.check([store.directory.appending(path)])
    return result.reports.first { $0.path == path } ?? FileReport(path: path, source: bytes, diagnostics: [])
  }

  private static func committedIDs(of edits: [Edit]) throws(MixtapeError) -> [String: ObjectID] {
    var ids: [String: ObjectID] = [:]
    for case let edit in edits where edit.edit.kind == .created {
      ids[edit.edit.path] = try edit.bytes.map { (bytes) throws(MixtapeError) in
        try git { () throws(GitError) in try Repository.blobID(of: bytes) }
      }
    }
    return ids
  }

  /// Makes one edit of a deletion and a creation: a move where the name is the same, a renaming where the bytes are.
  private static func pairingMoves(_ edits: [Edit], _ ids: [String: ObjectID]) -> [Edit] {
    var deleted = edits.filter { $0.edit.kind == .deleted }
    var result: [Edit] = []
    for edit in edits where edit.edit.kind != .deleted {
      let name = StoredFile(path: edit.edit.path)?.name
      let section = Section(containing: edit.edit.path)
      let partner =
        edit.edit.kind != .created
        ? nil
        : deleted.firstIndex { gone in
          Section(containing: gone.edit.path) == section
            && (StoredFile(path: gone.edit.path)?.name == name || gone.old == ids[edit.edit.path])
        }
      guard let partner else {
        result.append(edit)
        continue
      }
      let gone = deleted.remove(at: partner)
      let isMove = StoredFile(path: gone.edit.path)?.name == name
      let paired = HandEdit(kind: isMove ? .moved : .renamed, path: edit.edit.path, oldPath: gone.edit.path)
      result.append(Edit(edit: paired, bytes: edit.bytes, old: nil))
    }
    return (result + deleted).sorted { $0.edit.path < $1.edit.path }
  }
}
