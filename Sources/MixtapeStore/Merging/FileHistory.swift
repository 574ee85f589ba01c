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
  /// The places in which the ways back from places end, by the commit at which they end.
  private var beginnings: [CommitID?: [FilePlace: Set<FilePlace>]] = [:]
  /// The commit at which the ways back from several commits end.
  private var ends: [Set<CommitID>: CommitID?] = [:]
  /// The paths that a commit with one parent added, with the previous paths of moved and renamed files.
  var additions: [CommitID: [String: String?]] = [:]
  /// The changes of files on both sides of a merge.
  var mergedChanges: [CommitID: MergedFileChanges] = [:]
  /// The origins of the files that differ between the parents of a merge, by their paths in the merge.
  var merges: [CommitID: [String: [FilePlace]]] = [:]

  init(in repository: StoreRepository) { self.repository = repository }

  // MARK: Identity

  /// Returns a number for each file. The same files have the same number.
  ///
  /// - Parameter files: The places of each file. A file of a merge that is not a commit can have several.
  /// - Complexity: O(*n* · *m*) for *n* files and *m* commits since a common ancestor of all their commits. Later calls use the
  ///   results of earlier ones.
  func identities(of files: [[FilePlace]]) throws(MixtapeError) -> [Int] {
    let end = try end(of: Set(files.joined().map(\.commit)))
    var identities = Array(files.indices)
    var numbers: [FilePlace: Int] = [:]
    for number in files.indices {
      for place in files[number] {
        for beginning in try beginnings(of: place, until: end) {
          guard let other = numbers.updateValue(number, forKey: beginning) else { continue }
          let (old, new) = (identities[number], identities[other])
          guard old != new else { continue }
          for index in identities.indices where identities[index] == old { identities[index] = new }
        }
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

  /// Returns the places in which the ways back from a place end. Ways that meet have one of them in common.
  ///
  /// - Parameter end: The commit at which ways end; otherwise, a file begins in the commit that created it.
  private func beginnings(of place: FilePlace, until end: CommitID?) throws(MixtapeError) -> Set<FilePlace> {
    // Depth first, without recursion: ways are as long as histories.
    var open = [place]
    while let next = open.last {
      guard beginnings[end]?[next] == nil else {
        open.removeLast()
        continue
      }
      let origins = next.commit == end ? [] : try origins(of: next)
      let unknown = origins.filter { beginnings[end]?[$0] == nil }
      guard unknown.isEmpty else {
        open += unknown
        continue
      }
      let found = origins.compactMap { beginnings[end]?[$0] }
      beginnings[end, default: [:]][next] = found.first.map { found.dropFirst().reduce($0) { $0.union($1) } } ?? [next]
      open.removeLast()
    }
    return beginnings[end]?[place] ?? []
  }

  /// Returns the last common version of a file with two places; `nil` if the ways back from them do not meet.
  func lastCommonVersion(of first: [FilePlace], and second: [FilePlace]) throws(MixtapeError) -> TreeEntry? {
    let end = try end(of: Set((first + second).map(\.commit)))
    let common = try way(back: first, until: end).intersection(way(back: second, until: end))
    var last = common
    for place in common where place.commit != end { last.subtract(try origins(of: place)) }
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

  private func way(back places: [FilePlace], until end: CommitID?) throws(MixtapeError) -> Set<FilePlace> {
    var (open, way) = (places, Set<FilePlace>())
    while let place = open.popLast() {
      if way.insert(place).inserted, place.commit != end { open += try origins(of: place) }
    }
    return way
  }

  // MARK: Commits

  /// Returns the commit at which all ways back from commits end; `nil` if they end before it.
  ///
  /// It is the nearest common ancestor that no way passes by. At one commit, different paths are different files.
  private func end(of commits: Set<CommitID>) throws(MixtapeError) -> CommitID? {
    var (passed, open): ([Set<CommitID>], Set<CommitID>) = ([], commits)
    while open.count > 1, ends[open] == nil, let ancestor = try commonAncestor(of: open) {
      passed.append(open)
      // A branch that is older than the ancestor goes past it.
      open = try parents(of: open, since: ancestor)
    }
    let end = open.count > 1 ? ends[open] ?? nil : open.first
    for commits in passed { ends[commits] = .some(end) }
    return end
  }

  /// Returns the commits without those that are newer than an ancestor, and the parents of these.
  private func parents(of commits: Set<CommitID>, since ancestor: CommitID) throws(MixtapeError) -> Set<CommitID> {
    var newer: Set<CommitID> = []
    for commit in commits { newer.formUnion(try repository.commits(reachableFrom: commit, butNotFrom: [ancestor])) }
    var parents = commits
    for commit in newer { parents.formUnion(try repository.parents(of: commit)) }
    return parents.subtracting(newer)
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
