import ArgumentParser
import Companions
import FileSystem
import MixtapeModel
import MixtapeStore
import StoreBrowser
import Synchronization
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The context of a command: the directory, the environment, the clock, the input and the output.
struct CommandContext: Sendable {
  /// The working directory, as an absolute path; empty if it does not exist.
  var directory: FilePath
  /// Whether notes, remarks and hints are left out.
  var isQuiet = false
  let environment: [String: String]
  let now: @Sendable () -> Date
  /// The difference between local time and UTC in minutes, at a given time.
  let utcOffset: @Sendable (Date) -> Int
  let standardInput: any TextInput
  let standardOutput: any TextOutput
  let standardError: any TextOutput
  /// The protection of changes against signals that end the process.
  var interruptions = Interruptions.none
  /// The stores that commands have opened, kept until the end.
  var opened = OpenedStores()
  /// Receives the progress and the result in short, for a program that runs the command and has the screen.
  var listener: CommandListener?

  /// Returns a variable of the environment, if it is set and not empty.
  func variable(_ name: String) -> String? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return value
  }

  /// Returns the command line in a variable of the environment, if it is not blank.
  func commandLine(in name: String) -> String? {
    environment[name].flatMap { $0.isBlank ? nil : $0 }
  }

  var hasTerminal: Bool { standardInput.isTerminal && standardOutput.isTerminal }

  var isTerminalDumb: Bool { variable("TERM") == "dumb" }

  /// Returns the pager for a text; `nil` if the output is no terminal, or if the text fits.
  func pager(for text: String) -> Pager? {
    guard standardOutput.isTerminal, standardInput.isTerminal, let rows = standardOutput.rows else { return nil }
    return Pager(for: text, rows: rows, columns: standardOutput.columns, environment: environment)
  }

  /// Returns the absolute path for a path that the user gave.
  ///
  /// - Throws: ``MixtapeError/Code/noWorkingDirectory`` if the path is relative and the working directory does not exist.
  func absolute(_ path: String) throws(MixtapeError) -> FilePath {
    let path = normalized(path)
    guard path.isAbsolute else { throw MixtapeError(.noWorkingDirectory) }
    return path
  }

  /// Returns the path, from the working directory, for a path that the user gave. A relative path stays relative if the working
  /// directory does not exist.
  func normalized(_ path: String) -> FilePath { directory.pushing(FilePath(path)).lexicallyNormalized() }
}

/// The functions that receive facts about a command while it runs, on its thread.
struct CommandListener: Sendable {
  /// Receives the present progress of a long operation, instead of a line on standard error.
  let progress: @Sendable (String) -> Void
  /// Receives the result in one line, if the output has more than that.
  let summary: @Sendable (StyledText) -> Void
}

extension MixtapeError.Code {
  /// A path is relative, and the working directory does not exist.
  static let noWorkingDirectory = Self(rawValue: "no-working-directory")
}

/// The stores that commands have opened. They stay open until the process ends, because closing an index and ending its
/// threads would take longer.
final class OpenedStores: Sendable {
  private let stores = Mutex<[Store]>([])

  func keep(_ store: Store) { stores.withLock { $0.append(store) } }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

protocol TextOutput: Sendable {
  var isTerminal: Bool { get }
  /// The width of the terminal; `nil` if it is unknown.
  var columns: Int? { get }
  /// The height of the terminal; `nil` if it is unknown.
  var rows: Int? { get }

  func write(_ text: String) throws(Errno)
}

extension TextOutput {
  /// Writes a text for a person. A failure is ignored: that of a message cannot be reported, and a result that follows fails, too.
  func show(_ text: String) {
    do { try write(text) } catch { return }
  }
}

protocol TextInput: Sendable {
  var isTerminal: Bool { get }

  /// Returns the next line without its line ending; `nil` at the end of the input.
  func readLine() throws(Errno) -> String?

  /// Returns the bytes of the rest of the input.
  ///
  /// - Throws: `fileTooLarge` if there are more bytes than the limit.
  func readAll(atMost limit: Int) throws(Errno) -> [UInt8]
}

/// The programs that `mixtape` starts for single jobs, as git does with those in its `libexec`.
enum LibexecProgram: String {
  case fetch = "mixtape-fetch"
  case tags = "mixtape-tags"
  case mpris = "mixtape-mpris"

  /// Returns the path of the program: in the directory of `MIXTAPE_EXEC_PATH`, else in `libexec/mixtape` beside the directory of
  /// the running program, else beside that program, as after a build.
  ///
  /// If the program is missing, the path is that of the place where an installation has it.
  func path(in context: CommandContext, runningProgram: FilePath? = RunningProgram.path) -> FilePath {
    if let directory = context.variable("MIXTAPE_EXEC_PATH") {
      return context.normalized(directory).appending(rawValue)
    }
    guard let directory = runningProgram?.removingLastComponent() else { return FilePath(rawValue) }
    let installed = directory.removingLastComponent().pushing("libexec/mixtape").appending(rawValue)
    let built = directory.appending(rawValue)
    return !FileAccess.isExecutable(installed) && FileAccess.isExecutable(built) ? built : installed
  }
}

extension FeedFetcher {
  init(in context: CommandContext) {
    self.init(
      program: LibexecProgram.fetch.path(in: context), environment: context.environment,
      userAgent: "Mixtape/\(Mixtape.configuration.version)")
  }
}

extension TagReader {
  init(in context: CommandContext) {
    self.init(program: LibexecProgram.tags.path(in: context), environment: context.environment)
  }
}

/// The exit status of a run. The values from 64 on are those of `sysexits.h`.
///
/// The table in `docs/cli.md` is made from ``meaning``. `ErrorPresenter.swift` maps errors to statuses.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case nothingToDo = 1
  case usage = 64
  case invalid = 65
  case notFound = 66
  case unavailable = 69
  case exists = 73
  case inputOutput = 74
  case locked = 75
  case denied = 77
  case unmerged = 129

  var meaning: String {
    switch self {
    case .done: "Success."
    case .nothingToDo:
      "Nothing to do: already in the requested state, or nothing to undo, redo or revert. Also: nothing found with `--exit-code`, an expectation of a `simulate` script that was not met, or conflicts of `merge-file`."
    case .usage:
      "Invalid command line: an unknown command or option, a missing argument, or an invalid one, such as an id, a rule, a name or a date."
    case .invalid:
      "Invalid content: a file of the store, a file to import or a line of standard input has errors, later changes conflict with a revert, `sync` cannot merge or `--stop` found conflicts, or `--strict` refuses a loss."
    case .notFound:
      "Not found: no such store, file, playlist, podcast, episode, position, tag, folder, template or revision."
    case .unavailable:
      "Unavailable: a program that the command needs, such as mpv, is not installed or does not work; a server or a remote cannot be reached; an episode was not downloaded; or `play` could play no episode."
    case .exists: "Already exists: a store, a file, or an item with the same id or name."
    case .inputOutput: "Input or output failed, the repository cannot be used, or the editor failed."
    case .locked:
      "Busy: another program is changing the store or playing the playlist, or a merge or rebase is unfinished. Try again later. Also: most files of the store are gone, and `status --accept-deletions` has not accepted it."
    case .denied: "Permission denied: a remote does not let this user read or write, or refuses changes of a branch."
    case .unmerged: "`merge-file` could not merge the files."
    }
  }
}
