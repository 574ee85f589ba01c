internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The commits of one side since the common base, newest first. They are read when they are first needed.
struct SideHistory {
  /// A commit, and the files that differ from its first parent. Files whose paths are not UTF-8 are left out.
  struct Step {
    let commit: Commit
    let changes: [TreeDifference]
    /// The operation that made the changes (``StoreRepository/operation(of:)``).
    let operation: String?

    init(_ commit: Commit, in repository: StoreRepository) throws(MixtapeError) {
      self.commit = commit
      operation = try repository.operation(of: commit)
      let parent = try commit.parents.first.map { (id) throws(MixtapeError) in try repository.tree(of: id) }
      changes = try repository.differences(from: parent, to: commit.tree).filter(\.hasValidPath)
    }
  }

  let tip: MergeTip
  let base: MergeTip
  var repository: StoreRepository { files.repository }
  private let files: FileHistory
  private var knownCommits: [Commit]?
  private var known: [Step]?

  init(of tip: MergeTip, since base: MergeTip, by files: FileHistory) {
    (self.tip, self.base, self.files) = (tip, base, files)
  }

  /// Returns the commits, each before its parents. Otherwise, newer ones come first: clocks of different machines can be wrong.
  mutating func commits() throws(MixtapeError) -> [Commit] {
    if let knownCommits { return knownCommits }
    var ids: Set<CommitID> = []
    for commit in tip.commits { ids.formUnion(try repository.commits(reachableFrom: commit, butNotFrom: base.commits)) }
    let commits = try ids.map { (id) throws(MixtapeError) in try repository.commit(id) }
    let ordered = Self.ordered(commits)
    knownCommits = ordered
    return ordered
  }

  /// Returns the commits in the order of ``commits()``, with their changes.
  mutating func steps() throws(MixtapeError) -> [Step] {
    if let known { return known }
    let steps = try commits().map { (commit) throws(MixtapeError) in try Step(commit, in: repository) }
    known = steps
    return steps
  }

  /// Returns the newest commit since the base, else the newest one of the side; `nil` for an empty side.
  mutating func lastCommit() throws(MixtapeError) -> Commit? {
    if let commit = try commits().first { return commit }
    return try tip.commits.first.map { (id) throws(MixtapeError) in try repository.commit(id) }
  }

  /// Returns whether the side has a merge since the base. Compares no trees.
  func hasMerges() throws(MixtapeError) -> Bool {
    for tip in tip.commits {
      for commit in try repository.commits(reachableFrom: tip, butNotFrom: base.commits)
      where try repository.parents(of: commit).count > 1 { return true }
    }
    return false
  }

  /// Returns whether a commit of another program removed a file of a section. Such a commit does not tell whether it renamed the file.
  mutating func hasForeignRemoval(in section: Section?) throws(MixtapeError) -> Bool {
    try steps().contains { step in
      step.commit.parents.count == 1 && step.commit.trailer(CommitMessage.operationKey) == nil
        && step.changes.contains { $0.new == nil && $0.oldEntry?.key.section == section }
    }
  }

  /// Returns commits in the order of ``commits()``.
  ///
  /// - Complexity: O(*n* · *b*) for *n* commits and *b* branches that exist at once.
  private static func ordered(_ commits: [Commit]) -> [Commit] {
    var waiting = Dictionary(uniqueKeysWithValues: commits.map { ($0.id, $0) })
    var children: [CommitID: Int] = [:]
    for parent in commits.flatMap({ Set($0.parents) }) { children[parent, default: 0] += 1 }
    var open = commits.filter { children[$0.id] == nil }
    var ordered: [Commit] = []
    while let next = open.indices.max(by: { open[$1].isNewer(than: open[$0]) }) {
      let commit = open.remove(at: next)
      waiting[commit.id] = nil
      ordered.append(commit)
      for parent in Set(commit.parents) {
        children[parent, default: 1] -= 1
        if children[parent] == 0, let found = waiting[parent] { open.append(found) }
      }
    }
    return ordered
  }

  /// Returns the newest commit that changed a file in a certain respect to what it is on this side; `nil` if this side did not.
  ///
  /// - Parameters:
  ///   - path: The path of the file on this side.
  ///   - isChange: Returns whether two versions of the file differ in that respect. A version is `nil` if the file did not
  ///     exist.
  mutating func newestChange(
    of path: String, where isChange: (_ old: TreeEntry?, _ new: TreeEntry?) throws(MixtapeError) -> Bool
  ) throws(MixtapeError) -> Commit? {
    let present = try tip.tree.flatMap { (tree) throws(MixtapeError) in try repository.entry(at: path, inTree: tree) }
    var (paths, replaced): (Set, Commit?) = ([path], nil)
    for step in try steps() {
      guard let change = step.changes.first(where: { paths.contains($0.path) && $0.new != nil }) else { continue }
      let origin = change.old == nil ? step.origin(of: change) : change.oldEntry
      let others = try otherVersions(of: change.path, inMerge: step.commit)
      if try isChange(origin, change.newEntry), try !contains(others, change.newEntry, isChange) {
        if try !isChange(change.newEntry, present) { return step.commit }
        // A merge took the other value instead of this one.
        replaced = replaced ?? step.commit
      }
      if let origin {
        paths.remove(change.path)
        paths.insert(origin.path)
      }
      paths.formUnion(others.compactMap { $0?.path })
    }
    return replaced
  }

