internal import GitHistory

/// One file in the versions of a merge. Each version has a path of its own, because sides can move and rename files.
struct MergeUnit: Hashable {
  /// The common version; `nil` if the file is new.
  var base: TreeEntry?
  /// The version of ours; `nil` if ours has no such file.
  var ours: TreeEntry?
  /// The version of theirs; `nil` if theirs has no such file.
  var theirs: TreeEntry?

  /// The merged content if both sides have the same one, or only one side changed it; `nil` otherwise.
  var contentOfOneSide: ObjectID? {
    guard let ours, let theirs else { return nil }
    if ours.id == theirs.id || theirs.id == base?.id { return ours.id }
    return ours.id == base?.id ? theirs.id : nil
  }

  subscript(side: MergeSide) -> TreeEntry? {
    get { side == .ours ? ours : theirs }
    set { if side == .ours { ours = newValue } else { theirs = newValue } }
  }
}

/// One file in the versions of a merge, and its path in the result.
struct PlacedUnit {
  var unit: MergeUnit
  let path: String
}
