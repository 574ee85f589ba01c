/// A file that the remote changed in a way that git can write, and Mixtape cannot.
public struct UnwritableFile: Hashable, Sendable {
  /// The reason why Mixtape cannot write a file.
  public enum Reason: Hashable, Sendable {
    /// It is or was a symbolic link.
    case symbolicLink
    /// It is or was a submodule.
    case submodule
    /// It is new and executable.
    case executable
    /// Its mode changed.
    case changedMode
    /// It does not belong to the store, and is larger than the files that Mixtape reads.
    case tooLarge
    /// A sparse checkout leaves it out of the work tree.
    case excluded
    /// Its path is not UTF-8.
    case invalidPath
    /// There is a file or directory whose path differs only in its Unicode form.
    case severalForms
    /// It does not belong to the store, and git applies a filter or a conversion to its content.
    case converted
  }

  /// The path from the top of the repository.
  public let path: String
  /// The reason.
  public let reason: Reason
}
