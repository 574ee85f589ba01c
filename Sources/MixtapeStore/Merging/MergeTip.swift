internal import GitHistory
internal import MixtapeModel

/// A version of all files in a merge: a commit, or the merge of several commits that is not a commit itself.
struct MergeTip {
  /// The tree of files; `nil` for no files.
  let tree: ObjectID?
  /// The commits; empty for an empty base.
  let commits: [CommitID]

  /// The base of histories without a common commit.
  static let empty = MergeTip(tree: nil, commits: [])
}

extension MergeTip {
  init(_ commit: CommitID, in repository: StoreRepository) throws(MixtapeError) {
    self.init(tree: try repository.tree(of: commit), commits: [commit])
  }

  /// Returns the common base of a commit and the merge of other ones: their best common ancestor. Several ancestors are merged with
  /// each other first, as in git's recursive merge.
  ///
  /// With only one of several ancestors as the base, changes of the others would count as changes of both sides, and plays
  /// would be counted twice.
  static func base(
    of first: CommitID, and others: [CommitID], in repository: StoreRepository, depth: Int = 0
  ) throws(MixtapeError) -> MergeTip {
    let bases = try repository.mergeBases(of: first, and: others)
    guard let last = bases.last else { return .empty }
    // Deeply criss-crossed histories use the ancestor that comes first.
    guard depth < maximumDepth, bases.count <= maximumBaseCount else { return try MergeTip(bases[0], in: repository) }
    var tip = try MergeTip(last, in: repository)
    for other in bases.dropLast().reversed() {
      let base = try base(of: other, and: tip.commits, in: repository, depth: depth + 1)
      let merge = try StoreMerge(in: repository, base: base, ours: tip, theirs: MergeTip(other, in: repository))
      let changes = merge.changes.map { TreeChange(path: $0.path, blob: $0.new?.id, mode: $0.new?.mode) }
      tip = MergeTip(tree: try repository.makeTree(changes, from: tip.tree), commits: tip.commits + [other])
    }
    return tip
  }

  private static let maximumDepth = 8
  private static let maximumBaseCount = 8
}
