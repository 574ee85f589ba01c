internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Examination {
  /// The locks of git that a change needs, those that are there.
  func locks() throws(MixtapeError) -> [Finding] {
    let branch = try git { () throws(GitError) in try repository.head().branchReference }
    let shared = ([branch].compactMap(\.self) + ["packed-refs"]).map { repository.commonDirectory.appending($0) }
    let names = ["index", "HEAD"].map { repository.gitDirectory.appending($0) } + shared
    let token = try git { () throws(GitError) in
      try LockToken.existing(at: PrivateState(of: repository).lockToken)
    }
    let inquiry = LockInquiry(processes: ProcessTable(), now: store.context.now())
    let places = [store.directory, repository.directory, repository.gitDirectory]
    var findings: [Finding] = []
    for lock in names.map({ FilePath($0.string + ".lock") }) {
      if try git({ () throws(GitError) in try token?.isIn(lock) == true }) {
        findings.append(Finding(.warning, .lock(lock, .change), .possible))
        continue
      }
      try system(lock) { () throws(Errno) in
        guard try FileStatus(of: lock) != nil else { return }
        let holder = try inquiry.holder(of: lock, in: places)
        findings.append(Finding(.error, .lock(lock, holder), holder == .nobody ? .possible : .none))
      }
    }
    return findings
  }

  /// What HEAD has of the store's files and cannot be read, and objects that are nothing but a name.
  func objects() throws(MixtapeError) -> [Finding] {
    let empty = try git { () throws(GitError) in try repository.emptyObjects() }
    return try contents() + (empty.isEmpty ? [] : [Finding(.warning, .emptyObjects(empty), .possible)])
  }

  private func contents() throws(MixtapeError) -> [Finding] {
    let entries: [TreeEntry]
    do throws(GitError) {
      guard let head = try repository.head().commit else { return [] }
      entries = try repository.entries(of: head, under: StorePaths.roots)
    } catch {
      return [Finding(.error, .treeUnreadable(error))]
    }
    var findings: [Finding] = []
    for entry in entries where StorePaths.contains(entry.path) && entry.mode.isRegularFile {
      do throws(GitError) {
        _ = try repository.blob(entry.id)
      } catch {
        let isOnDisk = try content(of: entry.path) == entry.id
        findings.append(
          Finding(.error, .contentUnreadable(path: entry.path, entry.id, error), isOnDisk ? .possible : .none))
      }
    }
    return findings
  }

  /// Whether the index can be read and was told of what HEAD has.
  func gitIndex() throws(MixtapeError) -> [Finding] {
    let path = repository.gitDirectory.appending("index")
    do throws(GitError) {
      try repository.requireReadableIndex()
      if try !repository.hasIndex() {
        return try repository.head().commit == nil ? [] : [Finding(.error, .gitIndexMissing(path), .possible)]
      }
    } catch {
      let canBeMade = error.code == .corrupt || error.code == .readOnly
      return [Finding(.error, .gitIndexUnreadable(path, error), canBeMade ? .possible : .none)]
    }
    let behind = try GitIndexLag(of: self).paths
    return behind.isEmpty ? [] : [Finding(.warning, .gitIndexBehind(paths: behind), .possible)]
  }

  /// The id of what a file has as its content; `nil` where there is none that can be read.
  func content(of path: String) throws(MixtapeError) -> ObjectID? {
    guard case .bytes(let bytes) = try store.load(path) else { return nil }
    return try git { () throws(GitError) in try Repository.blobID(of: bytes) }
  }
}

/// The files that the index was not told of, as when a change was killed before it came to that.
///
/// What somebody has staged differs from HEAD too. A file counts as behind only if the one on disk is as HEAD has it, and
/// the index has nothing of it that history does not have: then nothing is lost when the index is told.
private struct GitIndexLag {
  private(set) var paths: [String] = []

  init(of examination: Examination) throws(MixtapeError) {
    let repository = examination.repository
    let differences = try git { () throws(GitError) in try repository.indexDifferences(under: StorePaths.roots) }
    for difference in differences where StorePaths.contains(difference.path) {
      guard try examination.content(of: difference.path) == difference.recorded else { continue }
      let isKnown = try git { () throws(GitError) in try Self.isInHistory(difference, repository) }
      if isKnown { paths.append(difference.path) }
    }
  }

  private static func isInHistory(_ difference: GitIndexDifference, _ repository: Repository) throws(GitError) -> Bool {
    guard let staged = difference.staged else { return true }
    let walk = try repository.log(firstParentOnly: true)
    while let commit = try walk.nextID() {
      if try repository.entry(at: difference.path, in: commit)?.id == staged { return true }
    }
    return false
  }
}
