import ArgumentParser
import FileSystem
import GitHistory
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

/// One run of a command: its output, its messages and its store.
///
/// Results are written together at the end, so that an interrupted command prints nothing.
final class Session {
  let context: CommandContext
  let options: CommonOptions
  let reporter: Reporter

  /// The store of the command, once it is open.
  private var store: Store?
  private var output = ""
  /// Whether the results are written even if the command fails.
  private var keepsResults = false
  /// Whether the command has changed the store.
  private var hasMadeChange = false
  /// The lines for people after the results.
  private var remarks: [StyledText] = []
  private let isColored: Bool

  init(_ options: CommonOptions, _ context: CommandContext) {
    self.options = options
    self.context = context
    reporter = Reporter(options, context)
    isColored = options.usesColor(on: context.standardOutput, in: context)
  }

  var wantsJSON: Bool { options.json }

  /// Whether results are for people and not for programs.
  var isForPeople: Bool { isColored || context.standardOutput.isTerminal }

  /// The maximum width of a line; `nil` if the output does not go to a terminal.
  var width: Int? { context.standardOutput.isTerminal ? context.standardOutput.columns : nil }

  func print(_ line: StyledText = "") {
    output += line.rendered(colored: isColored)
    output += "\n"
  }

  func print(_ lines: [StyledText]) { lines.forEach { print($0) } }

  /// Prints raw text, which must not go to a terminal.
  func print(raw text: String) { output += text }

  /// Prints text of several lines.
  func print(lines text: String) {
    output += text.visibleLines
    if text.last?.isNewline != true { output += "\n" }
  }

  func print(_ value: JSONNode) {
    output += value.pretty
    output += "\n"
  }

  private func flush() throws(Errno) {
    defer { output = "" }
    try context.standardOutput.write(output)
  }

  /// Writes the results so far if they are long and no pager shows them.
  ///
  /// - Returns: `false` if the reader has closed the pipe.
  func drain() throws(OutputFailure) -> Bool {
    guard output.utf8.count >= Self.longOutput, !context.standardOutput.isTerminal else { return true }
    do throws(Errno) {
      try flush()
      return true
    } catch {
      guard error == .brokenPipe else { throw OutputFailure(cause: error) }
      return false
    }
  }

  private static let longOutput = 65_536

  /// Prints an event with its time, and writes it at once.
  ///
  /// - Returns: `false` if the output is closed: the reader of the pipe has ended, or the terminal is gone.
  func print(event lines: [StyledText], json: [(String, JSONNode)]) throws(OutputFailure) -> Bool {
    let now = context.now()
    if wantsJSON {
      output += JSONNode.object([("time", .string(Timestamp.utc(now)))] + json).compact + "\n"
    } else {
      let time = Timestamp(now, utcOffset: context.utcOffset(now)).timeOfDay
      print(lines.prefix(1).map { "\(time, .faint)  \($0)" } + lines.dropFirst())
    }
    do throws(Errno) {
      try flush()
      return true
    } catch {
      guard error == .brokenPipe || error == .ioError else { throw OutputFailure(cause: error) }
      return false
    }
  }

  func print(json: @autoclosure () -> JSONNode, orText: () throws -> Void) rethrows {
    if wantsJSON { print(json()) } else { try orText() }
  }

  /// Prints a line on standard error after the results, except with `--json`.
  func remark(_ line: StyledText) { remarks.append(line) }

  /// Prints a hint on standard error after the results, except with `--json`.
  func hint(_ text: String) { remarks.append(Reporter.hint(text)) }

  /// Writes the results so far even if the command fails later: what it has done until then stays.
  func keepResults() { keepsResults = true }

  /// Notes that the store was changed. Later errors are reported as such.
  func noteChange() { hasMadeChange = true }

  /// Asks a question on standard error; returns `nil` at the end of the input.
  func answer(to question: StyledText) throws(Errno) -> String? {
    reporter.ask(question)
    let answer = try context.standardInput.readLine()
    // After Ctrl-D, the cursor is still on the line of the question.
    if answer == nil { reporter.show([""]) }
    return answer
  }

  /// Opens the store of the command.
  ///
  /// - Parameter isReported: Whether a notice is reported.
  func openStore(
    reporting isReported: @escaping @Sendable (StoreNotice) -> Bool = { _ in true }
  ) throws(MixtapeError) -> Store {
    let directory = try StoreLocation.find(options.store, in: context)
    let store = try Store(at: directory, context: storeContext(reporting: isReported))
    context.opened.keep(store)
    self.store = store
    return store
  }

