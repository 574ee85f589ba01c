internal import GitHistory
internal import MixtapeModel

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
    if try mergedChanges(in: place.commit, of: parents).mayReplace(place.path),
      let known = try origins(inMerge: place.commit, of: parents)[place.path]
    {
      return known
    }
    var found: [FilePlace] = []
    for parent in parents
    where try repository.entry(at: place.path, inTree: repository.tree(of: parent)) != nil {
      found.append(FilePlace(commit: parent, path: place.path))
    }
    return found.isEmpty ? try mostSimilarOrigin(of: place, inMergeOf: parents) : found
  }

  /// Returns the changes of files on both sides of a merge.
  private func mergedChanges(in merge: CommitID, of parents: [CommitID]) throws(MixtapeError) -> MergedFileChanges {
    if let known = mergedChanges[merge] { return known }
    let found = try MergedFileChanges(of: parents, in: repository)
    mergedChanges[merge] = found
    return found
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

/// The files that the sides of a merge added and removed since their common ancestors.
///
/// A file that no side added is on each side what it was in the ancestor, unless a side removed another file, which it may have
/// renamed over this one. So most merges need not be planned again.
struct MergedFileChanges {
  private var added: Set<String> = []
  private var removed: Set<Section?> = []

  init(of parents: [CommitID], in repository: StoreRepository) throws(MixtapeError) {
    guard parents.count == 2 else { return }
    let bases = try repository.mergeBases(of: parents[0], and: [parents[1]])
    var commits: Set<CommitID> = []
    for parent in parents { commits.formUnion(try repository.commits(reachableFrom: parent, butNotFrom: bases)) }
    for id in commits {
      let commit = try repository.commit(id)
      let trees = try commit.parents.map { (id) throws(MixtapeError) -> ObjectID? in try repository.tree(of: id) }
      for tree in trees.isEmpty ? [nil] : trees {
        for change in try repository.differences(from: tree, to: commit.tree) where change.hasValidPath {
          if change.old == nil { added.insert(change.path) }
          if change.new == nil { removed.insert(FileKey(change.path).section) }
        }
      }
    }
  }

  /// Returns whether a file of the merge may come from another path.
  func mayReplace(_ path: String) -> Bool { added.contains(path) || removed.contains(FileKey(path).section) }
}
