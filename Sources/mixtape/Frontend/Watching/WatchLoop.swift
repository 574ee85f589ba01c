import GitHistory
import MixtapeModel
import MixtapeStore
import TerminalUI

/// The loop of `watch`: prints the events of a store and commits hand edits, until the watch ends.
struct WatchLoop {
  /// A message to the loop.
  enum Message: Sendable {
    case event(StoreEvent)
    /// The user ends the watch.
    case interrupted
    /// The end of the messages.
    case finished

    /// Whether the user ends the watch.
    var isInterruption: Bool { if case .interrupted = self { true } else { false } }
  }

  /// Commits hand edits.
  typealias Capture = () throws(MixtapeError) -> [CapturedEdit]

  /// Work that is repeated at intervals, such as updates of feeds.
  struct Repeated {
    /// The name of the event that reports it.
    let event: String
    /// The message about a failure, up to its reason.
    let failure: String
    /// The time between the end of the work and the next start.
    let interval: Duration
    /// Does the work, and returns lines and an object about it; `nil` if there is nothing to report.
    let work: () throws -> (lines: [StyledText], json: [(String, JSONValue)])?
  }

  private let session: Session
  private let capture: Capture?
  private let export: (() throws(MixtapeError) -> Void)?
  private let elapsed: () -> Duration
  private let stop: () -> Void
  private var schedule = CaptureSchedule()
  /// The work that is repeated, each with the time of its next start, and the warning about its last failure if it failed.
  private var repeated: [(work: Repeated, next: Duration, warning: String?)]
  /// Whether time has changed the episodes of playlists since the last export.
  private var isExportDue = false
  /// Whether the output is still read.
  private var isRead = true

  /// Makes a loop. Repeated work is due at once.
  ///
  /// - Parameters:
  ///   - capture: Commits hand edits; `nil` for never.
  ///   - export: Exports the playlists again; `nil` for never.
  ///   - repeated: Work that is done at once, and then at intervals while nothing waits for a commit.
  ///   - elapsed: The time since a fixed moment.
  ///   - stop: Ends the watch. The remaining events come before ``Message/finished``.
  init(
    _ session: Session, capture: Capture?, export: (() throws(MixtapeError) -> Void)? = nil,
    repeating repeated: [Repeated] = [],
    elapsed: @escaping () -> Duration, stop: @escaping () -> Void
  ) {
    self.session = session
    self.repeated = repeated.map { ($0, elapsed(), nil) }
    self.capture = capture
    self.export = export
    self.elapsed = elapsed
    self.stop = stop
  }

  /// Commits earlier hand edits, and prints the store, these commits, and the files with errors.
  mutating func begin(watching store: Store, invalid: [FileReport]) throws {
    // Captured before the first line is printed, so that the event of a later edit precedes its commit. Printed after the first
    // line, because programs wait for that line.
    let edits = try captureNow()
    try report(["watching \(store.directory, .bold); press Ctrl-C to stop"], JSONOutput.watchStarted(store))
    try report(edits)
    for file in invalid { try report(.invalid(file)) }
  }

  /// Runs until the watch ends.
  ///
  /// - Parameter receive: Returns the next message; `nil` if none comes in time.
  /// - Throws: The error that ended the watch.
  mutating func run(receive: (Duration?) -> Message?) throws {
    while true {
      let deadline = schedule.deadline ?? repeated.map(\.next).min()
      // Several playlists can change at once, so the export begins when no message waits.
      switch receive(isExportDue ? .zero : deadline.map { $0 - elapsed() }) {
      case nil:
        refreshDueExports()
        try runDueWork()
      case .event(.ended(let error)): throw error
      case .event(let event):
        if capture != nil, event.isEdit { schedule.noteChange(at: elapsed()) }
        try report(event)
        // A change of the store has already exported the playlists.
        if case .contents(let change) = event, change.isByTime { isExportDue = true }
      case .interrupted: stop()
      case .finished:
        if schedule.deadline != nil { try report(try captureNow()) }
        refreshDueExports()
        return
      }
    }
  }

  /// Exports the playlists again if time has changed their episodes.
  private mutating func refreshDueExports() {
    guard isExportDue else { return }
    isExportDue = false
    do throws(MixtapeError) {
      try export?()
    } catch {
      let problem = ErrorPresenter.problem(for: error)
      session.reporter.warn(
        code: problem.code, "the exported playlists are not up to date: \(problem.message)", hints: problem.hints)
    }
  }

  /// Does what is due: commits hand edits, or repeats work if there are none.
  private mutating func runDueWork() throws {
    if let deadline = schedule.deadline, deadline <= elapsed() { try report(try captureNow()) }
    guard schedule.deadline == nil else { return }
    for place in repeated.indices where repeated[place].next <= elapsed() {
      let warning = try perform(repeated[place].work)
      // A warning is printed once, until the work succeeds or fails for another reason.
      if let last = repeated[place].warning, last != warning { session.reporter.forget(last) }
      repeated[place].warning = warning
      repeated[place].next = elapsed() + repeated[place].work.interval
    }
  }

  /// Does work that is due, and prints its event or a warning.
  ///
  /// - Returns: The warning about a failure; `nil` after success.
  private mutating func perform(_ work: Repeated) throws -> String? {
    do {
      guard let (lines, json) = try work.work() else { return nil }
      try report(lines, [("event", .string(work.event))] + json)
      return nil
    } catch let error as OutputFailure {
      throw error
    } catch let error as MixtapeError where error.code == .stopped {
      // The user ends the watch.
      return nil
    } catch {
      let problem = ErrorPresenter.problem(for: error, git: session.git)
      let warning = "\(work.failure): \(problem.message)"
      session.reporter.warn(code: problem.code, warning, hints: problem.hints)
      return warning
    }
  }

  /// Prints an event at once.
  private mutating func report(_ event: StoreEvent) throws(OutputFailure) {
    try report(EventReport(event).lines, JSONOutput.event(event))
  }

  /// Prints commits.
  private mutating func report(_ edits: [CapturedEdit]) throws(OutputFailure) {
    for edit in edits {
      try report(["committed \(edit.commit.abbreviated, .yellow): \(edit.subject)"], JSONOutput.committed(edit))
    }
  }

  /// Commits hand edits. After a failure, prints a warning and schedules another attempt. If most files are gone, the watch ends.
  private mutating func captureNow() throws(MixtapeError) -> [CapturedEdit] {
    guard let capture else { return [] }
    do throws(MixtapeError) {
      let edits = try capture()
      schedule.noteSuccess()
      return edits
    } catch {
      if error.code == .filesVanished { throw error }
      let problem = ErrorPresenter.problem(for: error)
      session.reporter.warn(
        code: problem.code, "hand edits are not committed yet: \(problem.message)", hints: problem.hints)
      schedule.noteFailure(at: elapsed())
      return []
    }
  }

  private mutating func report(_ lines: [StyledText], _ json: [(String, JSONValue)]) throws(OutputFailure) {
    guard isRead, try !session.print(event: lines, json: json) else { return }
    // The edits so far are still committed.
    isRead = false
    stop()
  }
}

extension StoreEvent {
  /// Whether the event is an edit of a file, which can be committed.
  fileprivate var isEdit: Bool {
    switch self {
    case .playlist, .renamed, .podcast, .file, .invalid, .fixed, .ended: true
    case .contents, .contentsUnknown: false
    }
  }
}
