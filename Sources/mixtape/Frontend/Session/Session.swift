import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

/// One run of a command: collects its results and opens its store.
///
/// Results are written when the command has ended, all at once: whoever interrupts it gets nothing instead of a half.
final class Session {
  let context: CommandContext
  let options: CommonOptions
  /// Tells what is not a result.
  let reporter: Reporter

  /// The store that the command works on, once it is open.
  private var store: Store?
  private var output = ""
  /// Whether the command has changed the store already, whatever goes wrong from now on.
  private var hasMadeChange = false
  /// What is told when the results are out.
  private var remarks: [StyledText] = []
  private let isColored: Bool

  init(_ options: CommonOptions, _ context: CommandContext) {
    self.options = options
    self.context = context
    reporter = Reporter(options, context)
    isColored = options.usesColor(on: context.standardOutput, in: context)
  }

  /// Whether results are to be JSON.
  var wantsJSON: Bool { options.json }

  /// Whether results are made to be looked at, rather than to be read by a program.
  var isForPeople: Bool { isColored || context.standardOutput.isTerminal }

  /// How wide a line of the result may be: as wide as the terminal that it goes to, if it goes to one.
  var width: Int? { context.standardOutput.isTerminal ? context.standardOutput.columns : nil }

  /// Prints a line of the result.
  func print(_ line: StyledText = "") {
    output += line.rendered(colored: isColored)
    output += "\n"
  }

  /// Prints lines of the result.
  func print(_ lines: [StyledText]) { lines.forEach { print($0) } }

  /// Prints text that is not to be touched; it must not go to a terminal.
  func print(raw text: String) { output += text }

  /// Prints text that may have several lines.
  func print(lines text: String) {
    output += text.visibleLines
    if text.last?.isNewline != true { output += "\n" }
  }

  /// Prints the result as JSON.
  func print(_ value: JSONValue) {
    output += value.pretty
    output += "\n"
  }

  /// Prints a result as JSON on a line of its own.
  func print(line value: JSONValue) {
    output += value.compact
    output += "\n"
  }

  /// Writes the results so far, for a command that runs until it is told to end.
  func flush() throws(Errno) {
    defer { output = "" }
    try context.standardOutput.write(output)
  }

  /// Writes the results so far if they have become long and nobody looks at them page by page.
  ///
  /// - Returns: `false` if whoever reads has seen enough.
  func drain() throws(Errno) -> Bool {
    guard output.utf8.count >= Self.longOutput, !context.standardOutput.isTerminal else { return true }
    do throws(Errno) {
      try flush()
      return true
    } catch {
      guard error == .brokenPipe else { throw error }
      return false
    }
  }

  /// How many bytes of results are kept back, about, where they may be without end.
  private static let longOutput = 65_536

  /// Prints the one or the other, as was asked for.
  func print(json: @autoclosure () -> JSONValue, orText: () throws -> Void) rethrows {
    if wantsJSON { print(json()) } else { try orText() }
  }

  /// Tells people, and not programs, a line on standard error after the results.
  func remark(_ line: StyledText) { remarks.append(line) }

  /// Tells people, and not programs, what to do next, after the results.
  func hint(_ text: String) { remarks.append(Reporter.hint(text)) }

  /// Keeps in mind that the store is changed: what fails from now on is not the change.
  func noteChange() { hasMadeChange = true }

  /// Opens the store that was asked for.
  ///
  /// - Parameter isWorthTelling: Whether the user is to hear of a notice.
  func openStore(
    telling isWorthTelling: @escaping @Sendable (StoreNotice) -> Bool = { _ in true }
  ) throws(MixtapeError) -> Store {
    let directory = try StoreLocation.find(options.store, in: context)
    let store = try Store(at: directory, context: storeContext(telling: isWorthTelling))
    context.opened.keep(store)
    self.store = store
    return store
  }

  /// The surroundings of a store.
  func storeContext(
    telling isWorthTelling: @escaping @Sendable (StoreNotice) -> Bool = { _ in true }
  ) -> Store.Context {
    Store.Context(
      environment: context.environment, now: context.now,
      notify: { [reporter, context] notice in
        if case .packingDue(let store, _) = notice { Packing.start(in: store, context) }
        if isWorthTelling(notice) { reporter.report(notice) }
      },
      snapshots: SnapshotWriter.init(for:),
      utcOffset: context.utcOffset,
      interruptions: context.interruptions)
  }

  /// Does the work of the command, writes its results and then the remarks, and reports what goes wrong.
  func run(_ work: () throws -> ExitStatus) -> ExitStatus {
    do {
      let status = try work()
      try writeResults()
      reporter.warnOfInvalidFiles()
      reporter.say(remarks)
      return status
    } catch {
      let error = (error as? MixtapeError).map { store?.explaining($0) ?? $0 } ?? error
      let problem = hasMadeChange ? ErrorPresenter.problem(afterChange: error) : ErrorPresenter.problem(for: error)
      reporter.warnOfInvalidFiles(except: problem.reports)
      reporter.report(problem)
      return problem.status
    }
  }

  /// Writes the results, through a pager if they are long and a person reads them.
  private func writeResults() throws(Errno) {
    guard !output.isEmpty else { return }
    if !options.noPager, let pager = context.pager(for: output), try pager.show(output) { return }
    do {
      try context.standardOutput.write(output)
    } catch .brokenPipe {
      // Whoever reads has seen enough.
    }
  }
}
