/// A file that the remote changed in a way that git can write, and Mixtape cannot.
public struct UnwritableFile: Hashable, Sendable {
  /// The reason why Mixtape cannot write a file.
  public enum Reason: Hashable, Sendable {
    /// A symbolic link, before or after the change.
    case symbolicLink
    /// A submodule, before or after the change.
    case submodule
    /// A new executable file.
    case executable
    /// Another mode than before.
    case changedMode
    /// A size above the limit that Mixtape reads, of a file that does not belong to the store.
    case tooLarge
    /// A sparse checkout that leaves the file out of the work tree.
    case excluded
    /// A path that is not UTF-8.
    case invalidPath
    /// A file or directory whose path differs only in its Unicode form.
    case severalForms
    /// A filter or a conversion that git applies to the content of a file that does not belong to the store.
    case converted
  }

  /// The path from the top of the repository.
  public let path: String
  /// The reason.
  public let reason: Reason
}
