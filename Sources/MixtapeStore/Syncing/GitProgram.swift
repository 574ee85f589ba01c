internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// The `git` program, which makes all connections to remotes: so the keys, agents, credential helpers and proxies of a user work.
///
/// No lock of the store is held while it runs. It is started without a shell.
public struct GitProgram: Sendable {
  /// The access to a terminal.
  public enum Interaction: Sendable {
    /// Git and its helpers ask for passwords on the terminal, and end with this process by Ctrl-C.
    case terminal
    /// No questions: git fails instead.
    case none
  }

  /// The way in which git asks for passwords.
  public let interaction: Interaction
  /// The maximum time without any output. Git is then ended.
  public let patience: Duration
  /// The function that receives the command of each run of git, such as `fetch`, before git can ask for a password.
  public let onStart: @Sendable (String) -> Void
  /// The function that receives the output of git as it comes, for progress. It comes from a remote, and may contain control characters.
  public let onOutput: @Sendable ([UInt8]) -> Void
  /// The function that is called after each run of git.
  public let onEnd: @Sendable () -> Void
  /// The function that returns whether to end git, and with it the call, by ``MixtapeError/Code/stopped``. Called several times a second.
  public let isCancelled: @Sendable () -> Bool

  /// Makes a program.
  public init(
    _ interaction: Interaction, patience: Duration = .seconds(60),
    onStart: @escaping @Sendable (String) -> Void = { _ in },
    onOutput: @escaping @Sendable ([UInt8]) -> Void = { _ in }, onEnd: @escaping @Sendable () -> Void = {},
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.interaction = interaction
    self.patience = patience
    self.onStart = onStart
    self.onOutput = onOutput
    self.onEnd = onEnd
    self.isCancelled = isCancelled
  }

  /// Runs a command of git, and waits until it ends.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments.
  ///   - directory: The work tree, or any directory for a command outside of a repository. Git fails in a working directory that
  ///     does not exist.
  ///   - context: The environment of git, and the requests to end this process, which end git.
  ///   - lock: The descriptor of a lock that git and its children hold, too, so that it is held after a kill of this process.
  /// - Throws: ``GitProgramError`` as the cause of a ``MixtapeError/Code/transferFailed``; ``MixtapeError/Code/stopped``.
  func run(
    _ arguments: [String], in directory: FilePath, _ context: Store.Context, holding lock: FileDescriptor? = nil
  ) throws(MixtapeError) -> GitOutput {
    try start(arguments, in: directory, context, holding: lock).finish()
  }

  /// Starts a command of git, and does not wait for it. Until it is finished or cancelled, the process does not end by a signal.
  ///
  /// - Returns: The running git. The caller must finish or cancel it.
  /// - Throws: ``GitProgramError`` as the cause of a ``MixtapeError/Code/transferFailed``.
  func start(
    _ arguments: [String], in directory: FilePath, _ context: Store.Context, holding lock: FileDescriptor? = nil
  ) throws(MixtapeError) -> RunningGit {
    guard let program = InstalledProgram.path(of: "git", in: context.environment) else { throw .transfer(.missing) }
    onStart(arguments.first ?? "")
    // Git without a terminal is in another session: the signals of this process do not reach it.
    context.interruptions.hold()
    do throws(Errno) {
      let (ours, theirs) = try ConnectedSocket.pair()
      do throws(Errno) {
        let process = try start(
          program, arguments, in: directory, context.environment, theirs, closing: ours, holding: lock)
        return RunningGit(of: self, process, ours, context.interruptions)
      } catch {
        ours.close()
        throw error
      }
    } catch {
      context.interruptions.release()
      throw .transfer(.system(error))
    }
  }

  private func start(
    _ program: FilePath, _ arguments: [String], in directory: FilePath, _ environment: [String: String],
    _ output: ConnectedSocket, closing other: ConnectedSocket, holding lock: FileDescriptor?
  ) throws(Errno) -> SpawnedProcess {
    // The end of the output is seen only when no process has this descriptor any more.
    defer { output.close() }
    return try SpawnedProcess(
      program.string, ["-C", directory.string] + arguments,
      environment: Self.environment(environment, interaction), output: output.descriptor,
      closing: [other.descriptor], keeping: lock, sharing: interaction == .terminal ? .terminal : .nothing)
  }

  /// Returns the environment of git: without variables that lead it to another repository, with messages in English, and
  /// without questions if nobody can answer.
  static func environment(_ all: [String: String], _ interaction: Interaction) -> [String: String] {
    var environment = all.filter { !UnattendedGit.redirections.contains($0.key) }
    environment["LANGUAGE"] = "en"
    guard interaction == .none else { return environment }
    environment["GIT_TERMINAL_PROMPT"] = "0"
    // An empty program is not started, and none of the others is tried then.
    environment["GIT_ASKPASS"] = ""
    environment["SSH_ASKPASS_REQUIRE"] = "never"
    environment["GCM_INTERACTIVE"] = "never"
    return environment
  }
}
