internal import GitHistory
internal import MixtapeModel

/// A file in a commit.
struct FilePlace: Hashable {
  let commit: CommitID
  let path: String
}

/// The ways of files through the commits of a repository.
///
/// A file of a commit comes from files of the parents, under the same path or another one. Two files are the same file if the
/// ways back from them meet. A comparison of states cannot tell that: clones rename, delete and bring back files in any order.
final class FileHistory {
  let repository: StoreRepository
  /// The paths that a commit with one parent added, with the previous paths of moved and renamed files.
  private var additions: [CommitID: [String: String?]] = [:]
  /// The origins of the files that differ between the parents of a merge, by their paths in the merge.
  private var merges: [CommitID: [String: [FilePlace]]] = [:]

  init(in repository: StoreRepository) { self.repository = repository }

  // MARK: Identity

  /// Returns a number for each file. The same files have the same number.
  ///
  /// - Parameter files: The places of each file. A file of a merge that is not a commit can have several.
  /// - Complexity: O(*n* · *m*) for *n* files and *m* commits since a common ancestor of all their commits.
  func identities(of files: [[FilePlace]]) throws(MixtapeError) -> [Int] {
    let commits = try commits(behind: files.joined())
    var identities = Array(files.indices)
    var visitors: [FilePlace: Int] = [:]
    for number in files.indices {
      var open = files[number]
      while let place = open.popLast() {
        guard let other = visitors[place] else {
          visitors[place] = number
          if commits.contains(place.commit) { open += try origins(of: place) }
          continue
        }
        let (old, new) = (identities[number], identities[other])
        guard old != new else { continue }
        for index in identities.indices where identities[index] == old { identities[index] = new }
      }
    }
    return identities
  }

  /// Returns the number of the first candidate that is the same file as a given one; `nil` if none is.
  ///
  /// For parameters and complexity, see ``identities(of:)``.
  func number(of file: [FilePlace], among candidates: [[FilePlace]]) throws(MixtapeError) -> Int? {
    guard !candidates.isEmpty else { return nil }
    let identities = try identities(of: [file] + candidates)
    return candidates.indices.first { identities[$0 + 1] == identities[0] }
  }

  /// Returns the last common version of a file with two places; `nil` if the ways back from them do not meet.
  func lastCommonVersion(of first: [FilePlace], and second: [FilePlace]) throws(MixtapeError) -> TreeEntry? {
    let commits = try commits(behind: first + second)
    let common = try way(back: first, in: commits).intersection(way(back: second, in: commits))
    var last = common
    for place in common where commits.contains(place.commit) { last.subtract(try origins(of: place)) }
    var best: (commit: Commit, path: String)?
    for place in last {
      let commit = try repository.commit(place.commit)
      if let found = best, (found.commit == commit ? found.path < place.path : found.commit.isNewer(than: commit)) {
        continue
      }
      best = (commit, place.path)
    }
    return try best.flatMap { (best) throws(MixtapeError) in
      try repository.entry(at: best.path, inTree: best.commit.tree)
    }
  }

  private func way(back places: [FilePlace], in commits: Set<CommitID>) throws(MixtapeError) -> Set<FilePlace> {
    var (open, way) = (places, Set<FilePlace>())
    while let place = open.popLast() {
      if way.insert(place).inserted, commits.contains(place.commit) { open += try origins(of: place) }
    }
    return way
  }

  // MARK: Commits

  /// Returns the commits after a common ancestor of those of files, or all commits of their histories.
  ///
  /// All ways back lead to that ancestor or end before it, and at one commit, different paths are different files.
  private func commits(behind places: some Sequence<FilePlace>) throws(MixtapeError) -> Set<CommitID> {
    let tips = Set(places.map(\.commit))
    var ancestor = try commonAncestor(of: tips)
    while true {
      var commits: Set<CommitID> = []
      for tip in tips {
        commits.formUnion(try repository.commits(reachableFrom: tip, butNotFrom: ancestor.map { [$0] } ?? []))
      }
      var ends = tips
      for commit in commits { ends.formUnion(try repository.parents(of: commit)) }
      ends.subtract(commits)
      // A branch that is older than the ancestor goes past it.
      guard ancestor != nil, ends.count > 1 else { return commits }
      ancestor = try commonAncestor(of: ends)
    }
  }

