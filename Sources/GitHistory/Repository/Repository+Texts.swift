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

  /// Merges two versions of a text line by line, as `git merge-file` does.
  ///
  /// - Returns: The merged text; `nil` if both versions changed the same or adjacent lines, or if a version is not text.
  public static func merged(
    _ first: [UInt8], _ second: [UInt8], from ancestor: [UInt8]
  ) throws(GitError) -> [UInt8]? {
    // The names and the size are those of git; without a conflict, the text has no markers.
    let (text, isClean) = try mergedWithMarkers(
      first, second, from: ancestor, markerSize: 7, names: ("ours", "theirs"))
    return isClean ? text : nil
  }

  /// Merges two versions of a text line by line. Of lines that both versions changed, those of the first one are taken.
  ///
  /// - Returns: The merged text, and whether no such lines exist; `nil` if a version is not text.
  public static func mergedFavoringFirst(
    _ first: [UInt8], _ second: [UInt8], from ancestor: [UInt8]
  ) throws(GitError) -> (text: [UInt8], isClean: Bool)? {
    if let merged = try merged(first, second, from: ancestor) { return (merged, true) }
    let favored = try mergedWithMarkers(
      first, second, from: ancestor, markerSize: 7, names: ("", ""), favor: GIT_MERGE_FILE_FAVOR_OURS)
    return favored.text.map { ($0, false) }
  }

  /// Merges two versions of a text line by line, with conflict markers around lines that both versions changed.
  ///
  /// - Parameters:
  ///   - markerSize: The number of characters of each marker.
  ///   - names: The names of both versions in the markers.
  /// - Returns: The merged text, and whether it has no conflict. The text is `nil` if a version is not text: git takes a file with a
  ///   NUL for binary.
  public static func mergedWithMarkers(
    _ first: [UInt8], _ second: [UInt8], from ancestor: [UInt8], markerSize: Int, names: (String, String)
  ) throws(GitError) -> (text: [UInt8]?, isClean: Bool) {
    try mergedWithMarkers(
      first, second, from: ancestor, markerSize: markerSize, names: names, favor: GIT_MERGE_FILE_FAVOR_NORMAL)
  }

  private static func mergedWithMarkers(
    _ first: [UInt8], _ second: [UInt8], from ancestor: [UInt8], markerSize: Int, names: (String, String),
    favor: git_merge_file_favor_t
  ) throws(GitError) -> (text: [UInt8]?, isClean: Bool) {
    try Libgit2.start()
    var options = git_merge_file_options()
    try Libgit2.call(.diff) { git_merge_file_options_init(&options, UInt32(GIT_MERGE_FILE_OPTIONS_VERSION)) }
    options.marker_size = UInt16(clamping: markerSize)
    options.favor = favor
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
    let isClean = result.automergeable == 1
    // An empty text has no bytes either, but is clean.
    guard isClean || result.ptr != nil else { return (nil, false) }
    return (Array(UnsafeRawBufferPointer(start: result.ptr, count: result.len)), isClean)
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
