import ArgumentParser
import MixtapeModel
import MixtapeStore
import SystemPackage

struct Init: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a store.",
    discussion: """
      A store is a directory and a git repository of its own. On a directory that is a store already, nothing changes.

      Examples:
        mixtape init ~/playlists
        mixtape init --from ~/old-playlists ~/playlists
      """)

  @Argument(
    help: ArgumentHelp(
      "Where to make it (default: --store, else $MIXTAPE_STORE, else the working directory).", valueName: "dir"),
    completion: .directory)
  var directory: String?

  @Option(
    help: ArgumentHelp("Take in the files of another directory, laid out as a store's are.", valueName: "dir"),
    completion: .directory)
  var from: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if directory == "" || from == "" { throw ValidationError("a directory was given, but its name is empty") }
    if directory != nil && common.store != nil {
      throw ValidationError("give the directory once: as an argument, or with --store")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let context = session.context
    let place = directory ?? common.store ?? context.variable("MIXTAPE_STORE") ?? "."
    let result = try initialize(context.absolute(place), from: from.map(context.absolute), in: session)
    session.noteChange()
    session.print(json: JSONOutput.initialization(result)) {
      let taken = result.playlists + result.podcasts > 0
      let files = "\(counted(result.playlists, "playlist")) and \(counted(result.podcasts, "podcast"))"
      session.print("Made a store in \(result.directory)\(taken ? " with \(files)" : "").")
      if !taken { session.hint("`mixtape create \"Morning Commute\"` makes the first playlist") }
    }
    return .done
  }

  private func initialize(
    _ directory: FilePath, from origin: FilePath?, in session: Session
  ) throws -> Initialization {
    do throws(MixtapeError) {
      return try Store.initialize(at: directory, from: origin, context: session.storeContext())
    } catch {
      switch (error.code, origin, error.cause) {
      case (.notFound, let origin?, _):
        throw CommandFailure(.notFound, code: error.code.rawValue, "there is no directory \(origin) to take files from")
      case (.invalidFile, _, let cause as InvalidFiles):
        let files = "\(counted(cause.reports.count, "file")) that would be taken in"
        throw CommandFailure(
          .invalid, code: error.code.rawValue, "errors in \(files); no store was made", reports: cause.reports)
      default: throw error
      }
    }
  }
}
