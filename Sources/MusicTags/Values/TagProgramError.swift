public import SystemPackage

/// A failure of the program that reads tags, `mixtape-tags`. Files without a result were not read.
public enum TagProgramError: Error, Hashable, Sendable {
  /// The program is not there.
  case missing(FilePath)
  /// The system cannot start the program.
  case notStarted(FilePath, Errno)
  /// The program did not start as expected, as with a missing library. The text is the first line that it printed.
  case unusable(FilePath, text: String)
  /// The program ended before it had read all files.
  case ended(FilePath, status: Int32)
  /// The program broke the protocol.
  case invalidOutput(FilePath)
}
