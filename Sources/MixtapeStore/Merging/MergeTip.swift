internal import GitHistory
internal import MixtapeModel

/// A version of all files in a merge: a commit, or the merge of several commits that is not a commit itself.
struct MergeTip {
  /// The tree of files; `nil` for no files.
  let tree: ObjectID?
  /// The commits; empty for an empty base.
  let commits: [CommitID]
  /// The commits, and the ids in them, from which items of a merge come. Other items have their id in each of the commits.
  var origins: [StoreItem: ItemOrigin] = [:]

  /// The base of histories without a common commit.
  static let empty = MergeTip(tree: nil, commits: [])
}

/// A playlist or a podcast in a commit.
struct ItemOrigin: Hashable {
  let commit: CommitID
  let item: StoreItem
}

extension MergeTip {
  init(_ commit: CommitID, in repository: StoreRepository) throws(MixtapeError) {
    self.init(tree: try repository.tree(of: commit), commits: [commit])
  }

  /// Returns the commit from which an item comes, and its id there; `nil` for an empty base.
  func origin(of item: StoreItem, in repository: StoreRepository) throws(MixtapeError) -> ItemOrigin? {
    if let known = origins[item] { return known }
    guard commits.count > 1 else { return commits.first.map { ItemOrigin(commit: $0, item: item) } }
    for commit in commits where try repository.has(item, in: commit) { return ItemOrigin(commit: commit, item: item) }
    return nil
  }

  /// Returns the id that an item of another version has here; `nil` if another item has its id here. It can have been removed.
  func id(of item: StoreItem, from other: MergeTip, by renames: RecordedRenames) throws(MixtapeError) -> StoreItem? {
    guard let start = try other.origin(of: item, in: renames.repository) else { return nil }
    for commit in commits + Set(origins.values.map(\.commit)).subtracting(commits) {
      guard let found = try renames.lineage(from: start.commit, to: commit).end(of: start.item) else { continue }
      let origin = ItemOrigin(commit: commit, item: found)
      if let present = origins.first(where: { $0.value == origin }) { return present.key }
      if commits.contains(commit), origins[found] == nil { return found }
    }
    return nil
  }

  /// Returns the common base of a commit and the merge of other ones: their best common ancestor. Several ancestors are merged with
  /// each other first, as in git's recursive merge.
  ///
  /// With only one of several ancestors as the base, changes of the others would count as changes of both sides, and plays
  /// would be counted twice.
  static func base(
    of first: CommitID, and others: [CommitID], by renames: RecordedRenames, depth: Int = 0
  ) throws(MixtapeError) -> MergeTip {
    let repository = renames.repository
    let bases = try repository.mergeBases(of: first, and: others)
    guard let last = bases.last else { return .empty }
    // Deeply criss-crossed histories use the ancestor that comes first.
    guard depth < maximumDepth, bases.count <= maximumBaseCount else { return try MergeTip(bases[0], in: repository) }
    var tip = try MergeTip(last, in: repository)
    for other in bases.dropLast().reversed() {
      let base = try base(of: other, and: tip.commits, by: renames, depth: depth + 1)
      let theirs = try MergeTip(other, in: repository)
      tip = try StoreMerge(base: base, ours: tip, theirs: theirs, by: renames).tip(in: repository)
    }
    return tip
  }

  private static let maximumDepth = 8
  private static let maximumBaseCount = 8
}
