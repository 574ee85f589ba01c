internal import CLibgit2

/// The direction in which git converts the content of a file.
public enum ConversionDirection: Hashable, Sendable {
  /// From a commit to the work tree, as in `git checkout`.
  case toWorkTree
  /// From the work tree to a commit, as in `git add`.
  case toCommit
}

extension Repository {
  /// Returns the content of a file after git's conversion of line ends.
  ///
  /// The configuration and the present attributes of the file decide. See `gitattributes(5)`.
  ///
  /// - Returns: `nil` if the attributes name a filter, an encoding or `ident`, which only the git program applies.
  public func converted(
    _ bytes: [UInt8], at path: String, _ direction: ConversionDirection
  ) throws(GitError) -> [UInt8]? {
    // libgit2 searches the user's file of attributes at the first call.
    try Libgit2.withSearchPaths(of: environment, .readWorkTree) { () throws(GitError) in
      try filtered(bytes, at: path, direction)
    }
  }

  private func filtered(
    _ bytes: [UInt8], at path: String, _ direction: ConversionDirection
  ) throws(GitError) -> [UInt8]? {
    for name in ["filter", "working-tree-encoding"] where try hasTextAttribute(name, at: path) { return nil }
    let mode = direction == .toWorkTree ? GIT_FILTER_TO_WORKTREE : GIT_FILTER_TO_ODB
    var filters: OpaquePointer?
    try Libgit2.call(.readWorkTree) {
      // The setting `core.safecrlf` would make a conversion fail.
      git_filter_list_load(&filters, handle.pointer, nil, path, mode, GIT_FILTER_ALLOW_UNSAFE.rawValue)
    }
    guard let filters else { return bytes }
    defer { git_filter_list_free(filters) }
    guard git_filter_list_contains(filters, "ident") == 0 else { return nil }
    guard !bytes.isEmpty else { return bytes }
    return try bytesFromBuffer(.readWorkTree) { buffer in
      bytes.withUnsafeBytes { content in
        git_filter_list_apply_to_buffer(
          &buffer, filters, content.baseAddress?.assumingMemoryBound(to: CChar.self), content.count)
      }
    }
  }

  /// Returns whether a file has an attribute with a text as its value.
  private func hasTextAttribute(_ name: String, at path: String) throws(GitError) -> Bool {
    var value: UnsafePointer<CChar>?
    try Libgit2.call(.readWorkTree) { git_attr_get(&value, handle.pointer, 0, path, name) }
    return git_attr_value(value) == GIT_ATTR_VALUE_STRING
  }
}
