import Dispatch
import MixtapeModel
import MixtapeStore
import StoreBrowser
import Synchronization
import SystemPackage

/// The work beside the browser: commands, which run as in a shell, on a thread of their own.
final class BrowserJobs: Sendable {
  private let store: FilePath
  private let context: CommandContext
  private let mailbox: Mailbox<BrowserMessage>
  private let queue = DispatchQueue(label: "mixtape.browser.job")
  private let gate = ChangeGate()
  /// The last progress, and whether the loop was told of it. A command can make progress faster than a screen shows it.
  private let progress = Mutex<(text: String, isTold: Bool)>(("", false))

  init(of store: Store, _ mailbox: Mailbox<BrowserMessage>, _ context: CommandContext) {
    self.store = store.directory
    self.context = context
    self.mailbox = mailbox
  }

  /// Starts a command. Its progress and its result come as messages.
  func start(_ job: BrowserJob) {
    queue.async { [self] in mailbox.put(.ended(run(job))) }
  }

  /// Returns the last progress.
  func takeProgress() -> String {
    progress.withLock { progress in
      progress.isTold = false
      return progress.text
    }
  }

  /// Prevents further changes, and waits for one that has begun. The rest of the work ends with the process.
  func stop() { gate.close() }

  /// Runs a command, and returns its result.
  func run(_ job: BrowserJob) -> JobResult {
    let (output, errors, summary) = (CollectedOutput(), CollectedOutput(), CollectedOutput())
    let status = Mixtape.run(
      job.arguments + ["--store", store.string],
      in: CommandContext(
        directory: context.directory, environment: context.environment, now: context.now, utcOffset: context.utcOffset,
        standardInput: NoInput(), standardOutput: output, standardError: errors,
        interruptions: gate.guarding(context.interruptions), opened: OpenedStores(),
        listener: CommandListener(progress: note) { summary.add($0.rendered(colored: false)) }))
    let isDone = status == .done || status == .nothingToDo
    let (results, remarks) = (output.lines, errors.lines)
    let failure = remarks.first { $0.hasPrefix("error: ") }.map { String($0.dropFirst("error: ".count)) }
    let sentence = failure ?? summary.lines.first ?? results.first ?? remarks.first ?? "Done"
    return JobResult(
      Browser.Message(
        sentence, command: status == .done ? BrowserWriter.line(job.command) : nil, isRefusal: !isDone),
      lines: (remarks + results).map { StyledText($0) })
  }

  private func note(_ text: String) {
    let tells = progress.withLock { progress in
      defer { progress = (text, true) }
      return !progress.isTold
    }
    if tells { mailbox.put(.progress) }
  }
}

/// A gate that changes of the store pass, so that the process does not end in the middle of one. One thread changes the store.
private final class ChangeGate: Sendable {
  private let state = Mutex<(holds: Int, isClosed: Bool)>((0, false))
  private let isIdle = DispatchSemaphore(value: 0)

  /// Returns interruptions that also respect the gate.
  func guarding(_ outer: Interruptions) -> Interruptions {
    Interruptions(
      hold: { [self] in
        enter()
        outer.hold()
      },
      release: { [self] in
        outer.release()
        leave()
      },
      isRequested: { [self] in outer.areRequested || state.withLock(\.isClosed) })
  }

  /// Lets a change begin. One that begins after the gate has closed is told so before it writes, and releases the lock of the store.
  private func enter() { state.withLock { $0.holds += 1 } }

  private func leave() {
    let isLast = state.withLock { state in
      state.holds -= 1
      return state.isClosed && state.holds == 0
    }
    // Without a waiter, the signal has no effect.
    if isLast { isIdle.signal() }
  }

  /// Closes the gate, and waits for a change that has begun.
  func close() {
    let waits = state.withLock { state in
      state.isClosed = true
      return state.holds > 0
    }
    if waits { isIdle.wait() }
  }
}

/// An output that is kept until the command ends.
private final class CollectedOutput: TextOutput {
  private let text = Mutex("")
  let isTerminal = false
  let columns: Int? = nil
  let rows: Int? = nil

  func write(_ text: String) throws(Errno) { add(text) }

  func add(_ text: String) { self.text.withLock { $0 += text } }

  var lines: [String] {
    text.withLock { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }.dropEmptyEnd
  }
}

extension [String] {
  /// The lines without the empty ones at the end.
  fileprivate var dropEmptyEnd: [String] { Array(prefix((lastIndex { !$0.isEmpty } ?? -1) + 1)) }
}

/// An input without content.
private struct NoInput: TextInput {
  var isTerminal: Bool { false }

  func readLine() throws(Errno) -> String? { nil }

  func readAll(atMost limit: Int) throws(Errno) -> [UInt8] { [] }
}
