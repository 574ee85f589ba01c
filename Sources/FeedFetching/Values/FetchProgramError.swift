public import SystemPackage

/// A failure of `mixtape-fetch`. The remaining requests get no response.
public enum FetchProgramError: Error, Hashable, Sendable {
  /// The program is missing or not executable.
  case missing(FilePath)
  /// The system cannot start the program.
  case notStarted(FilePath, Errno)
  /// The program did not start properly, for example because of a missing library. The text is its first line.
  case unusable(FilePath, text: String)
  /// The program ended too early. The status is its exit status, or 128 plus the number of the signal.
  case ended(FilePath, status: Int32)
  /// The program broke the protocol.
  case invalidOutput(FilePath, reason: String)
  /// The program did not answer in time.
  case timedOut(FilePath)
}
