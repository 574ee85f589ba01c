public import SystemPackage

/// A failure of the program that fetches, `mixtape-fetch`. Requests without a response stay without one.
public enum FetchProgramError: Error, Hashable, Sendable {
  /// The program is not there.
  case missing(FilePath)
  /// The system cannot start the program.
  case notStarted(FilePath, Errno)
  /// The program did not start as expected, as with a missing library. The text is the first line that it printed.
  case unusable(FilePath, text: String)
  /// The program ended before it had answered; 128 plus the number of a signal that ended it, as in shells.
  case ended(FilePath, status: Int32)
  /// The program broke the protocol.
  case invalidOutput(FilePath, reason: String)
  /// The program did not answer in time.
  case silent(FilePath)
}
