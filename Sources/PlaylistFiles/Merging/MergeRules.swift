internal import LosslessTOML

/// The meaning of blocks in one kind of file.
protocol MergeRules {
  /// Returns the identity of a list element; `nil` if the array is merged as one value, or the element has no identity.
  ///
  /// - Parameters:
  ///   - offset: The index among the elements of the list, without comments.
  ///   - path: The path of the array.
  func identity(
    of element: TOMLBlock, at offset: Int, in version: MergeVersion, of outline: TOMLOutline, path: [String]
  ) -> String?

  /// Returns whether the elements of the array at a path are merged separately.
  func isList(_ path: [String]) -> Bool

  /// Returns whether both sides together removed all elements of a list, and the list with them.
  func isRemoved(_ path: [String]) -> Bool

  /// Returns the resolution of a value that both sides changed differently; `nil` for an unknown key.
  func resolution(of path: [String]) -> MergeResolution?

  /// Returns the resolution of a value that other values decide, also if only one side changed it; `nil` for all other values.
  func dependentResolution(of path: [String]) -> MergeResolution?

  /// Returns the path of the key whose conflict decides about a value in conflict: its own path, or that of the key to which it
  /// belongs.
  func conflictPath(of path: [String]) -> [String]

  /// Returns the paths of the keys whose values come with that of a key in conflict.
  func followers(of path: [String]) -> [[String]]
}

extension MergeRules {
  func isRemoved(_ path: [String]) -> Bool { false }
  func dependentResolution(of path: [String]) -> MergeResolution? { nil }
  func conflictPath(of path: [String]) -> [String] { path }
  func followers(of path: [String]) -> [[String]] { [] }
}

/// The resolution of a value that both sides changed.
enum MergeResolution: Equatable {
  case ours
  case theirs
  /// Both sides have the merged value.
  case either
  case value(TOMLLiteral)
  case conflict
}
