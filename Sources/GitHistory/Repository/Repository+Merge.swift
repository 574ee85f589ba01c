internal import CLibgit2

extension Repository {
  /// Merges two versions of a text line by line, as `git merge-file` does.
  ///
  /// - Returns: The merged text; `nil` if both versions changed the same or adjacent lines.
  public static func merged(
    _ first: [UInt8], _ second: [UInt8], from ancestor: [UInt8]
  ) throws(GitError) -> [UInt8]? {
    try Libgit2.start()
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    try Libgit2.call(.diff) {
      withMergeInput(ancestor) { ancestor in
        withMergeInput(first) { first in
          withMergeInput(second) { second in git_merge_file(&result, ancestor, first, second, nil) }
        }
      }
    }
    guard result.automergeable == 1 else { return nil }
    return Array(UnsafeRawBufferPointer(start: result.ptr, count: result.len))
  }

  private static func withMergeInput(_ text: [UInt8], _ body: (UnsafePointer<git_merge_file_input>) -> CInt) -> CInt {
    text.withUnsafeBytes { bytes in
      var input = git_merge_file_input()
      input.version = UInt32(GIT_MERGE_FILE_INPUT_VERSION)
      input.ptr = bytes.bindMemory(to: CChar.self).baseAddress
      input.size = bytes.count
      return body(&input)
    }
  }
}
