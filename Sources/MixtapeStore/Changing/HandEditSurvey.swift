public import GitHistory
internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles

/// An uncommitted change of a store's file.
public struct HandEdit: Hashable, Sendable {
  /// The kind of the edit.
  public enum Kind: String, Hashable, Sendable {
    /// The file is new.
    case created
    /// The file has another content.
    case edited
    /// The file was deleted.
    case deleted
    /// The file was moved to another directory.
    case moved
    /// The file was renamed, which changes the id of the playlist.
    case renamed
  }

  /// The kind of the edit.
  public let kind: Kind
  /// The path below the store's directory; for a deleted file, its previous path.
  public let path: String
  /// The previous path of a moved or renamed file.
  public let oldPath: String?
  /// The paths of the other files, if many files were created, or an editor wrote a change of several files: they are one edit.
  public internal(set) var otherPaths: [String] = []
  /// The subject of the change that an editor was asked to write; `nil` for an edit that nobody planned.
  var plannedSubject: String?

  /// The subject of the commit that the edit gets.
  public var subject: String {
    if let plannedSubject { return plannedSubject }
    guard otherPaths.isEmpty else { return "Create \(counted(paths.count, "file")) by hand" }
    let name = SectionFile(path: path)?.name ?? path
    switch kind {
    case .created: return "Create \(name) by hand"
    case .edited: return "Edit \(name) by hand"
    case .deleted: return "Delete \(name) by hand"
    case .moved: return "Move \(name) by hand"
    case .renamed: return "Rename \(oldPath.flatMap(SectionFile.init)?.name ?? "a file") to \(name) by hand"
    }
  }

  /// The playlists whose files the edit changes.
  public var playlists: [Playlist.ID] { paths.compactMap(SectionFile.playlistID) }

  /// The podcasts whose files the edit changes.
  public var podcasts: [Podcast.ID] { paths.compactMap(SectionFile.podcastID) }

  /// The paths that the commit of this edit changes.
  var paths: [String] { (oldPath.map { [$0] } ?? []) + [path] + otherPaths }
}

/// A hand edit that was committed.
public struct CapturedEdit: Hashable, Sendable {
  /// The subject of its commit.
  public let subject: String
  /// The paths that the commit changed, below the store's directory.
  public let paths: [String]
  /// The commit.
  public let commit: CommitID
}

extension RepositoryState {
  /// Whether hand edits can be told from the changes of another branch.
  var allowsHandEdits: Bool { [.clean, .bisect].contains(self) }
}

/// The hand edits since the last commit: edits that can be committed, and files that have errors.
struct HandEditSurvey {
  /// A hand edit of one file, with the bytes to commit; `nil` for a deleted file.
  struct Edit {
    let handEdit: HandEdit
    let bytes: [UInt8]?
    /// The id of the added or removed content.
    let content: ObjectID?
  }

  /// The edits that get one commit; at least one.
  struct Capture {
    fileprivate let edits: [Edit]
    /// The change that an editor was asked to write, if this is its result.
    var expected: ExpectedChange?
  }

  /// The edits of the files, each file separately.
  private(set) var edits: [Edit] = []
  /// The changes that editors were asked to write, and that are there exactly. Their files are among the ``edits``, too.
  private var planned: [Capture] = []
  private(set) var invalid: [FileReport] = []
  /// The paths of the invalid files whose versions in HEAD are used.
  private var substituted: Set<String> = []
  /// The paths of files that are no files of the store because of their names.
  private(set) var ignored: [String] = []
  /// The files that seem to have invalid names now. They are not among the ``edits``: as of files with errors, nothing is committed.
  private(set) var misnamed: [RenamedFile] = []
  /// All files that were found, changed and unchanged.
  let workTree: WorkTreeState
  private let store: Store
  private let repository: StoreRepository

  /// Compares the store's files with HEAD.
  ///
  /// - Parameter readsAll: Whether to read all files, also those that git's index calls unchanged.
  init(of store: Store, _ repository: StoreRepository, readingAll readsAll: Bool = false) throws(MixtapeError) {
    (self.store, self.repository) = (store, repository)
    workTree = try repository.storeState(readingAll: readsAll)
    guard !workTree.changes.isEmpty else { return }
    var check = try StoreCheck(store)
    var found: [Edit] = []
    for change in workTree.changes {
      if let edit = try read(change, &check) { found.append(edit) }
    }
    let expected = ExpectedChanges(in: repository.privateState)
    for change in expected.changes.reversed() {
      if let capture = Capture(change, among: found) {
        planned.insert(capture, at: 0)
        let paths = Set(capture.handEdit.paths)
        found.removeAll { paths.contains($0.handEdit.path) }
      }
    }
    let others = try Self.pairingMoves(found, in: repository)
    edits = (others + planned.flatMap(\.edits)).sorted { $0.handEdit.path < $1.handEdit.path }
    ignored = check.ignoredFiles
    let committed = CommittedVersions(of: store)
    for report in invalid where !check.isIgnored(report.path) && committed.substitute(for: report.path) != nil {
      substituted.insert(report.path)
    }
    misnamed = try renamingsToInvalidNames()
    let waiting = Set(misnamed.map(\.oldPath))
    edits.removeAll { waiting.contains($0.handEdit.path) }
  }

