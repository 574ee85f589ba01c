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
    guard let program = InstalledProgram.path(of: "git", in: context.environment) else { throw .transfer(.missing) }
    onStart(arguments.first ?? "")
    // Git without a terminal is in another session: the signals of this process do not reach it.
    context.interruptions.hold()
    defer { context.interruptions.release() }
    do throws(Errno) {
      let (ours, theirs) = try ConnectedSocket.pair()
      defer { ours.close() }
      let process = try start(
        program, arguments, in: directory, context.environment, theirs, closing: ours, holding: lock)
      defer { onEnd() }
      let running = RunningGit(
        program: self, process: process, connection: ours, interruptions: context.interruptions)
      let bytes = try running.receiveAll()
      return GitOutput(bytes: bytes, status: try process.wait())
    } catch {
      switch error {
      case .timedOut: throw .transfer(.timedOut(patience))
      // Somebody cancelled it, or requested the end of this process.
      case .canceled: throw MixtapeError(.stopped)
      default: throw .transfer(.system(error))
      }
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

/// A command of git that runs, and the connection to its output.
private struct RunningGit {
  let program: GitProgram
  let process: SpawnedProcess
  let connection: ConnectedSocket
  let interruptions: Interruptions

  /// Receives the output of git until its end, and returns the last part of it. Ends git after an error.
  ///
  /// A program that a hook of this store leaves in the background can hold the output longer than git.
  func receiveAll() throws(Errno) -> [UInt8] {
    var kept: [UInt8] = []
    do throws(Errno) {
      var deadline = ContinuousClock.now + program.patience
      while true {
        if program.isCancelled() || interruptions.areRequested { throw Errno.canceled }
        let hasEnded = process.hasEnded
        guard try connection.wait(toSend: false, atMost: min(deadline - .now, Self.pause)) else {
          if hasEnded { break }
          guard ContinuousClock.now < deadline else { throw Errno.timedOut }
          continue
        }
        guard let bytes = try connection.receive() else { continue }
        guard !bytes.isEmpty else { break }
        deadline = .now + program.patience
        program.onOutput(bytes)
        kept += bytes
        if kept.count > 2 * Self.keptOutput { kept.removeFirst(kept.count - Self.keptOutput) }
      }
    } catch {
      end()
      throw error
    }
    return Array(kept.suffix(Self.keptOutput))
  }

  private static let pause = Duration.milliseconds(200)

  private static let keptOutput = 1 << 16

  /// Ends git, and gives it a moment to remove the files of an unfinished transfer.
  ///
  /// Without a terminal, its children are asked, too: programs such as `ssh` and hooks keep the output open, and git on the side of a
  /// remote at a path removes its locks. On a terminal, the children are in the group of this process. Most of them end by Ctrl-C,
  /// or when git closes its connection to them.
  private func end() {
    process.askToEnd()
    do throws(Errno) {
      let deadline = ContinuousClock.now + .seconds(2)
      while try connection.wait(toSend: false, atMost: deadline - .now), try connection.receive()?.isEmpty == false {}
    } catch {
      // The connection is broken, and git is ended in any case.
    }
    process.endAndWait()
  }
}

/// The end of a run of git.
struct GitOutput {
  let bytes: [UInt8]
  /// The exit status; 128 plus the number of a signal that ended git.
  let status: Int32

  var isSuccess: Bool { status == 0 }

  /// The signal that ended git; `nil` if git ended itself. Git has the statuses 128 and 129 for fatal and usage errors.
  var signal: Int32? { (130...192).contains(status) ? status - 128 : nil }

  static let brokenPipe: Int32 = 13

  /// The lines, without the steps of progress that later ones replaced, and without the spaces with which git fills the lines of
  /// a remote.
  var lines: [String] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      line.split(separator: UInt8(ascii: "\r")).last.map { last in
        String(decoding: last.reversed().drop { $0 == UInt8(ascii: " ") }.reversed(), as: UTF8.self)
      }
    }
  }

  /// The lines that explain a failure: those of git after `fatal:` and `error:`, those of the remote, and otherwise the last ones.
  var failureLines: [String] {
    let said = lines.filter { line in
      ["fatal: ", "error: ", "remote: ", "ssh: ", "git: "].contains { line.lowercased().hasPrefix($0) }
        && !(line.hasPrefix("remote: ") && Self.isProgress(line))
    }
    let others = lines.filter { line in
      !Self.courtesies.contains { line.hasPrefix($0) } && !Self.isProgress(line) && !said.contains(line)
    }
    // A hook of this store refuses a push in its own words, and `ssh` a connection.
    let isGeneral = said.allSatisfy(Self.isGeneral)
    return Array(((isGeneral ? others : []) + said).suffix(Self.mostFailureLines))
  }

  /// Whether git says only that it did not push. It does so for a bundle, and for a hook that says nothing.
  var isRefusedWithoutReason: Bool { !failureLines.isEmpty && failureLines.allSatisfy(Self.isRefusal) }

  /// Returns whether a line says that git failed, but not why.
  private static func isGeneral(_ line: String) -> Bool {
    isRefusal(line) || line.hasPrefix("fatal: Could not read from remote repository")
  }

  private static func isRefusal(_ line: String) -> Bool { line.hasPrefix("error: failed to push some refs") }

  private static let courtesies = [
    "Cloning into ", "To ", "!\t", "Done", "Please make sure you have the correct access rights",
    "and the repository exists.", "Warning: Permanently added ",
  ]

  /// Returns the path of the lock file that a line names as the reason of a failure, if any.
  static func lock(namedIn line: String) -> FilePath? {
    guard let start = line.firstRange(of: "Unable to create '")?.upperBound,
      let end = line[start...].firstRange(of: ".lock': File exists")?.lowerBound
    else { return nil }
    return FilePath("\(line[start..<end]).lock").lexicallyNormalized()
  }

  /// Returns whether a line is a step of progress, such as `remote: Counting objects: 100% (4/4), done.`
  private static func isProgress(_ line: String) -> Bool {
    line.contains("% (") || line.contains("objects: ")
      || ["Total ", "Delta compression using "].contains { line.hasPrefix($0) || line.hasPrefix("remote: \($0)") }
  }

  private static let mostFailureLines = 6
}
