internal import CLibgit2

extension Repository {
  /// Returns the differences of two contents of a file in the unified format of `git diff`, with header lines; empty
  /// if the contents are equal.
  ///
  /// - Parameters:
  ///   - old: The content before; `nil` if the file was added.
  ///   - new: The content after; `nil` if the file was deleted.
  ///   - path: The path for the header.
  public static func unifiedDiff(old: [UInt8]?, new: [UInt8]?, path: String) throws(GitError) -> [UInt8] {
    try Libgit2.start()
    let patch = try Handle<PatchKind>(.diff) { pointer in
      git_patch_from_buffers(&pointer, old, old?.count ?? 0, path, new, new?.count ?? 0, path, nil)
    }
    let text = try bytesFromBuffer(.diff) { git_patch_to_buf(&$0, patch.pointer) }
    return git_patch_num_hunks(patch.pointer) == 0 ? withoutFileLines(text) : text
  }

  /// Removes the lines that name both sides from a difference without hunks, such as that of an empty file. Git does
  /// not print them.
  private static func withoutFileLines(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first(where: { $0.starts(with: "--- ".utf8) }) else { return text }
    return Array(text[..<first.startIndex])
  }
}
