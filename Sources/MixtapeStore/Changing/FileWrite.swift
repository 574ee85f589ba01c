internal import GitHistory

/// One file that an operation changes.
struct FileWrite {
  /// The path below the store's directory.
  let path: String
  /// The bytes that the operation was planned on; `nil` if there was no file.
  let old: [UInt8]?
  /// The bytes to be written; `nil` to remove the file.
  let new: [UInt8]?
}
