import ArgumentParser
import FileSystem
import GitHistory
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

struct Init: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a store.",
    discussion: """
      A store is a directory with its own git repository. If the directory is already a store, nothing changes. In the \
      home directory, the default is $XDG_DATA_HOME/mixtape, where all commands find the store.

      A store inside another git repository is a nested repository: the outer one does not track its files. On a \
      terminal, `init` asks first; otherwise it requires --here.

      Examples:
        mixtape init ~/playlists
        mixtape init --from ~/old-playlists ~/playlists
      """)

  @Argument(
    help: ArgumentHelp(
      "The directory (default: --store, else $MIXTAPE_STORE, else the working directory, but not the home directory).",
      valueName: "dir"),
    completion: .directory)
  var directory: String?

  @Option(
    help: ArgumentHelp("Import the files of another directory with the layout of a store.", valueName: "dir"),
    completion: .directory)
  var from: String?

  @Flag(help: "Create the store even if the directory is inside another git repository.")
  var here = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if directory == "" || from == "" { throw ValidationError("the name of the directory is empty") }
    if directory != nil && common.store != nil {
      throw ValidationError("the directory is given twice: use either the argument or --store")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let context = session.context
    let given = directory ?? common.store ?? context.variable("MIXTAPE_STORE")
    let directory = try given.map(context.absolute) ?? Self.usualDirectory(in: context)
    try Self.requireNoFile(at: directory)
    guard try here || shouldCreate(inRepositoryAround: directory, in: session) else {
      session.remark("No store was created.")
      return .nothingToDo
    }
    let result = try initialize(directory, from: try from.map(context.absolute), in: session)
    session.noteChange()
    session.print(json: JSONOutput.initialization(result)) {
      let taken = result.playlists + result.podcasts > 0
      let files = "\(counted(result.playlists, "playlist")) and \(counted(result.podcasts, "podcast"))"
      session.print("Created a store in \(result.directory)\(taken ? " with \(files)" : "").")
      if !taken { session.hint("`mixtape create \"Morning Commute\"` creates the first playlist") }
    }
    return .done
  }

  /// Returns the working directory, or the default place if that is the home directory: nobody wants all files there in a store.
  private static func usualDirectory(in context: CommandContext) throws -> FilePath {
    let here = try context.absolute(".")
    guard let home = context.variable("HOME"), let usual = StoreLocation.userData(in: context)?.appending("mixtape"),
      try isSame(FilePath(home), here)
    else { return here }
    return usual
  }

  private static func isSame(_ directory: FilePath, _ other: FilePath) throws(Errno) -> Bool {
    do throws(Errno) {
      return try SystemCalls.resolved(directory) == SystemCalls.resolved(other)
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      return false
    }
  }

  /// Throws an error if the path of the directory leads to or through a file. The creation reports all other errors.
  private static func requireNoFile(at directory: FilePath) throws(Problem) {
    do throws(Errno) {
      guard try FileKind(at: SystemCalls.resolved(directory)) != .directory else { return }
    } catch {
      guard error == .notDirectory else { return }
    }
    throw Problem(
      .inputOutput, code: MixtapeError.Code.fileAccess.rawValue, "\(directory) is not a directory; no store was created"
    )
  }

  /// Returns whether to create a store. If another repository encloses the directory, asks on a terminal and fails otherwise.
  private func shouldCreate(inRepositoryAround directory: FilePath, in session: Session) throws -> Bool {
    guard let outer = try Store.repository(enclosing: directory) else { return true }
    let message =
      outer == directory.lexicallyNormalized()
      ? "\(directory) is a bare git repository" : "\(directory) is inside the git repository \(outer)"
    let consequence = "the store gets its own repository, and the outer one does not track its files"
    guard !session.wantsJSON, session.context.standardInput.isTerminal else {
      throw Problem(
        .usage, code: "inside-repository", "\(message); no store was created",
        hints: consequence, "`--here` creates it anyway")
    }
    session.reporter.show(["\(message): \(consequence)."])
    return try session.confirms("Create a store here?", default: false)
  }

  private func initialize(
    _ directory: FilePath, from origin: FilePath?, in session: Session
  ) throws -> Initialization {
    do throws(MixtapeError) {
      return try Store.initialize(at: directory, from: origin, context: session.storeContext())
    } catch {
      throw Self.failure(error, creating: directory, from: origin)
    }
  }

  /// Returns the error of a creation, in words for this command.
  static func failure(_ error: MixtapeError, creating directory: FilePath, from origin: FilePath?) -> any Error {
    switch (error.code, origin, error.cause) {
    case (.notFound, let origin?, _):
      Problem(.notFound, code: error.code.rawValue, "there is no directory \(origin) to import files from")
    case (.invalidFile, _, let cause as InvalidFiles):
      Problem(
        .invalid, code: error.code.rawValue,
        "errors in \(counted(cause.reports.count, "file")) to import; no store was created", reports: cause.reports)
    case (_, _, let cause as GitError) where cause.code == .readOnly && cause.operation == .create:
      // There is no repository yet.
      Problem(
        .inputOutput, code: MixtapeError.Code.notWritable.rawValue,
        "\(directory) is not writable; no store was created",
        hints: "`ls -ld \(ErrorPresenter.shellWord(directory.string))` shows its owner and permissions")
    default: error
    }
  }
}