  /// Returns a commit that all others have in their histories; `nil` for unrelated histories.
  private func commonAncestor(of commits: Set<CommitID>) throws(MixtapeError) -> CommitID? {
    var rest = commits
    guard var ancestor = rest.popFirst() else { return nil }
    for commit in rest {
      guard let base = try repository.mergeBases(of: ancestor, and: [commit]).last else { return nil }
      ancestor = base
    }
    return ancestor
  }
}

// MARK: - Origins

extension FileHistory {
  /// Returns the places of a file in the parents of its commit; empty if the commit created the file.
  func origins(of place: FilePlace) throws(MixtapeError) -> [FilePlace] {
    let parents = try repository.parents(of: place.commit)
    guard let parent = parents.first else { return [] }
    guard parents.count == 1 else { return try origins(of: place, inMergeOf: parents) }
    guard let added = try additions(in: place.commit)[place.path] else {
      return [FilePlace(commit: parent, path: place.path)]
    }
    return added.map { [FilePlace(commit: parent, path: $0)] } ?? []
  }

  private func additions(in id: CommitID) throws(MixtapeError) -> [String: String?] {
    if let known = additions[id] { return known }
    let found = try SideHistory.Step(repository.commit(id), in: repository).additions()
    additions[id] = found
    return found
  }

  private func origins(of place: FilePlace, inMergeOf parents: [CommitID]) throws(MixtapeError) -> [FilePlace] {
    if let known = try origins(inMerge: place.commit, of: parents)[place.path] { return known }
    var found: [FilePlace] = []
    for parent in parents
    where try repository.entry(at: place.path, inTree: repository.tree(of: parent)) != nil {
      found.append(FilePlace(commit: parent, path: place.path))
    }
    return found.isEmpty ? try mostSimilarOrigin(of: place, inMergeOf: parents) : found
  }

  /// Returns the origins of the files of a merge that differ between its parents, by their new paths.
  ///
  /// The merge is planned again: its parents decide about paths.
  private func origins(
    inMerge commit: CommitID, of parents: [CommitID]
  ) throws(MixtapeError) -> [String: [FilePlace]] {
    if let known = merges[commit] { return known }
    var found: [String: [FilePlace]] = [:]
    if parents.count == 2 {
      let base = try MergeTip.base(of: parents[0], and: [parents[1]], by: self)
      let sides = MergeSides(
        ours: try MergeTip(parents[0], in: repository), theirs: try MergeTip(parents[1], in: repository))
      found = try MergeLayout(base: base, sides: sides, by: self, isComplete: true).origins(in: repository)
    }
    merges[commit] = found
    return found
  }

  /// Returns the most similar file that a merge removed; empty if none is similar. Other programs and people merge in other ways.
  private func mostSimilarOrigin(
    of place: FilePlace, inMergeOf parents: [CommitID]
  ) throws(MixtapeError) -> [FilePlace] {
    let tree = try repository.tree(of: place.commit)
    guard let entry = try repository.entry(at: place.path, inTree: tree), entry.mode.isRegularFile else { return [] }
    var candidates: [(FilePlace, ObjectID)] = []
    for parent in parents {
      for change in try repository.differences(from: repository.tree(of: parent), to: tree) where change.new == nil {
        guard let old = change.oldEntry, old.mode.isRegularFile, old.key.section == entry.key.section else { continue }
        candidates.append((FilePlace(commit: parent, path: old.path), old.id))
      }
    }
    var similarity = TextSimilarity(repository)
    return try similarity.mostSimilar(to: entry.id, among: candidates).map { [$0] } ?? []
  }
}