  func currentStore() throws(MixtapeError) -> Store { if let store { store } else { try openStore() } }

  func storeContext(
    reporting isReported: @escaping @Sendable (StoreNotice) -> Bool = { _ in true },
    editedText: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) -> Store.Context {
    Store.Context(
      environment: context.environment, now: context.now,
      notify: { [reporter, context] notice in
        if case .packingDue(let store, _) = notice { context.startPacking(store) }
        if isReported(notice) { reporter.report(notice) }
      },
      keepsSnapshot: true,
      editedText: editedText,
      utcOffset: context.utcOffset,
      interruptions: context.interruptions)
  }

  /// Runs a command, writes its results and remarks, and reports its error.
  func run(_ work: () throws -> ExitStatus) -> ExitStatus {
    do {
      let status = try work()
      try writeResults()
      reporter.warnOfInvalidFiles()
      if !context.isQuiet { reporter.show(remarks) }
      return status
    } catch {
      let error = (error as? MixtapeError).map(explaining) ?? error
      let problem =
        hasMadeChange
        ? ErrorPresenter.problem(afterChange: error, git: git) : ErrorPresenter.problem(for: error, git: git)
      if keepsResults {
        // Only the error of the command is reported.
        do throws(Errno) { try flush() } catch {}
      }
      reporter.warnOfInvalidFiles(except: problem.reports)
      reporter.report(problem)
      return problem.status
    }
  }

  private func explaining(_ error: MixtapeError) -> MixtapeError {
    store.map { $0.explaining(error).withLikelyItem(in: $0) } ?? error
  }

  /// The words that start git in the store, for hints.
  var git: String { store.map { ErrorPresenter.git(in: $0, from: context.directory) } ?? ErrorPresenter.plainGit }

  /// Writes the results, through a pager if they are long and go to a terminal.
  private func writeResults() throws {
    guard !output.isEmpty else { return }
    if !options.noPager, let pager = context.pager(for: output), try pager.show(output) { return }
    do throws(Errno) {
      try context.standardOutput.write(output)
    } catch {
      // After `brokenPipe`, the reader has closed the pipe.
      guard error == .brokenPipe else { throw OutputFailure(cause: error) }
    }
  }
}

extension Session {
  /// Reads a file by its path from the working directory; `-` is standard input.
  ///
  /// - Throws: a ``Problem`` if the file cannot be read or has more than 256 MiB.
  func read(_ path: String) throws -> [UInt8] {
    guard path != "-" else { return try context.readStandardInput() }
    let place = try context.absolute(path)
    return try ErrorPresenter.naming(path) { () throws(Errno) in
      try withErrno {
        let file = try FileDescriptor.open(place, .readOnly)
        return try file.closeAfter { try file.readRest(atMost: CommandContext.maximumFileSize) }
      }
    }
  }

  func write(_ text: String, to path: String) throws {
    let place = try context.absolute(path)
    try ErrorPresenter.naming(path) { () throws(Errno) in
      try withErrno {
        let file = try FileDescriptor.open(
          place, .writeOnly, options: [.create, .truncate],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
      }
    }
  }
}

extension CommandContext {
  /// The maximum size in bytes of a file that is given as an argument. A device such as `/dev/full` has no end.
  static let maximumFileSize = 256 << 20

  /// Reads the rest of standard input, without changing its bytes.
  ///
  /// - Throws: a ``Problem`` if it has more than ``maximumFileSize`` bytes; the system's error.
  func readStandardInput() throws -> [UInt8] {
    do throws(Errno) {
      return try standardInput.readAll(atMost: Self.maximumFileSize)
    } catch {
      guard error == .fileTooLarge else { throw error }
      throw Problem(
        .invalid, code: "input-output", "standard input: \(ErrorPresenter.tooLarge(limit: Self.maximumFileSize))")
    }
  }
}

extension CommandContext {
  /// Starts git to pack the repository of a store, if git is installed, and does not wait for it. Does not report a failure, because
  /// the command has succeeded; `doctor` reports a repository that needs packing.
  ///
  /// `git gc --auto` decides whether to pack, by the user's settings, and runs in the background.
  /// `--no-prune` keeps unreferenced objects, because a concurrent change may need them.
  fileprivate func startPacking(_ store: FilePath) {
    guard let git = InstalledProgram.path(of: "git", in: environment) else { return }
    do throws(Errno) {
      try ChildProcess.startDetached(
        git.string, UnattendedGit.arguments(["gc", "--auto", "--quiet", "--no-prune"], in: store),
        environment: UnattendedGit.environment(environment))
    } catch {}
  }
}
