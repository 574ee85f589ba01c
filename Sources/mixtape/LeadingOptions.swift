import FileSystem
import SystemPackage

/// The options before the command that change the context of every command, as those of git: `mixtape -C DIR -q list`.
struct LeadingOptions {
  /// The arguments after these options.
  let arguments: [String]
  /// The context with these options.
  let context: CommandContext

  /// Reads the options.
  ///
  /// - Throws: ``CommandFailure`` if the directory of `-C` is not given, or does not exist.
  init(_ arguments: [String], in context: CommandContext) throws {
    var (rest, context) = (arguments[...], context)
    while let option = rest.first, option == "-q" || option == "-C" {
      rest.removeFirst()
      if option == "-q" {
        context.isQuiet = true
        continue
      }
      guard let path = rest.popFirst(), !path.isEmpty else {
        throw CommandFailure(.usage, code: "usage", "-C requires a directory")
      }
      let directory = try context.absolute(path)
      do throws(Errno) {
        guard try FileKind(at: SystemCalls.resolved(directory)) == .directory else { throw .notDirectory }
      } catch {
        throw CommandFailure(.notFound, code: "not-found", "there is no directory \(directory)")
      }
      context.directory = directory
    }
    (self.arguments, self.context) = (Array(rest), context)
  }
}
