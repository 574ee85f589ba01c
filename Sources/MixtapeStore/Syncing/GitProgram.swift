internal import FileSystem
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
    /// Nobody is asked: git fails instead.
    case none
  }

  /// The way in which git asks for passwords.
  public let interaction: Interaction
  /// The maximum time without any output. Git is then ended.
  public let patience: Duration
  /// Receives the output of git as it comes, for progress. It comes from a remote, and may contain control characters.
  public let onOutput: @Sendable ([UInt8]) -> Void

  /// Makes a program.
  public init(
    _ interaction: Interaction, patience: Duration = .seconds(60),
    onOutput: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) {
    self.interaction = interaction
    self.patience = patience
    self.onOutput = onOutput
  }

  /// The maximum number of bytes of output that are kept, from the end.
  static let keptOutput = 1 << 16

  /// Runs a command of git, and waits until it ends.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments.
  ///   - directory: The work tree; `nil` for a command outside of a repository.
  /// - Throws: ``GitProgramError`` as the cause of a ``MixtapeError/Code/transferFailed``.
  func run(
    _ arguments: [String], in directory: FilePath?, environment: [String: String]
  ) throws(MixtapeError) -> GitOutput {
    guard let program = InstalledProgram.path(of: "git", in: environment) else { throw .transfer(.missing) }
    do throws(Errno) {
      let (ours, theirs) = try ConnectedSocket.pair()
      defer { ours.close() }
      let process = try start(program, arguments, in: directory, environment, theirs, closing: ours)
      return try finish(process, ours)
    } catch {
      throw .transfer(error == .timedOut ? .silent(patience) : .system(error))
    }
  }

  private func start(
    _ program: FilePath, _ arguments: [String], in directory: FilePath?, _ environment: [String: String],
    _ output: ConnectedSocket, closing other: ConnectedSocket
  ) throws(Errno) -> SpawnedProcess {
    // The end of the output is seen only when no process has this descriptor any more.
    defer { output.close() }
    return try SpawnedProcess(
      program.string, (directory.map { ["-C", $0.string] } ?? []) + arguments,
      environment: Self.environment(environment, interaction), output: output.descriptor,
      closing: [other.descriptor], sharing: interaction == .terminal ? .terminal : .nothing)
  }

  private func finish(_ process: SpawnedProcess, _ connection: ConnectedSocket) throws(Errno) -> GitOutput {
    var kept: [UInt8] = []
    do throws(Errno) {
      while true {
        guard try connection.wait(toSend: false, atMost: patience) else { throw Errno.timedOut }
        guard let bytes = try connection.receive() else { continue }
        guard !bytes.isEmpty else { break }
        onOutput(bytes)
        kept += bytes
        if kept.count > 2 * Self.keptOutput { kept.removeFirst(kept.count - Self.keptOutput) }
      }
    } catch {
      end(process, connection)
      throw error
    }
    return GitOutput(bytes: Array(kept.suffix(Self.keptOutput)), status: try process.wait())
  }

  /// Ends git, and gives it a moment to remove the files of an unfinished transfer.
  private func end(_ process: SpawnedProcess, _ connection: ConnectedSocket) {
    process.askToEnd()
    do throws(Errno) {
      let deadline = ContinuousClock.now + .seconds(2)
      while try connection.wait(toSend: false, atMost: deadline - .now), try connection.receive()?.isEmpty == false {}
    } catch {
      // The connection is broken, and git is ended in any case.
    }
    if interaction == .none { process.endSession() } else { process.end() }
    do throws(Errno) { _ = try process.wait() } catch { return }
  }

  /// Returns the environment of git: without variables that lead it to another repository, with messages in English, and
  /// without questions if nobody can answer.
  static func environment(_ all: [String: String], _ interaction: Interaction) -> [String: String] {
    var environment = all.filter { !redirections.contains($0.key) }
    environment["LANGUAGE"] = "en"
    guard interaction == .none else { return environment }
    environment["GIT_TERMINAL_PROMPT"] = "0"
    // An empty program is not started, and none of the others is tried then.
    environment["GIT_ASKPASS"] = ""
    environment["SSH_ASKPASS_REQUIRE"] = "never"
    environment["GCM_INTERACTIVE"] = "never"
    return environment
  }

  /// The variables that belong to one repository. See `git rev-parse --local-env-vars`.
  private static let redirections: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}

/// The end of a run of git.
struct GitOutput {
  /// The end of what git and its helpers wrote.
  let bytes: [UInt8]
  /// The exit status; 128 plus the number of a signal that ended git.
  let status: Int32

  var isSuccess: Bool { status == 0 }

  /// The lines, without the steps of progress that later ones replaced.
  var lines: [String] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      line.split(separator: UInt8(ascii: "\r")).last.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The lines that explain a failure: those of git after `fatal:` and `error:`, those of the remote, and otherwise the last ones.
  var complaints: [String] {
    let said = lines.filter { line in
      ["fatal: ", "error: ", "remote: ", "ssh: "].contains { line.lowercased().hasPrefix($0) } && !Self.isProgress(line)
    }
    return Array((said.isEmpty ? lines : said).suffix(Self.mostComplaints))
  }

  /// Whether a line is a step of progress of the remote, such as `remote: Counting objects: 100% (4/4), done.`
  private static func isProgress(_ line: String) -> Bool {
    line.hasPrefix("remote: ")
      && (line.contains("% (") || line.contains("objects: ") || line.hasPrefix("remote: Total "))
  }

  private static let mostComplaints = 6
}
