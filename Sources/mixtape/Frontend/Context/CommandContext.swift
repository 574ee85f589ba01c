import ArgumentParser
import Companions
import FileSystem
import MixtapeModel
import MixtapeStore
import Synchronization
import SystemPackage
import StoreBrowser

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