  /// The problems of files in the way of changes: those with errors, and those that seem to have invalid names now.
  var obstacles: [FileReport] {
    invalid
      + misnamed.map { file in
        let message = "the name of this file is \"\(file.path)\" now, which is not valid; rename it"
        return FileReport(path: file.oldPath, diagnostics: [.error(.invalidFileName, message)])
      }
  }

  func notice(of report: FileReport) -> StoreNotice {
    .fileInvalid(report, usesCommittedVersion: substituted.contains(report.path))
  }

  private mutating func read(
    _ change: WorkTreeChange, _ check: inout StoreCheck
  ) throws(MixtapeError) -> Edit? {
    if change.kind == .deleted {
      return Edit(handEdit: HandEdit(kind: .deleted, path: change.path, oldPath: nil), bytes: nil, content: change.old)
    }
    switch try store.load(change.path) {
    case .absent:
      // The directory listing has a name that is not UTF-8, but the file cannot be looked up by it.
      if let report = check.report(onNameAt: change.path) { invalid.append(report) }
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
    return Edit(
      handEdit: HandEdit(kind: kind, path: change.path, oldPath: nil), bytes: bytes,
      content: try StoreRepository.blobID(of: bytes))
  }
}

// MARK: - Commits

extension HandEditSurvey {
  /// The edits by their commits, in order: each file, but many new files together, and the files of a change that an editor was asked
  /// to write.
  var captures: [Capture] {
    let others = edits.filter { $0.handEdit.plannedSubject == nil }
    let created = others.filter { $0.handEdit.kind == .created }
    let areMany = created.count >= Self.manyFiles
    let single = areMany ? others.filter { $0.handEdit.kind != .created } : others
    return planned + (areMany ? [Capture(edits: created)] : []) + single.map { Capture(edits: [$0]) }
  }

  /// The number of new files from which on they are one commit, because each commit has all names of the folder.
  static let manyFiles = 50

  /// Returns the hand edits that can be undone. Without a commit, the first of them becomes the first commit, which nothing undoes.
  func undoableCaptures() throws(MixtapeError) -> ArraySlice<Capture> {
    try repository.head().commit == nil ? captures.dropFirst() : captures[...]
  }
}

extension HandEditSurvey.Capture {
  /// The edits as one.
  var handEdit: HandEdit {
    var whole = edits[0].handEdit
    whole.otherPaths = edits.dropFirst().flatMap(\.handEdit.paths)
    return whole
  }

  var message: CommitMessage {
    if let expected {
      return CommitMessage(
        expected.subject, body: expected.body, operation: expected.operation, trailers: edits.renames.trailers())
    }
    let names = edits.count == 1 ? [] : handEdit.paths.map { SectionFile(path: $0)?.name ?? $0 }
    return CommitMessage(
      handEdit.subject, body: CommitMessage.list(names), operation: CommitMessage.editOperation,
      trailers: edits.renames.trailers())
  }

  /// Makes the contents as blobs, and returns the changes of files.
  func changes(in repository: StoreRepository) throws(MixtapeError) -> [TreeEdit] {
    let written = try edits.map { (edit) throws(MixtapeError) in
      TreeEdit(path: edit.handEdit.path, blob: try repository.makeBlob(edit.bytes))
    }
    return written + edits.compactMap(\.handEdit.oldPath).map { TreeEdit(path: $0, blob: nil) }
  }
}

// MARK: - Changes that editors were asked to write

extension HandEditSurvey.Capture {
  /// Finds the edits of all files of a change that an editor was asked to write; `nil` if one of them has another content, or another
  /// name in HEAD.
  fileprivate init?(_ change: ExpectedChange, among found: [HandEditSurvey.Edit]) {
    let found = Dictionary(found.map { ($0.handEdit.path, $0) }) { first, _ in first }
    var edits: [HandEditSurvey.Edit] = []
    for file in change.files {
      guard let edit = found[file.path], (edit.bytes == nil) == (file.content == nil) else { return nil }
      if let content = file.content, edit.content?.description != content { return nil }
      var kind = edit.handEdit.kind
      if let former = file.formerPath {
        guard found[former]?.handEdit.kind == .deleted else { return nil }
        kind = FileKey(former) == FileKey(file.path) ? .moved : .renamed
      }
      var handEdit = HandEdit(kind: kind, path: file.path, oldPath: file.formerPath)
      handEdit.plannedSubject = change.subject
      edits.append(HandEditSurvey.Edit(handEdit: handEdit, bytes: edit.bytes, content: edit.content))
    }
    guard !edits.isEmpty else { return nil }
    self.init(edits: edits, expected: change)
  }
}

// MARK: - Moves

extension HandEditSurvey {
  /// The new ids of the playlists whose files were renamed, by their former ids.
  var renamedPlaylists: [Playlist.ID: Playlist.ID] { edits.renames.playlists }

