/// A decision of a merge about whole files.
public enum MergeNotice: Hashable, Sendable {
  /// One side deleted a file that the other side changed. The file stays.
  case kept(path: String, deletedBy: MergeSide)
  /// Both sides moved or renamed a file to different paths. The newer change wins.
  case movedDifferently(path: String, insteadOf: String, winner: MergeSide)
  /// The sides have different files with one id, and one of them gets another id.
  case idTaken(path: String, replacement: String)
  /// Paths of both sides differ only in upper and lower case. Not every file system can hold both.
  case sameExceptCase(String, String)
}
