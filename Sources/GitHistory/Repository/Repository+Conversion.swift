internal import CLibgit2
internal import SystemPackage

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
  /// The configuration and the attributes of the file decide. See `gitattributes(5)`.
  ///
  /// - Parameter commit: The commit whose `.gitattributes` files count; `nil` for those of the work tree.
  /// - Returns: `nil` if the attributes name a filter, an encoding or `ident`, which only the git program applies.
  public func converted(
    _ bytes: [UInt8], at path: String, _ direction: ConversionDirection, withAttributesOf commit: CommitID? = nil
  ) throws(GitError) -> [UInt8]? {
    // libgit2 searches the user's file of attributes at the first call.
    try Libgit2.withSearchPaths(of: environment, .readWorkTree) { () throws(GitError) in
      guard let commit else { return try Self.filtered(bytes, at: path, direction, in: handle, commit) }
      // libgit2 prefers attributes of the work tree and of the index. Those of this handle have none.
      let other = try Self.openHandle(at: directory)
      try Libgit2.call(.readWorkTree) { git_repository_set_workdir(other.pointer, gitDirectory.string, 0) }
      try Libgit2.call(.readWorkTree) { clibgit2_use_empty_index(other.pointer) }
      return try Self.filtered(bytes, at: path, direction, in: other, commit)
    }
  }

  private static func filtered(
    _ bytes: [UInt8], at path: String, _ direction: ConversionDirection, in handle: borrowing Handle<RepositoryKind>,
    _ commit: CommitID?
  ) throws(GitError) -> [UInt8]? {
    for name in ["filter", "working-tree-encoding"]
    where try hasTextAttribute(name, at: path, in: handle, commit) { return nil }
    var options = git_filter_options()
    options.version = UInt32(GIT_FILTER_OPTIONS_VERSION)
    // The setting `core.safecrlf` would make a conversion fail.
    options.flags = GIT_FILTER_ALLOW_UNSAFE.rawValue
    if let commit {
      options.flags |= GIT_FILTER_ATTRIBUTES_FROM_COMMIT.rawValue
      options.attr_commit_id = commit.rawValue.cValue
    }
    let mode = direction == .toWorkTree ? GIT_FILTER_TO_WORKTREE : GIT_FILTER_TO_ODB
    var filters: OpaquePointer?
    try Libgit2.call(.readWorkTree) {
      git_filter_list_load_ext(&filters, handle.pointer, nil, path, mode, &options)
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
  private static func hasTextAttribute(
    _ name: String, at path: String, in handle: borrowing Handle<RepositoryKind>, _ commit: CommitID?
  ) throws(GitError) -> Bool {
    var options = git_attr_options()
    options.version = UInt32(GIT_ATTR_OPTIONS_VERSION)
    if let commit {
      options.flags = UInt32(GIT_ATTR_CHECK_INCLUDE_COMMIT)
      options.attr_commit_id = commit.rawValue.cValue
    }
    var value: UnsafePointer<CChar>?
    try Libgit2.call(.readWorkTree) { git_attr_get_ext(&value, handle.pointer, &options, path, name) }
    return git_attr_value(value) == GIT_ATTR_VALUE_STRING
  }
}
