internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The commits of one side since the common base, newest first. They are read when they are first needed.
///
/// It is a class because all parts of a merge share what was read.
final class SideHistory {
  /// A commit, and the files that differ from its first parent. Files whose paths are not UTF-8 are left out.
  struct Step {
    let commit: Commit
    let changes: [TreeDifference]

    init(_ commit: Commit, in repository: StoreRepository) throws(MixtapeError) {
      self.commit = commit
      let parent = try commit.parents.first.map { (id) throws(MixtapeError) in try repository.tree(of: id) }
      changes = try repository.differences(from: parent, to: commit.tree).filter(\.hasValidPath)
    }
  }

  let tip: MergeVersion
  let base: MergeVersion
  private let renames: RecordedRenames
  private var repository: StoreRepository { renames.repository }
  private var knownCommits: [Commit]?
  private var known: [Step]?

  init(of tip: MergeVersion, since base: MergeVersion, by renames: RecordedRenames) {
    (self.tip, self.base, self.renames) = (tip, base, renames)
  }

  /// Returns the commits, each before its parents. Otherwise, newer ones come first: clocks of different machines can be wrong.
  func commits() throws(MixtapeError) -> [Commit] {
    if let knownCommits { return knownCommits }
    var ids: Set<CommitID> = []
    for commit in tip.commits { ids.formUnion(try repository.commits(reachableFrom: commit, butNotFrom: base.commits)) }
    let commits = try ids.map { (id) throws(MixtapeError) in try repository.commit(id) }
    let ordered = Self.ordered(commits)
    knownCommits = ordered
    return ordered
  }

  /// Returns the commits in the order of ``commits()``, with their changes.
  func steps() throws(MixtapeError) -> [Step] {
    if let known { return known }
    let steps = try commits().map { (commit) throws(MixtapeError) in try Step(commit, in: repository) }
    known = steps
    return steps
  }

  /// Returns the newest commit that changed one of some files, or the newest merge if no other commit did.
  func newestChange(where isMeant: (TreeDifference) -> Bool) throws(MixtapeError) -> Commit? {
    let found = try steps().filter { $0.changes.contains(where: isMeant) }.map(\.commit)
    return found.first { $0.parents.count < 2 } ?? found.first
  }

  /// Returns the newest commit since the base, else the newest one of the side; `nil` for an empty side.
  func lastCommit() throws(MixtapeError) -> Commit? {
    if let commit = try commits().first { return commit }
    return try tip.commits.first.map { (id) throws(MixtapeError) in try repository.commit(id) }
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
  func newestChange(
    of path: String, where isChange: (_ old: TreeEntry?, _ new: TreeEntry?) throws(MixtapeError) -> Bool
  ) throws(MixtapeError) -> Commit? {
    let present = try tip.tree.flatMap { (tree) throws(MixtapeError) in try repository.entry(at: path, inTree: tree) }
    var (paths, replaced): (Set, Commit?) = ([path], nil)
    for step in try steps() {
      guard let change = step.changes.first(where: { paths.contains($0.path) && $0.new != nil }) else { continue }
      let versions = try step.commit.parents.indices.map { (number) throws(MixtapeError) in
        try renames.version(of: change.path, in: step.commit, atParent: number)
      }
      let (origin, others) = (versions.first ?? nil, versions.dropFirst())
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
  func newestChange(of keys: [[String]], inFileAt path: String) throws(MixtapeError) -> Commit? {
    try newestChange(of: path) { [repository] (old, new) throws(MixtapeError) in
      let texts = try [old, new].map { (entry) throws(MixtapeError) in
        let source = try repository.content(entry?.id)
        return keys.map { key in source.flatMap { FileConflict.text(at: key, in: $0) } }
      }
      return texts[0] != texts[1]
    }
  }

  /// Returns whether a merge commit took a version from another parent.
  private func contains(
    _ others: ArraySlice<TreeEntry?>, _ new: TreeEntry?,
    _ isChange: (TreeEntry?, TreeEntry?) throws(MixtapeError) -> Bool
  ) throws(MixtapeError) -> Bool {
    for other in others where try !isChange(other, new) { return true }
    return false
  }
}

extension Commit {
  /// Returns whether the commit is newer than another: by its author's date, then by its id.
  func isNewer(than other: Commit) -> Bool {
    (author.date, id.description) > (other.author.date, other.id.description)
  }
}
