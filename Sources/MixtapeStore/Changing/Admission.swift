internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The decision whether writes may be made. Each change asks it before it writes, and each preview asks the same.
struct Admission {
  /// The origin of writes.
  enum Origin {
    /// A command.
    case command
    /// An undo or a redo, which can restore a version with errors that somebody committed with git.
    case step
    /// The branch of a remote.
    case received(RemoteBranch)
  }

  let origin: Origin
  /// The files before the change; `nil` for a store without history.
  let workTree: WorkTreeState?
  /// The files that were edited by hand and have errors, or unusable names.
  let invalid: [FileReport]

  /// Throws an error unless all writes may be made.
  ///
  /// - Throws: ``MixtapeError/Code/fileTooLarge``; ``MixtapeError/Code/markedFile`` and ``MixtapeError/Code/notCheckedOut``;
  ///   ``MixtapeError/Code/invalidFile`` for a file with errors in the way; ``MixtapeError/Code/invalidVersion`` for new contents with
  ///   errors; a ``SyncRefusal`` as the cause of an error with its code, for received writes.
  func require(_ writes: [FileWrite]) throws(MixtapeError) {
    for write in writes { try requireReadableSize(write) }
    switch origin {
    case .received(let branch): try requireNoObstacle(to: writes, from: branch)
    case .command, .step: try requireNoObstacle(to: writes)
    }
    for write in writes { try workTree?.requireChangeable(write) }
    if case .command = origin { try requireSoundContents(writes) }
  }

  /// Throws an error if the written file would be too large to be read again.
  private func requireReadableSize(_ write: FileWrite) throws(MixtapeError) {
    guard let new = write.new, !write.changesNothing, new.count > FileLimits.maximumSize else { return }
    throw MixtapeError(
      .fileTooLarge, .file(write.path), cause: FileSizeLimitExceeded(bytes: new.count, limit: FileLimits.maximumSize))
  }

  private func requireSoundContents(_ writes: [FileWrite]) throws(MixtapeError) {
    let reports = writes.filter { !$0.changesNothing && StorePaths.contains($0.path) }.concurrentMap(chunkSize: 16) {
      write in
      write.new.map { FileReport(checking: $0, at: write.path) }
    }
    if let report = reports.compactMap(\.self).first(where: \.hasErrors) { throw .invalidVersion(report) }
  }

  // MARK: Files in the way

  private func requireNoObstacle(to writes: [FileWrite]) throws(MixtapeError) {
    for write in writes {
      if let report = invalid.report(obstructing: write.path) { throw .invalidFile(report) }
    }
    try requireNoOtherFile(ofItemsDeletedBy: writes)
  }

  /// Throws an error if another file has the id of a playlist or a podcast that writes delete. It is ignored until then, and the next
  /// change would commit it in the place of the deleted one.
  ///
  /// For a sync, this is no obstacle: others deleted the playlist, and the file is a new one of this clone.
  private func requireNoOtherFile(ofItemsDeletedBy writes: [FileWrite]) throws(MixtapeError) {
    let items = { (writes: [FileWrite]) in Set(writes.compactMap { StoreItem(path: $0.path) }) }
    let removed = writes.filter { $0.old != nil && $0.new == nil }
    let deleted = items(removed).subtracting(items(writes.filter { $0.new != nil }))
    let others = invalid.filter(\.hasIDOfOtherFile).sorted { $0.path < $1.path }
    for other in others {
      guard let item = StoreItem(path: other.path), deleted.contains(item) else { continue }
      let message = "this file has the id \(item.id), too, and would replace the deleted one; remove or rename it first"
      throw .invalidFile(FileReport(path: other.path, diagnostics: [.error(.idClash, message)]))
    }
  }

  /// Throws an error if received files have errors here, or exist in another Unicode form.
  private func requireNoObstacle(to writes: [FileWrite], from branch: RemoteBranch) throws(MixtapeError) {
    let paths = Set(writes.compactMap { invalid.report(obstructing: $0.path)?.path })
    let reports = invalid.filter { paths.contains($0.path) }.sorted { $0.path < $1.path }
    // A file of the work tree whose name is written in another Unicode form is another file.
    let written = writes.map { Array($0.path.utf8) }
    let otherForms = reports.map(\.path).filter { path in !written.contains { $0.starts(with: path.utf8) } }
    guard otherForms.isEmpty else {
      throw .refused(.unwritable(otherForms.map { UnwritableFile(path: $0, reason: .severalForms) }, branch))
    }
    guard let first = reports.first else { return }
    throw MixtapeError(.invalidFile, .file(first.path), cause: InvalidFiles(reports: reports, changedBy: branch))
  }

  // MARK: Folders

  /// Checks that every file in a folder that is moved or deleted can be read, and that the destination is free.
  ///
  /// - Parameter change: The folder and its destination; `nil` for a change that is not about a folder.
  /// - Throws: The errors of ``Transaction/emptyFolders(of:in:)``.
  func requireUsableFolder(
    _ change: (folder: Folder, destination: Folder?)?, in tree: FolderTree, of store: Store
  ) throws(MixtapeError) {
    guard case let (folder, destination)? = change else { return }
    let directory = tree.section.path(of: folder)
    if let workTree {
      let kept = workTree.leftOut.union(workTree.marked.keys).filter { $0.hasPrefix("\(directory)/") }
      if let obstacle = kept.min().flatMap(workTree.obstacle) { throw obstacle }
    }
    let reports = invalid + (try SectionScan(tree.section, of: store).reports)
    let unreadable = reports.filter { $0.path == directory || $0.path.hasPrefix("\(directory)/") }
      .byPath.values.sorted { $0.path < $1.path }
    if let first = unreadable.first {
      throw MixtapeError(.invalidFile, .file(first.path), cause: InvalidFiles(reports: unreadable))
    }
    if let report = destination.flatMap({ reports.report(obstructing: tree.section.path(of: $0)) }) {
      throw .invalidFile(report)
    }
  }
}

extension WorkTreeState {
  /// Returns the reason why a file must not be changed: a sparse checkout leaves it out, or it has an `IndexMark`.
  func obstacle(to path: String) -> MixtapeError? {
    if let mark = marked[path] { return MixtapeError(.markedFile, .file(path), cause: mark) }
    return leftOut.contains(path) ? MixtapeError(.notCheckedOut, .file(path)) : nil
  }

  /// Throws an error if a write changes a file that must not be changed, or adds another file with the id of one that a sparse
  /// checkout leaves out.
  fileprivate func requireChangeable(_ write: FileWrite) throws(MixtapeError) {
    if let obstacle = obstacle(to: write.path) { throw obstacle }
    guard !leftOut.isEmpty else { return }
    guard write.old == nil, write.new != nil, SectionFile(path: write.path) != nil else { return }
    if let other = leftOut.first(where: { FileKey($0) == FileKey(write.path) }) {
      throw MixtapeError(.notCheckedOut, .file(other))
    }
  }
}

/// The size of a file above the limit that Mixtape reads, as the cause of a ``MixtapeError/Code/fileTooLarge``.
public struct FileSizeLimitExceeded: Error, Sendable, CustomStringConvertible {
  /// The number of bytes that the file would have.
  public let bytes: Int
  /// The maximum number of bytes of a file.
  public let limit: Int

  /// Both numbers in a few words.
  public var description: String { "\(bytes) bytes; the maximum is \(limit)" }
}