  /// Combines a deletion and a creation into one edit: a move if the names are equal, or a renaming if the contents are those of one
  /// file (``SimilarFiles``). O(*n*) in the number of edits.
  private static func pairingMoves(_ edits: [Edit], in repository: StoreRepository) throws(MixtapeError) -> [Edit] {
    let removed = Dictionary(grouping: edits.filter { $0.handEdit.kind == .deleted }) { FileKey($0.handEdit.path) }
    let added = Dictionary(grouping: edits.filter { $0.handEdit.kind == .created }) { FileKey($0.handEdit.path) }
    var moves: [Edit] = []
    for (key, old) in removed {
      for (old, new) in zip(old, added[key] ?? []) { moves.append(combined(old, new, isRenaming: false)) }
    }
    let rest = edits.removing(moves)
    let renamings = try renamings(rest, in: repository)
    return (rest.removing(renamings) + moves + renamings).sorted { $0.handEdit.path < $1.handEdit.path }
  }

  private static func renamings(_ edits: [Edit], in repository: StoreRepository) throws(MixtapeError) -> [Edit] {
    let (removed, added) = (
      edits.filter { $0.handEdit.kind == .deleted }, edits.filter { $0.handEdit.kind == .created }
    )
    let pairs = try repository.renamings(
      removed: removed.compactMap(\.unpaired), added: added.compactMap(\.unpaired))
    return pairs.map { combined(removed[$0.removed], added[$0.added], isRenaming: true) }
  }

  private static func combined(_ old: Edit, _ new: Edit, isRenaming: Bool) -> Edit {
    let whole = HandEdit(kind: isRenaming ? .renamed : .moved, path: new.handEdit.path, oldPath: old.handEdit.path)
    return Edit(handEdit: whole, bytes: new.bytes, content: new.content)
  }
}

extension HandEditSurvey.Edit {
  fileprivate var unpaired: UnpairedFile? {
    content.map { UnpairedFile(path: handEdit.path, content: $0, bytes: bytes) }
  }
}

extension [HandEditSurvey.Edit] {
  /// The playlists and podcasts that got another id.
  fileprivate var renames: ItemRenames {
    reduce(into: ItemRenames()) { renames, edit in
      guard let old = edit.handEdit.oldPath.flatMap(StoreItem.init(path:)),
        let new = StoreItem(path: edit.handEdit.path)
      else { return }
      renames.add(old, new)
    }
  }

  /// Returns the edits without those that are part of renamings.
  fileprivate func removing(_ renamings: [HandEditSurvey.Edit]) -> [HandEditSurvey.Edit] {
    let paths = Set(renamings.flatMap(\.handEdit.paths))
    return paths.isEmpty ? self : filter { !paths.contains($0.handEdit.path) }
  }
}

extension HandEditSurvey {
  /// Warns of files that seem to have names now by which they are no files of the store.
  func warnOfInvalidNames() {
    if !misnamed.isEmpty { store.context.notify(.filesRenamedToInvalidNames(misnamed)) }
  }

  /// Returns the missing files that seem to have invalid names now. Files that are not similar are different ones.
  private func renamingsToInvalidNames() throws(MixtapeError) -> [RenamedFile] {
    let deleted = edits.filter { $0.handEdit.kind == .deleted && $0.handEdit.plannedSubject == nil }
    guard !deleted.isEmpty else { return [] }
    let found = try filesWithInvalidNames()
    guard !found.isEmpty else { return [] }
    let old = try deleted.map { (edit) throws(MixtapeError) in
      FileSource(path: edit.handEdit.path, bytes: try edit.content.map(repository.blob) ?? [])
    }
    let pairs = SimilarFiles.similarTexts(removed: old, added: found)
    return pairs.map { RenamedFile(oldPath: deleted[$0.removed].handEdit.path, path: found[$0.added].path) }
      .sorted { $0.oldPath < $1.oldPath }
  }

  /// Returns the files whose names are invalid ids, and those that are ignored because of their names. Of many ignored files, none.
  /// Files that are committed under such a name were not renamed now.
  private func filesWithInvalidNames() throws(MixtapeError) -> [FileSource] {
    let misnamed = invalid.filter { report in
      !report.source.isEmpty && report.diagnostics.contains { $0.id == .invalidFileName }
    }
    var files = misnamed.map { FileSource(path: $0.path, bytes: $0.source) }
    // Editors and `sed -i.bak` keep the previous version of a file under its name and an ending. The file was not renamed.
    let candidates = ignored.filter { !$0.hasSuffix("~") && !$0.contains("\(SectionFile.suffix).") }
    guard candidates.count <= SimilarFiles.mostCompared else { return files }
    let tree = try repository.head().commit.map { (head) throws(MixtapeError) in try repository.tree(of: head) }
    for path in candidates {
      if let tree, try repository.entry(at: path, inTree: tree) != nil { continue }
      if case .bytes(let bytes) = try store.load(path) { files.append(FileSource(path: path, bytes: bytes)) }
    }
    return files
  }
}
