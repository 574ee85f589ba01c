import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

/// Prints what happens in a store, and commits what is edited by hand, until nothing more is to come.
struct WatchLoop {
  /// What a watch waits for.
  enum Message: Sendable {
    /// Something happened in the store.
    case event(StoreEvent)
    /// Somebody wants the watch to end.
    case interrupted
    /// Nothing follows.
    case finished
  }

  /// Commits what was edited by hand.
  typealias Capture = () throws(MixtapeError) -> [CapturedEdit]

  private let session: Session
  private let capture: Capture?
  private let elapsed: () -> Duration
  private let stop: () -> Void
  private var schedule = CaptureSchedule()
  /// Whether somebody still reads the output.
  private var isRead = true

  /// - Parameters:
  ///   - capture: Commits what was edited by hand; `nil` if that is not wanted.
  ///   - elapsed: The time, counted from any beginning.
  ///   - stop: Asks the watch to end; what is still to be told comes before ``Message/finished``.
  init(_ session: Session, capture: Capture?, elapsed: @escaping () -> Duration, stop: @escaping () -> Void) {
    self.session = session
    self.capture = capture
    self.elapsed = elapsed
    self.stop = stop
  }

  /// Commits what was edited by hand before, and tells what is watched, what was committed, and what is wrong.
  mutating func begin(watching store: Store, invalid: [FileReport]) throws {
    // The capture comes before the first line, so that an edit that is made once the watch has said that it has begun is
    // told of before it is committed. The first line comes before the commits, as programs wait for it.
    let edits = captureNow()
    try tell(["watching \(store.directory, .bold); Ctrl-C ends it"], JSONOutput.watchStarted(store))
    try tell(edits)
    for report in invalid { try tell(.invalid(report)) }
  }

  /// Runs until the end.
  ///
  /// - Parameter receive: The next message; `nil` if none comes within a time.
  /// - Throws: the error that ended the watch.
  mutating func run(receive: (Duration?) -> Message?) throws {
    while true {
      switch receive(schedule.deadline.map { $0 - elapsed() }) {
      case nil: try tell(captureNow())
      case .event(.ended(let error)): throw error
      case .event(let event):
        if capture != nil, event.isEdit { schedule.noteChange(at: elapsed()) }
        try tell(event)
      case .interrupted: stop()
      case .finished:
        if schedule.deadline != nil { try tell(captureNow()) }
        return
      }
    }
  }

  /// Tells of an event at once.
  private mutating func tell(_ event: StoreEvent) throws(Errno) {
    try tell(EventReport(event).lines, JSONOutput.event(event))
  }

  /// Tells of commits.
  private mutating func tell(_ edits: [CapturedEdit]) throws(Errno) {
    for edit in edits {
      try tell(["committed \(edit.commit.abbreviated, .yellow): \(edit.subject)"], JSONOutput.committed(edit))
    }
  }

  /// Commits what was edited by hand. A failure is a warning, and the next attempt comes later.
  private mutating func captureNow() -> [CapturedEdit] {
    guard let capture else { return [] }
    do throws(MixtapeError) {
      let edits = try capture()
      schedule.noteSuccess()
      return edits
    } catch {
      let problem = ErrorPresenter.problem(for: error)
      session.reporter.warn(
        code: problem.code, "hand edits are not committed yet: \(problem.message)", hints: problem.hints)
      schedule.noteFailure(at: elapsed())
      return []
    }
  }

  private mutating func tell(_ lines: [StyledText], _ json: [(String, JSONValue)]) throws(Errno) {
    guard isRead else { return }
    let now = session.context.now()
    if session.wantsJSON {
      session.print(line: .object([("time", .string(Timestamp.utc(now)))] + json))
    } else {
      let time = Timestamp(now, utcOffset: session.context.utcOffset(now)).timeOfDay
      session.print(lines.prefix(1).map { "\(time, .faint)  \($0)" } + lines.dropFirst())
    }
    do throws(Errno) {
      try session.flush()
    } catch {
      // The reader of a pipe has seen enough, or a terminal is gone: what is pending is committed all the same.
      guard error == .brokenPipe || error == .ioError else { throw error }
      isRead = false
      stop()
    }
  }
}

extension StoreEvent {
  /// Whether a file was edited, so that there may be something to commit.
  fileprivate var isEdit: Bool {
    switch self {
    case .playlist, .file, .invalid, .mended, .ended: true
    case .contents, .contentsUnknown: false
    }
  }
}
