internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// The state machine between a music service and mpv. Calls and messages go in; commands for mpv and reports come out.
///
/// It has no process and no clock: the driver passes the time. mpv never has more than one file, so every event is about
/// the first entry of the queue, or is out of date.
struct MPVPlayback {
  /// The commands for mpv, in order, with the numbers of their requests.
  private(set) var outbox: [(request: Int, command: MPVCommand)] = []
  /// The reports for the player, in order.
  private(set) var reports: [MusicServiceReport] = []

  var queue: [QueueEntry] = []
  /// The first entry, from its `load` command on.
  var current: MPVCurrentEntry?
  /// The position at which the first entry starts when it is loaded.
  var startPosition = Duration.zero
  /// Whether mpv is paused, by the last command or by another client of mpv.
  var isPaused = false
  /// Whether mpv has an open audio output.
  var hasOutput = false
  /// Whether mpv was started and has not exited.
  var isConnected = false
  var speed = PlaybackSpeed.normal
  var volume = Volume.full
  /// The chapters of the file that mpv has open. mpv reports only changes, and does not name the
  /// file.
  var fileChapters = ChapterList.none
  /// The speed for each mpv that is started; `nil` for that of mpv's options.
  var requestedSpeed: PlaybackSpeed?
  /// The volume for each mpv that is started; `nil` for that of mpv's options.
  var requestedVolume: Volume?
  /// The requests without a reply, the oldest first.
  var unanswered: [Request] = []

  /// Whether mpv has replied since it was started.
  var hasAnswered = false

  let timeouts: Timeouts
  /// Returns the path of the file of an episode on this machine, which is played instead of its address, or refuses the address.
  private let localFile: @Sendable (Episode) throws(MusicServiceError) -> String?
  private var lastRequest = 0

  /// Time limits.
  struct Timeouts {
    /// The time for the reply to a request.
    var answer = Duration.seconds(15)
    /// The time until a file is loaded.
    var loading = Duration.seconds(90)
    /// The time for a log message that gives the reason why a file has ended.
    var reason = Duration.milliseconds(250)
  }

  /// A command that was sent.
  struct Request {
    let id: Int
    let command: MPVCommand
    let deadline: Duration
  }

  init(
    _ timeouts: Timeouts = Timeouts(),
    localFile: @escaping @Sendable (Episode) throws(MusicServiceError) -> String? = { _ in nil }
  ) {
    self.timeouts = timeouts
    self.localFile = localFile
  }

  /// Removes and returns the commands for mpv.
  mutating func takeOutbox() -> [(request: Int, command: MPVCommand)] {
    defer { outbox = [] }
    return outbox
  }

  /// Removes and returns the reports.
  mutating func takeReports() -> [MusicServiceReport] {
    defer { reports = [] }
    return reports
  }

  /// The time of the next deadline; `nil` without a deadline.
  var deadline: Duration? { [unanswered.first?.deadline, current?.deadline].compactMap(\.self).min() }

  /// The position in the first entry.
  var position: Duration { current?.position ?? startPosition }

  /// The length of the first entry, once mpv knows it.
  var duration: Duration? { current?.duration }

  /// The chapters of the first entry, once mpv has loaded it.
  var chapters: ChapterList { current.map { $0.phase >= .loaded } ?? false ? fileChapters : .none }

  mutating func send(_ command: MPVCommand, at now: Duration) {
    lastRequest += 1
    outbox.append((lastRequest, command))
    unanswered.append(Request(id: lastRequest, command: command, deadline: now + timeouts.answer))
  }

  /// Loads the first entry.
  mutating func load(_ entry: QueueEntry, at now: Duration) throws(MusicServiceError) {
    let location = try location(of: entry.episode)
    if isPaused { setPause(false, at: now) }
    send(.load(location, start: startPosition), at: now)
    current = MPVCurrentEntry(
      entry: entry.id, request: lastRequest, position: startPosition, deadline: now + timeouts.loading)
    startPosition = .zero
  }

  mutating func setPause(_ isPaused: Bool, at now: Duration) {
    self.isPaused = isPaused
    send(.setPause(isPaused), at: now)
  }

  mutating func report(_ report: MusicServiceReport) { reports.append(report) }

