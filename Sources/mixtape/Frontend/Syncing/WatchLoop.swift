import GitHistory
import LosslessTOML
import MixtapeModel
import MixtapeStore
import StoreBrowser

/// The loop of `watch`: prints the events of a store and commits hand edits, until the watch ends.
struct WatchLoop {
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
    let work: () throws -> (lines: [StyledText], json: [(String, JSONNode)])?
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

  /// Makes a loop. Repeated work is due at once, and then at intervals while nothing waits for a commit. Without `capture` or
  /// `export`, nothing is committed or exported. After `stop`, the remaining events come before ``Message/finished``.
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

  /// Runs until the watch ends, with an error if it does not end by itself. `receive` returns `nil` if no message comes in time.
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
      session.reporter.warn(of: error, "the exported playlists are not up to date")
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

  /// Does work that is due, and prints its event or a warning, which it returns.
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
      let problem = ErrorPresenter.problem(for: error, git: session.git).with(consequence: work.failure)
      session.reporter.warn(problem)
      return problem.message
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
      session.reporter.warn(of: error, "hand edits are not committed yet")
      schedule.noteFailure(at: elapsed())
      return []
    }
  }

  private mutating func report(_ lines: [StyledText], _ json: [(String, JSONNode)]) throws(OutputFailure) {
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

/// A schedule that commits hand edits after a burst of saves (debounce).
///
/// All times count from a fixed moment.
struct CaptureSchedule {
  /// The time without changes before a commit.
  static let quietTime = Duration.seconds(2)
  /// The maximum length of a burst.
  static let longestBurst = Duration.seconds(20)
  /// The maximum time to wait after a failed commit.
  static let longestPause = Duration.seconds(60)

  /// The time of the next commit; `nil` if there is nothing to commit.
  private(set) var deadline: Duration?
  private var burstStart: Duration?
  private var pause = Self.quietTime

  /// Notes a change of files, which delays the next commit.
  mutating func noteChange(at now: Duration) {
    let start = burstStart ?? now
    burstStart = start
    deadline = min(now + Self.quietTime, start + Self.longestBurst)
  }

  /// Notes that everything is committed.
  mutating func noteSuccess() { self = CaptureSchedule() }

  /// Notes a failed commit. The time to the next attempt doubles.
  mutating func noteFailure(at now: Duration) {
    burstStart = nil
    deadline = now + pause
    pause = min(pause * 2, Self.longestPause)
  }
}

/// An event as lines of text.
struct EventReport {
  private(set) var lines: [StyledText]

  init(_ event: StoreEvent) {
    switch event {
    case .playlist(let change, _): lines = [Self.line(for: change)]
    case .renamed(let before, let after, _):
      let changes = Self.words(for: PlaylistDifference(from: before, to: after))
      lines = ["\(after.id, .bold): \(Self.words(forRenamingFrom: before.id.rawValue, changes))"]
    case .podcast(let podcast, let kind, let path):
      let changes = Self.words(for: podcast)
      let former = kind == .renamed ? podcast.before?.id.rawValue : nil
      let words = former.map { Self.words(forRenamingFrom: $0, changes) } ?? changes
      lines = ["\(podcast.after?.id.rawValue ?? path, .bold): \(words)"]
    case .file(let kind, let path): lines = ["\(path, .bold): \(kind.rawValue)"]
    case .contents(let change):
      let words = Self.words(for: ListDifference(from: change.before, to: change.after))
      lines = ["\(change.playlist, .bold): now has \(counted(change.after.count, "episode")): \(words)"]
    case .contentsUnknown(let id, let error):
      let problem = ErrorPresenter.problem(for: error)
      lines = ["\(id, .bold): \("its rules cannot be evaluated", .red): \(problem.message)"]
      lines += problem.hints.map { "  \(Reporter.hint($0))" }
    case .invalid(let report) where report.conflictCopy != nil:
      let fault = Reporter.InvalidFileNotice(report, usesCommittedVersion: false).fault
      lines = [
        "\(report.path, .bold) \(fault, .red); it is ignored", "  \(Reporter.hint("`mixtape check` shows what to do"))",
      ]
    case .invalid(let report):
      let errors = report.diagnostics.count { $0.severity == .error }
      lines = ["\(report.path, .bold): \(counted(errors, "error"), .red); this version is ignored until it is fixed"]
      lines += DiagnosticRenderer(for: report).lines.map { "  \($0)" }
    case .fixed(let path): lines = ["\(path, .bold): \("fixed", .green)"]
    case .ended: lines = []
    }
  }

  private static func line(for change: PlaylistChange) -> StyledText {
    switch change {
    case .created(let playlist):
      let size = counted(playlist.episodes.count, "episode")
      return "\(playlist.id, .bold): created, \"\(playlist.name)\", \(playlist.isSmart ? "\(size) and rules" : size)"
    case .deleted(let playlist): return "\(playlist.id, .bold): deleted"
    case .moved(let before, let after), .updated(let before, let after):
      return "\(after.id, .bold): \(words(for: PlaylistDifference(from: before, to: after)))"
    }
  }

  /// Returns the words for an item with another id, and for its other changes.
  private static func words(forRenamingFrom id: String, _ changes: String) -> String {
    changes == unspecified ? "renamed from \(id)" : "renamed from \(id), \(changes)"
  }

  private static func words(for difference: ListDifference<Episode.ID>) -> String {
    parts(of: difference).joined(separator: ", ")
  }

  private static func parts(of difference: ListDifference<Episode.ID>) -> [String] {
    let episodes = [
      (difference.added.count, "added"), (difference.removed.count, "removed"), (difference.moved.count, "moved"),
    ].filter { $0.0 > 0 }
    return episodes.prefix(1).map { "\(counted($0.0, "episode")) \($0.1)" }
      + episodes.dropFirst().map { "\($0.0) \($0.1)" }
  }

  /// Returns the changes of a playlist in words, such as `2 episodes added, limit changed`.
  static func words(for difference: PlaylistDifference) -> String {
    var parts = parts(of: difference.episodes)
    if let after = difference.after {
      for field in difference.fields {
        switch field {
        case .key(.name): parts.append("renamed to \"\(after.name)\"")
        case .folder: parts.append("moved to \(after.folder.wording)")
        default: parts.append("\(field.name) changed")
        }
      }
    }
    // The list can contain a repeated episode more or less often, without any other change.
    return parts.isEmpty ? unspecified : parts.joined(separator: ", ")
  }

  /// Returns the changes of a podcast in words, such as `2 episodes added, title changed`.
  static func words(for difference: PodcastDifference) -> String {
    let counts = [
      (difference.episodes.added.count, "added"), (difference.episodes.removed.count, "removed"),
      (difference.changedEpisodes.count, "changed"),
    ].filter { $0.0 > 0 }
    let episodes = counts.map { "\(counted($0.0, "episode")) \($0.1)" }
    let parts = episodes + difference.fields.map { "\($0.rawValue) changed" }
    return parts.isEmpty ? unspecified : parts.joined(separator: ", ")
  }

  /// The word for a change of text that is not part of the playlist or the podcast.
  static let unspecified = "changed"
}
