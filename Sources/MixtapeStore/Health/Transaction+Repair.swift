internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Transaction {
  static func repair(_ store: Store) throws(MixtapeError) -> [Finding] {
    let repository = try store.openRepository()
    let transaction = try Transaction(in: store, repository, restoringBranch: true)
    let before = try store.examine()
    var findings = try transaction.repair(before)
    // Without the branch, nothing else could be examined.
    if case .branchLost? = before.first?.kind { findings += try transaction.repair(try store.examine()) }
    return findings
  }

  /// Repairs what can be repaired.
  ///
  /// - Returns: The findings with the results of their repairs.
  private func repair(_ findings: [Finding]) throws(MixtapeError) -> [Finding] {
    var findings = findings
    let interruptions = store.context.interruptions
    for index in findings.indices {
      guard case .possible = findings[index].repair else { continue }
      let kind = findings[index].kind
      do throws(MixtapeError) {
        findings[index].repair = try interruptions.deferred { () throws(MixtapeError) in try repair(kind) }
      } catch {
        findings[index].repair = .failed(error)
      }
    }
    return findings
  }

  /// Repairs one problem.
  ///
  /// - Returns: The result of the repair.
  private func repair(_ kind: Finding.Kind) throws(MixtapeError) -> Finding.Repair {
    switch kind {
    case .branchLost(let branch):
      try repository.restore(branch)
      return .done(keptAt: nil, commit: branch.commit)
    case .lock(let path, _): try remove([path])
    case .contentUnreadable(let path, let id, _): try restoreContent(id, of: path)
    // An earlier repair may have written an object of HEAD again.
    case .emptyObjects: try remove(try repository.emptyObjects())
    case .gitIndexUnreadable, .gitIndexMissing:
      let kept = try repository.rebuildGitIndex()
      return .done(keptAt: kept, commit: nil)
    case .gitIndexBehind(let paths): try repository.refreshGitIndex(paths: paths)
    case .interruptedChange:
      let before = try repository.head().commit
      guard try finishInterruptedOperation() else { return .dropped }
      let after = try repository.head().commit
      return .done(keptAt: nil, commit: after == before ? nil : after)
    case .lineEndsUnprotected:
      return .done(
        keptAt: nil, commit: try addAttribute(LineEndProtection.attribute, "Prevent conversion of line ends"))
    case .mergeDriverMissing(let isNamed, _):
      try MergeDriver.configure(repository)
      return .done(
        keptAt: nil, commit: isNamed ? nil : try addAttribute(MergeDriver.attribute, "Merge playlists by meaning"))
    // Git's index then has no status of these files, so that the next change finds them.
    case .convertedFiles(let paths, _): try repository.refreshGitIndex(paths: paths)
    case .leftovers(let paths): try remove(paths)
    case .cacheUnusable(let path): try remove([path])
    case .files, .conflictCopies, .repositoryConflictCopies, .head, .unfinishedOperation, .notWritable,
      .treeUnreadable, .untrustedSetting, .identity, .setting, .manyLooseObjects, .gitNotInstalled, .unexamined:
      break
    }
    return .done(keptAt: nil, commit: nil)
  }

  /// Removes files. Finishing an interrupted change may already have removed them.
  private func remove(_ paths: [FilePath]) throws(MixtapeError) {
    for path in paths {
      try Disk.checked(path, try DurableFile.remove(path, upTo: path.removingLastComponent()))
    }
  }

  /// Writes the content of a file into the object database again, if the file still has that content.
  private func restoreContent(_ id: ObjectID, of path: String) throws(MixtapeError) {
    guard case .bytes(let bytes) = try store.load(path) else { throw MixtapeError(.notFound, .file(path)) }
    guard try StoreRepository.blobID(of: bytes) == id else {
      throw .repository(GitError(.notFound, .writeObject, message: "the content of the file has changed"))
    }
    _ = try repository.rewriteBlob(bytes)
  }

  /// Adds a line with an attribute to `.gitattributes`. A missing file becomes that of a new store. The file is committed
  /// only if it has no other uncommitted changes.
  ///
  /// - Returns: The commit; `nil` if the file was not committed.
  private func addAttribute(_ attribute: String, _ subject: String) throws(MixtapeError) -> CommitID? {
    let path = StoreAttributes.fileName
    let old: [UInt8]? = if case .bytes(let bytes) = try store.load(path) { bytes } else { nil }
    let committed = try repository.content(of: path, in: try repository.head().commit)
    let new = StoreAttributes.source(with: attribute, from: old, committed: committed)
    guard old == committed else {
      try write(new, to: path)
      return nil
    }
    // The findings of the repair already tell of a missing driver.
    if try repository.hasRemote() { try omitMergeDriverNotice() }
    return try commitWrites(
      [FileWrite(path: path, old: old, new: new)], CommitMessage(subject, operation: CommitMessage.repairOperation))
  }
}

extension StoreAttributes {
  /// Returns the content of `.gitattributes` with an attribute. A deleted file is restored if HEAD has the attribute.
  static func source(with attribute: String, from old: [UInt8]?, committed: [UInt8]?) -> [UInt8] {
    if old == nil, let committed, words(in: committed).contains(Substring(attribute)) { return committed }
    return (old ?? committed).map { adding(attribute, to: $0) } ?? initialSource
  }
}