  /// Returns whether a command of a kind has no reply yet, so that events about it are out of date.
  func awaitsAnswer(to isOfKind: (MPVCommand) -> Bool) -> Bool { unanswered.contains { isOfKind($0.command) } }

  private func location(of episode: Episode) throws(MusicServiceError) -> String {
    if let path = try localFile(episode) { return path }
    guard let text = episode.url else { throw .notPlayable("the library has no `url` for it") }
    let address: SoundAddress
    do throws(SoundAddress.Refusal) {
      address = try SoundAddress(text)
    } catch {
      throw .notPlayable("the player does not open its address: \(error)")
    }
    try address.checkFile()
    return address.location
  }
}

/// The state of the entry that mpv was told to load last.
struct MPVCurrentEntry {
  let entry: QueueEntry.ID
  /// The number of the `load` request.
  let request: Int
  /// The number that mpv gives to the file.
  var file: Int?
  var phase = Phase.requested
  var isStarted = false
  /// Whether it starts at a later position than 0. Then it was heard before, so it has sound.
  let startsLater: Bool
  var position: Duration
  var duration: Duration?
  /// The position to seek to once the file is loaded.
  var pendingSeek: Duration?
  var logMessage: MPVLogMessage?
  /// The end of the file, while its reason is awaited.
  var end: MPVMessage.FileEnd?
  /// The time by which the file must be loaded, or the reason of its end known.
  var deadline: Duration?

  enum Phase: Comparable { case requested, opening, loaded, running, over }

  init(entry: QueueEntry.ID, request: Int, position: Duration, deadline: Duration) {
    self.entry = entry
    self.request = request
    self.position = position
    startsLater = position > .zero
    self.deadline = deadline
  }
}

// The calls of a music service; see `MusicService`.

extension MPVPlayback {
  mutating func setQueue(_ queue: [QueueEntry], at now: Duration) {
    let keepsCurrent = queue.first != nil && queue.first?.id == self.queue.first?.id
    self.queue = queue
    if !keepsCurrent { unload(at: now) }
  }

  mutating func play(at now: Duration) throws(MusicServiceError) {
    guard let entry = queue.first else { return }
    guard let current else { return try load(entry, at: now) }
    guard current.phase != .over else { return }
    if isPaused { setPause(false, at: now) }
    reportStart()
  }

  mutating func pause(at now: Duration) {
    guard let current, current.phase != .over, !isPaused else { return }
    setPause(true, at: now)
  }

  mutating func skip(at now: Duration) throws(MusicServiceError) {
    queue = Array(queue.dropFirst())
    startPosition = .zero
    guard let entry = queue.first else { return unload(at: now) }
    do throws(MusicServiceError) {
      // Loading replaces the current file.
      try load(entry, at: now)
    } catch {
      unload(at: now)
      throw error
    }
  }

  mutating func seek(to position: Duration, at now: Duration) {
    let position = max(.zero, position)
    switch current?.phase {
    case nil: startPosition = position
    case .requested, .opening: current?.pendingSeek = position
    case .loaded, .running: send(.seek(position), at: now)
    case .over: return
    }
    current?.position = position
  }

  mutating func setSpeed(_ speed: PlaybackSpeed, at now: Duration) {
    (self.speed, requestedSpeed) = (speed, speed)
    if isConnected { send(.setSpeed(speed), at: now) }
  }

  mutating func setVolume(_ volume: Volume, at now: Duration) {
    (self.volume, requestedVolume) = (volume, volume)
    if isConnected { send(.setVolume(volume), at: now) }
  }

  mutating func stop(at now: Duration) { setQueue([], at: now) }

  /// Stops mpv, if it plays, and forgets the current entry.
  private mutating func unload(at now: Duration) {
    if let current, current.phase != .over { send(.stop, at: now) }
    current = nil
    startPosition = .zero
  }
}

extension SoundAddress {
  /// Checks that the file of an address is there, and is a regular file: a pipe or a device would block without end.
  func checkFile() throws(MusicServiceError) {
    guard isFile else { return }
    let kind: FileKind
    do throws(Errno) {
      kind = try FileKind(following: FilePath(location))
    } catch .noSuchFileOrDirectory, .notDirectory {
      throw .missingFile(path: location)
    } catch {
      throw .notPlayable("\(location) cannot be read: \(error)")
    }
    guard kind == .regular else { throw .notPlayable("\(location) is not a file") }
  }
}
