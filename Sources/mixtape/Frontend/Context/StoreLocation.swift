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

enum StoreLocation {
  /// Returns the directory of the store: the given one, else that of `MIXTAPE_STORE`, else the nearest enclosing store, else
  /// the store in the user's data directory. The first two need not be stores yet.
  ///
  /// - Throws: ``MixtapeError/Code/noStore`` if no directory is a store; ``MixtapeError/Code/noWorkingDirectory``.
  static func find(_ option: String?, in context: CommandContext) throws(MixtapeError) -> FilePath {
    if let given = option ?? context.variable("MIXTAPE_STORE") { return try context.absolute(given) }
    let isMissing = context.directory.isEmpty
    if !isMissing, let enclosing = enclosingStore(of: context.directory, in: context) { return enclosing }
    guard let own = userData(in: context)?.appending("mixtape"), isStore(own) else {
      throw MixtapeError(isMissing ? .noWorkingDirectory : .noStore)
    }
    return own
  }

  /// Returns the nearest enclosing store, even if it cannot be opened because a sparse checkout excludes its `mixtape.toml`.
  static func enclosingStore(of directory: FilePath, in context: CommandContext) -> FilePath? {
    let callbacks = Store.Context(environment: context.environment, now: context.now)
    var candidate = directory
    repeat {
      if isStore(candidate) || Store.isLeftOut(at: candidate, context: callbacks) { return candidate }
    } while candidate.removeLastComponent()
    return nil
  }

  private static func isStore(_ directory: FilePath) -> Bool {
    access(directory.appending(StoreFile.name).string, F_OK) == 0
  }

  /// Returns `$XDG_DATA_HOME`, which must be absolute, or its default.
  /// See <https://specifications.freedesktop.org/basedir-spec/latest/>.
  static func userData(in context: CommandContext) -> FilePath? {
    if let data = context.variable("XDG_DATA_HOME").map({ FilePath($0) }), data.isAbsolute { return data }
    return context.variable("HOME").map { FilePath($0).appending(".local/share") }
  }
}