struct Clone: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: "Copy a store from a remote, ready for `mixtape sync`.",
    discussion: """
      The address has any form that `git clone` accepts. The directory must be missing or empty. Its default name is \
      the last part of the address. Git merges the files of the new store by meaning.

      Examples:
        mixtape clone git@example.org:ann/playlists.git
        mixtape clone /media/usb/playlists.git ~/playlists
      """)

  @Argument(help: ArgumentHelp("The address of the repository.", valueName: "url"))
  var address: String

  @Argument(help: ArgumentHelp("The directory of the new store.", valueName: "dir"), completion: .directory)
  var directory: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if address.isEmpty { throw ValidationError("the address is empty") }
    if directory == "" { throw ValidationError("the name of the directory is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    guard let name = directory ?? Self.name(in: address) else {
      throw Problem.usage(
        "no directory name can be made from the address \(ErrorPresenter.quoted(address))",
        hints: "`mixtape clone URL DIR` names the directory")
    }
    let place = try session.context.absolute(name)
    let origin = try Self.location(of: address, in: session)
    let store = try session.transferring { (git) throws(MixtapeError) in
      try Store.clone(origin, to: place, context: session.storeContext(), by: git)
    }
    session.noteChange()
    let status = try store.status()
    session.print(
      json: [
        "store": .string(store.directory.string), "playlists": .integer(status.playlists),
        "podcasts": .integer(status.podcasts),
      ]
    ) {
      let files = "\(counted(status.playlists, "playlist")) and \(counted(status.podcasts, "podcast"))"
      session.print("Cloned a store to \(store.directory) with \(files).")
      session.hint("`mixtape sync` exchanges changes with \(status.remote?.branch.name ?? "the remote")")
    }
    return .done
  }

  /// Returns an address as git needs it in another directory: a path is absolute then. As in git, a path has no colon before the
  /// first slash.
  static func location(of address: String, in session: Session) throws -> String {
    let isPath = !address.prefix { $0 != "/" }.contains(":")
    return isPath ? try session.context.absolute(address).string : address
  }

  /// Returns the last part of an address without `.git`; `nil` if the address has no such part.
  static func name(in address: String) -> String? {
    let parts = address.split { $0 == "/" || $0 == ":" }
    guard var name = parts.last.map(String.init) else { return nil }
    if name == ".git", parts.count > 1 { name = String(parts[parts.count - 2]) }
    if name.hasSuffix(".git") { name.removeLast(4) }
    return name.isEmpty || name == "." || name == ".." ? nil : name
  }
}
