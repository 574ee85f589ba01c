internal import GitHistory
internal import MixtapeModel

/// A version of all files in a merge: a commit, or the merge of several commits that is not a commit itself.
struct MergeTip {
  /// The tree of files; `nil` for no files.
  let tree: ObjectID?
  /// The commits; empty for an empty base.
  let commits: [CommitID]
  /// The places from which files of a merge come, by path. Other files have their path in each of the commits.
  var origins: [String: [FilePlace]] = [:]

  /// The base of histories without a common commit.
  static let empty = MergeTip(tree: nil, commits: [])
}

extension MergeTip {
  init(_ commit: CommitID, in repository: StoreRepository) throws(MixtapeError) {
    self.init(tree: try repository.tree(of: commit), commits: [commit])
  }

  /// Returns whether the version has a file.
  func has(_ path: String, in repository: StoreRepository) throws(MixtapeError) -> Bool {
    guard let tree else { return false }
    return try repository.entry(at: path, inTree: tree) != nil
  }

  /// Returns the places of a file in commits. A file of a merge can have several.
  func places(of path: String, in repository: StoreRepository) throws(MixtapeError) -> [FilePlace] {
    if let known = origins[path] { return known }
    guard commits.count > 1 else { return commits.map { FilePlace(commit: $0, path: path) } }
    var places: [FilePlace] = []
    for commit in commits where try repository.entry(at: path, inTree: repository.tree(of: commit)) != nil {
      places.append(FilePlace(commit: commit, path: path))
    }
    return places
  }

  /// Returns the common base of a commit and the merge of other ones: their best common ancestor. Several ancestors are merged with
  /// each other first, as in git's recursive merge.
  ///
  /// With only one of several ancestors as the base, changes of the others would count as changes of both sides, and plays
  /// would be counted twice.
  static func base(
    of first: CommitID, and others: [CommitID], by files: FileHistory, depth: Int = 0
  ) throws(MixtapeError) -> MergeTip {
    let repository = files.repository
    let bases = try repository.mergeBases(of: first, and: others)
    guard let last = bases.last else { return .empty }
    // Deeply criss-crossed histories use the ancestor that comes first.
    guard depth < maximumDepth, bases.count <= maximumBaseCount else { return try MergeTip(bases[0], in: repository) }
    var tip = try MergeTip(last, in: repository)
    for other in bases.dropLast().reversed() {
      let base = try base(of: other, and: tip.commits, by: files, depth: depth + 1)
      let theirs = try MergeTip(other, in: repository)
      tip = try StoreMerge(base: base, ours: tip, theirs: theirs, by: files).tip(in: repository)
    }
    return tip
  }

  private static let maximumDepth = 8
  private static let maximumBaseCount = 8
}
