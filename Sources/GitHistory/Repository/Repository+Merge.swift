internal import CLibgit2

extension Repository {
  /// Merges two versions of a text line by line, as `git merge-file` does.
  ///
  /// - Returns: The merged text; `nil` if both versions changed the same or adjacent lines.
  public static func merged(
    _ first: [UInt8], _ second: [UInt8], from ancestor: [UInt8]
  ) throws(GitError) -> [UInt8]? {
    // The names and the size are those of git; without a conflict, the text has no markers.
    let (text, isClean) = try mergedWithMarkers(
      first, second, from: ancestor, markerSize: 7, names: ("ours", "theirs"))
    return isClean ? text : nil
  }

  /// Merges two versions of a text line by line, with conflict markers around lines that both versions changed.
  ///
  /// - Parameters:
  ///   - markerSize: The number of characters of each marker.
  ///   - names: The names of both versions in the markers.
  /// - Returns: The merged text, and whether it has no conflict.
  public static func mergedWithMarkers(
    _ first: [UInt8], _ second: [UInt8], from ancestor: [UInt8], markerSize: Int, names: (String, String)
  ) throws(GitError) -> (text: [UInt8], isClean: Bool) {
    try Libgit2.start()
    var options = git_merge_file_options()
    try Libgit2.call(.diff) { git_merge_file_options_init(&options, UInt32(GIT_MERGE_FILE_OPTIONS_VERSION)) }
    options.marker_size = UInt16(clamping: markerSize)
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    try Libgit2.call(.diff) {
      names.0.withCString { firstName in
        names.1.withCString { secondName in
          options.our_label = firstName
          options.their_label = secondName
          return withMergeInput(ancestor) { ancestor in
            withMergeInput(first) { first in
              withMergeInput(second) { second in git_merge_file(&result, ancestor, first, second, &options) }
            }
          }
        }
      }
    }
    return (Array(UnsafeRawBufferPointer(start: result.ptr, count: result.len)), result.automergeable == 1)
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
