internal import MixtapeModel

/// What goes on between a player and mpv, as a value: calls and messages go in, and what mpv is to be told and what is
/// reported comes out. It knows of no process and of no clock; who drives it says what time it is.
///
/// mpv is never given more than the one file that is to play. So whatever happens in mpv is about the first entry of the
/// queue, or about something that is not of interest any more.
struct MPVPlayback {
  /// What mpv is to be told, in order, with the numbers of the requests.
  private(set) var outbox: [(request: Int, command: MPVCommand)] = []
  /// What is to be reported, in order.
  private(set) var reports: [MusicServiceReport] = []

  var queue: [QueueEntry] = []
  /// The first entry since mpv was told to load it.
  var turn: MPVTurn?
  /// Where the first entry starts when it is loaded.
  var startPosition = Duration.zero
  /// What mpv was told last about pausing, or what somebody else made of it.
  var isPaused = false
  /// Whether there is something that makes mpv's sound heard.
  var hasOutput = false
  /// What mpv has not answered yet, the oldest first.
  var unanswered: [Request] = []

  /// Whether mpv has answered anything since it was started.
  var hasAnswered = false

  let patience: Patience
  private var lastRequest = 0

  /// How long things may take.
  struct Patience {
    /// Until mpv answers a request.
    var answer = Duration.seconds(15)
    /// Until the sound of an episode begins to come.
    var loading = Duration.seconds(90)
    /// Until mpv says in words why a file has ended, if it does.
    var words = Duration.milliseconds(250)
  }

  /// Something that mpv was told.
  struct Request {
    let id: Int
    let command: MPVCommand
    let deadline: Duration
  }

  init(_ patience: Patience = Patience()) { self.patience = patience }

  /// Hands out what mpv is to be told.
  mutating func takeOutbox() -> [(request: Int, command: MPVCommand)] {
    defer { outbox = [] }
    return outbox
  }

  /// Hands out what is to be reported.
  mutating func takeReports() -> [MusicServiceReport] {
    defer { reports = [] }
    return reports
  }

  /// When it is to be asked whether mpv is silent or a file does not come; `nil` while nothing is waited for.
  var deadline: Duration? { [unanswered.first?.deadline, turn?.deadline].compactMap(\.self).min() }

  /// How far the first entry is played.
  var position: Duration { turn?.position ?? startPosition }

  /// How long the first entry is, once mpv knows.
  var duration: Duration? { turn?.duration }

  /// Has mpv do something.
  mutating func tell(_ command: MPVCommand, at now: Duration) {
    lastRequest += 1
    outbox.append((lastRequest, command))
    unanswered.append(Request(id: lastRequest, command: command, deadline: now + patience.answer))
  }

  /// Has mpv load the first entry.
  mutating func load(_ entry: QueueEntry, at now: Duration) throws(MusicServiceError) {
    let location = try Self.location(of: entry.episode)
    if isPaused { setPause(false, at: now) }
    tell(.load(location, start: startPosition), at: now)
    turn = MPVTurn(
      entry: entry.id, request: lastRequest, position: startPosition, deadline: now + patience.loading)
    startPosition = .zero
  }

  mutating func setPause(_ isPaused: Bool, at now: Duration) {
    self.isPaused = isPaused
    tell(.setPause(isPaused), at: now)
  }

  mutating func report(_ report: MusicServiceReport) { reports.append(report) }

  /// Whether mpv has yet to answer a request of a kind, so that what it says about that is out of date.
  func awaitsAnswer(to isOfKind: (MPVCommand) -> Bool) -> Bool { unanswered.contains { isOfKind($0.command) } }

  private static func location(of episode: Episode) throws(MusicServiceError) -> String {
    guard let text = episode.url else { throw .notPlayable("the library has no address of its sound") }
    do throws(SoundAddress.Refusal) {
      let address = try SoundAddress(text)
      try address.checkFile()
      return address.location
    } catch {
      throw .notPlayable(error.description)
    }
  }
}

/// An entry from when mpv was told to load it.
struct MPVTurn {
  let entry: QueueEntry.ID
  /// The request that loads it.
  let request: Int
  /// What mpv calls its file.
  var file: Int?
  var phase = Phase.requested
  /// Whether its start was reported.
  var isStarted = false
  var position: Duration
  var duration: Duration?
  /// Where to go when it is loaded.
  var pendingSeek: Duration?
  /// The last that was heard of why it does not come.
  var complaint: MPVComplaint?
  /// How it ended, while it is waited for why.
  var end: MPVMessage.FileEnd?
  /// When it has to be loaded, or is not waited for any more.
  var deadline: Duration?

  enum Phase: Comparable { case requested, opening, loaded, running, over }

  init(entry: QueueEntry.ID, request: Int, position: Duration, deadline: Duration) {
    self.entry = entry
    self.request = request
    self.position = position
    self.deadline = deadline
  }
}
