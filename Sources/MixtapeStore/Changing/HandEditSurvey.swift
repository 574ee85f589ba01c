internal import GitHistory
internal import MixtapeModel

/// What was edited by hand since the last commit: what can be committed, and what has to be mended first.
struct HandEditSurvey {
  /// A hand edit with the bytes that would be committed; `nil` of a deleted file.
  struct Edit {
    let edit: HandEdit
    let bytes: [UInt8]?
    /// The id of the content that came or went.
    fileprivate let content: ObjectID?
  }

  private(set) var edits: [Edit] = []
  private(set) var invalid: [FileReport] = []

  /// Compares the store's files with HEAD.
  init(of store: Store, _ repository: Repository) throws(MixtapeError) {
    let changes = try git { () throws(GitError) in try repository.uncommittedStoreChanges() }
    guard !changes.isEmpty else { return }
    var check = try StoreCheck(store)
    var found: [Edit] = []
    for change in changes {
      if let edit = try read(change, of: store, &check) { found.append(edit) }
    }
    edits = Self.pairingMoves(found)
  }

  private mutating func read(
    _ change: WorkTreeChange, of store: Store, _ check: inout StoreCheck
  ) throws(MixtapeError) -> Edit? {
    if change.kind == .deleted {
      return Edit(edit: HandEdit(kind: .deleted, path: change.path, oldPath: nil), bytes: nil, content: change.old)
    }
    switch try store.load(change.path) {
    case .absent: return nil
    case .unusable(let report): invalid.append(check.report(onNameAt: change.path) ?? report)
    case .bytes(let bytes):
      let report = try check.report(on: bytes, at: change.path)
      if !report.hasErrors { return try Self.edit(change, bytes) }
      invalid.append(report)
    }
    return nil
  }

  private static func edit(_ change: WorkTreeChange, _ bytes: [UInt8]) throws(MixtapeError) -> Edit {
    let kind: HandEdit.Kind = change.old == nil ? .created : .edited
    let content = try git { () throws(GitError) in try Repository.blobID(of: bytes) }
    return Edit(edit: HandEdit(kind: kind, path: change.path, oldPath: nil), bytes: bytes, content: content)
  }
}

// MARK: - Moves

extension HandEditSurvey {
  /// Makes one edit of a deletion and a creation: a move where the name is the same, a renaming where the bytes are.
  /// Linear in the edits.
  private static func pairingMoves(_ edits: [Edit]) -> [Edit] {
    var (single, paired) = (edits, [Edit]())
    for (kind, key) in [(HandEdit.Kind.moved, \Edit.nameKey), (.renamed, \Edit.contentKey)] {
      var gone = Dictionary(grouping: single.filter { $0.edit.kind == .deleted }.reversed()) { $0[keyPath: key] }
      let rest = single.filter { edit in
        guard edit.edit.kind == .created, let partner = gone[edit[keyPath: key]]?.popLast() else {
          return edit.edit.kind != .deleted
        }
        let whole = HandEdit(kind: kind, path: edit.edit.path, oldPath: partner.edit.path)
        paired.append(Edit(edit: whole, bytes: edit.bytes, content: edit.content))
        return false
      }
      single = rest + gone.values.joined()
    }
    return (single + paired).sorted { $0.edit.path < $1.edit.path }
  }
}

extension HandEditSurvey.Edit {
  /// What a file keeps that goes to another folder.
  fileprivate var nameKey: [String] {
    [Section(containing: edit.path)?.rawValue ?? "", StoredFile(path: edit.path)?.name ?? edit.path]
  }

  /// What a file keeps that gets another name.
  fileprivate var contentKey: [String] {
    [Section(containing: edit.path)?.rawValue ?? "", content?.description ?? edit.path]
  }
}
