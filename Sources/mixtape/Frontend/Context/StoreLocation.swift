import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds the store that a command is about.
enum StoreLocation {
  /// The directory that was given, else that of `MIXTAPE_STORE`, else the nearest upward that is a store, else the one
  /// among the user's data. It need not exist.
  ///
  /// - Throws: ``MixtapeError/Code/noStore`` if there is nowhere to look.
  static func find(_ option: String?, in context: CommandContext) throws(MixtapeError) -> FilePath {
    if let given = option ?? context.variable("MIXTAPE_STORE") { return context.absolute(given) }
    if let enclosing = enclosingStore(of: context.directory) { return enclosing }
    guard let data = userData(in: context) else { throw MixtapeError(.noStore) }
    return data.appending("mixtape")
  }

  private static func enclosingStore(of directory: FilePath) -> FilePath? {
    var candidate = directory
    repeat {
      if access(candidate.appending(StoreFile.name).string, F_OK) == 0 { return candidate }
    } while candidate.removeLastComponent()
    return nil
  }

  /// `$XDG_DATA_HOME`, which has to be absolute to count, or its default.
  /// See <https://specifications.freedesktop.org/basedir-spec/latest/>.
  private static func userData(in context: CommandContext) -> FilePath? {
    if let data = context.variable("XDG_DATA_HOME").map({ FilePath($0) }), data.isAbsolute { return data }
    return context.variable("HOME").map { FilePath($0).appending(".local/share") }
  }
}
