internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Examination {
  /// Returns objects of HEAD that cannot be read, objects that are empty files, and malformed commits.
  func objects() throws(MixtapeError) -> [Finding] {
    let (empty, malformed) = (try repository.emptyObjects(), malformedCommits())
    return try contents() + (empty.isEmpty ? [] : [Finding(.warning, .emptyObjects(empty), .possible)])
      + (malformed.isEmpty ? [] : [Finding(.warning, .malformedCommits(malformed))])
  }

  /// Returns the commits that HEAD reaches and whose author or committer is malformed. O(the length of history).
  private func malformedCommits() -> [CommitID] {
    var (malformed, open, met): ([CommitID], [CommitID], Set<CommitID>) = ([], [], [])
    do throws(MixtapeError) {
      open += [try repository.head().commit].compactMap(\.self)
      while let id = open.popLast() {
        let commit = try repository.commit(id)
        if commit.isMalformed { malformed.append(id) }
        open += commit.parents.filter { met.insert($0).inserted }
      }
    } catch {
      // Other parts report an unreadable HEAD. A commit before it can be missing, as in a partial clone.
    }
    return malformed
  }

  private func contents() throws(MixtapeError) -> [Finding] {
    let entries: [TreeEntry]
    do throws(GitError) {
      guard let head = try repository.git.head().commit else { return [] }
      entries = try repository.git.entries(of: head, under: StorePaths.roots)
    } catch {
      return [Finding(.error, .treeUnreadable(error))]
    }
    var findings: [Finding] = []
    for entry in entries where StorePaths.contains(entry.path) && entry.mode.isRegularFile {
      do throws(GitError) {
        _ = try repository.git.blob(entry.id)
      } catch {
        let isOnDisk = try content(of: entry.path) == entry.id
        findings.append(
          Finding(.error, .contentUnreadable(path: entry.path, entry.id, error), isOnDisk ? .possible : .none))
      }
    }
    return findings
  }

  /// Checks that git's index can be read and matches HEAD.
  func gitIndex() throws(MixtapeError) -> [Finding] {
    let path = repository.gitDirectory.appending("index")
    do throws(GitError) {
      try repository.git.requireReadableIndex()
      if try !repository.git.hasIndex() {
        return try repository.git.head().commit == nil ? [] : [Finding(.error, .gitIndexMissing(path), .possible)]
      }
    } catch {
      let canBeMade = error.code == .corrupt || error.code == .readOnly
      return [Finding(.error, .gitIndexUnreadable(path, error), canBeMade ? .possible : .none)]
    }
    let behind = try GitIndexLag(of: self).paths
    return behind.isEmpty ? [] : [Finding(.warning, .gitIndexBehind(paths: behind), .possible)]
  }

  /// Returns the id of a file's content; `nil` if the file cannot be read.
  func content(of path: String) throws(MixtapeError) -> ObjectID? {
    guard case .bytes(let bytes) = try store.load(path) else { return nil }
    return try StoreRepository.blobID(of: bytes)
  }
}

/// The files for which git's index is older than HEAD, for example after a killed change.
///
/// Staged changes differ from HEAD too. A file is outdated in the index only if the file on disk matches HEAD, and
/// the index has no content that history lacks. An update of the index then loses nothing.
private struct GitIndexLag {
  private(set) var paths: [String] = []

  init(of examination: Examination) throws(MixtapeError) {
    let repository = examination.repository
    let differences = try repository.indexDifferences(under: StorePaths.roots)
    for difference in differences where StorePaths.contains(difference.path) {
      guard try examination.content(of: difference.path) == difference.recorded else { continue }
      if try Self.isInHistory(difference, repository) { paths.append(difference.path) }
    }
  }

  private static func isInHistory(
    _ difference: GitIndexDifference, _ repository: StoreRepository
  ) throws(MixtapeError) -> Bool {
    guard let staged = difference.staged else { return true }
    let walk = try ChangeWalk(of: repository, .store, firstParentOnly: true)
    while let step = try walk.next() {
      if step.changes.contains(where: { $0.path == difference.path && $0.new == staged }) { return true }
    }
    return false
  }
}
