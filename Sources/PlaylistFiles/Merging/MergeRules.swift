internal import LosslessTOML

/// The meaning of the blocks of one kind of file, for a merge of them.
protocol MergeRules {
  /// Returns the identity of an element of a list; `nil` if the array at the path is one value, or if the table has none.
  ///
  /// - Parameters:
  ///   - offset: The offset among the elements of the list, without comments.
  ///   - path: The path of the array.
  func identity(
    of element: TOMLBlock, at offset: Int, in version: MergeVersion, of outline: TOMLOutline, path: [String]
  ) -> String?

  /// Returns whether the elements of the array at a path are merged one by one.
  func isList(_ path: [String]) -> Bool

  /// Returns the result for a value that both sides changed to different texts; `nil` if the rules do not know the key.
  func resolution(of path: [String]) -> MergeResolution?
}

/// The result for a value that both sides changed.
enum MergeResolution: Equatable {
  case ours
  case theirs
  case value(TOMLLiteral)
  case conflict
}