  /// Returns the newest commit that changed one of some keys of a file to what it is on this side; `nil` if this side did not.
  mutating func newestChange(of keys: [[String]], inFileAt path: String) throws(MixtapeError) -> Commit? {
    let repository = repository
    return try newestChange(of: path) { (old, new) throws(MixtapeError) in
      let texts = try [old, new].map { (entry) throws(MixtapeError) in
        let source = try entry.map { (entry) throws(MixtapeError) in try repository.blob(entry.id) }
        return keys.map { key in source.flatMap { FileConflict.text(at: key, in: $0) } }
      }
      return texts[0] != texts[1]
    }
  }

  /// Returns whether a merge commit took a version from another parent.
  private func contains(
    _ others: [TreeEntry?], _ new: TreeEntry?, _ isChange: (TreeEntry?, TreeEntry?) throws(MixtapeError) -> Bool
  ) throws(MixtapeError) -> Bool {
    for other in others where try !isChange(other, new) { return true }
    return false
  }

  /// Returns the versions of a file in the parents of a merge, without the first one. A side can have moved or renamed the file.
  private func otherVersions(of path: String, inMerge commit: Commit) throws(MixtapeError) -> [TreeEntry?] {
    var versions: [TreeEntry?] = []
    for parent in commit.parents.dropFirst() {
      let tree = try repository.tree(of: parent)
      var version = try repository.entry(at: path, inTree: tree)
      if version == nil {
        let origins = try files.origins(of: FilePlace(commit: commit.id, path: path))
        let origin = origins.first { $0.commit == parent }
        version = try origin.flatMap { (origin) throws(MixtapeError) in
          try repository.entry(at: origin.path, inTree: tree)
        }
      }
      versions.append(version)
    }
    return versions
  }
}

extension SideHistory.Step {
  /// Returns the previous version of a file that this commit added; `nil` if the commit did not move or rename it.
  func origin(of added: TreeDifference) -> TreeEntry? {
    pairs().first { $0.added.path == added.path }?.removed.oldEntry
  }

  /// Returns the paths of all files that this commit added, with the previous paths of those that it moved or renamed.
  func additions() -> [String: String?] {
    // Paths in two Unicode forms are equal as strings, so a commit can add one twice.
    var origins: [String: String?] = [:]
    for change in changes where change.old == nil { origins.updateValue(nil, forKey: change.path) }
    for (removed, added) in pairs() { origins.updateValue(removed.path, forKey: added.path) }
    return origins
  }

  /// Returns the files that this commit moved or renamed, each as a removed file and an added one.
  private func pairs() -> [(removed: TreeDifference, added: TreeDifference)] {
    let (removed, added) = (changes.filter { $0.new == nil }, changes.filter { $0.old == nil })
    let pairs = FileMoves.pairs(
      removed: removed.map { UnpairedFile(path: $0.path, content: $0.old?.id) },
      added: added.map { UnpairedFile(path: $0.path, content: $0.new?.id) },
      operation: operation)
    return pairs.map { (removed[$0.removed], added[$0.added]) }
  }
}

extension StoreRepository {
  /// Returns the operation of a commit, by its trailer: for an undo, a redo or a revert of one change, the operation of that change, because
  /// both change the same files. `nil` for a commit of another program.
  func operation(of commit: Commit) throws(MixtapeError) -> String? {
    let keys = [CommitMessage.undoesKey, CommitMessage.redoesKey, CommitMessage.revertsKey]
    let named = keys.flatMap { commit.commits(named: $0) }
    guard named.count == 1, let change = try existingCommit(named[0]) else {
      return commit.trailer(CommitMessage.operationKey)
    }
    return change.trailer(CommitMessage.operationKey)
  }
}

extension Commit {
  /// Returns whether the commit is newer than another: by its author's date, then by its id.
  func isNewer(than other: Commit) -> Bool {
    (author.date, id.description) > (other.author.date, other.id.description)
  }
}

extension TreeDifference {
  /// The file before.
  var oldEntry: TreeEntry? { old.map { TreeEntry(path, $0) } }
  /// The file after.
  var newEntry: TreeEntry? { new.map { TreeEntry(path, $0) } }
  /// The playlist or podcast; `nil` for another file, and for one that is a link or a submodule in a version.
  var item: StoreItem? {
    let versions = [old, new].compactMap(\.self)
    return hasValidPath && versions.allSatisfy(\.mode.isRegularFile) ? StoreItem(path: path) : nil
  }
}
