import MixtapeModel
import MixtapePlayer

/// The state of a player that the screen shows.
struct PlayerSnapshot: Equatable, Sendable {
  /// The name of the playlist; `nil` for the standalone player.
  var playlist: String?
  /// The id of the playlist; `nil` for the queue without a playlist.
  var playlistID: Playlist.ID?
  var state = PlaybackState.empty
  /// The entry that plays or was played last, also while the player is stopped.
  var current: PlayerEntry?
  var position = Duration.zero
  /// The length of the current episode, if it is known.
  var duration: Duration?
  /// The address of the cover of the current episode.
  var artwork: String?
  /// The chapters of the current episode.
  var chapters = ChapterList.none
  /// The rest of the round, the next entry first.
  var upNext: [PlayerEntry] = []
  /// The recently played entries, the latest first.
  var heardBefore: [PlayerEntry] = []
  /// The entries that were played to their end, and not skipped.
  var finished: Set<PlayerEntry.ID> = []
  /// All entries of the queue.
  var entries: [PlayerEntry] = []
  var round = 0
  var shuffle = ShuffleAlgorithm.default
  var speed = PlaybackSpeed.normal
  var volume = Volume.full
  /// The time until the sleep timer ends playing; `nil` without a timer.
  var timeUntilSleep: Duration?
  /// The service that plays.
  var service: PlayerServiceName
}

extension PlayerSnapshot {
  /// The name of the playlist, or of the program.
  var title: String { playlist ?? "Mixtape" }

  /// The current episode, also while the player is stopped.
  var shownEpisode: Episode? { state.currentEpisode ?? (state == .stopped ? current?.episode : nil) }

  /// The chapter at the position.
  var chapter: CurrentChapter? {
    shownEpisode == nil ? nil : CurrentChapter(of: chapters, at: position, speed: speed)
  }

  /// The settings that differ from those at the start, in words.
  var settings: [String] {
    var words: [String] = []
    if speed != .normal { words.append("speed \(speed.wording)") }
    if volume != .full { words.append("volume \(volume.wording)") }
    if let timeUntilSleep { words.append("stops in \(timeUntilSleep.playingTime)") }
    return words
  }

  /// The number of entries and the capacity: `47/120`.
  var fill: String { "\(entries.count)/\(ShufflePlayer.capacity)" }

  var isFull: Bool { entries.count >= ShufflePlayer.capacity }

  /// A row of the queue.
  struct QueueItem: Equatable {
    let entry: PlayerEntry
    let turn: Turn

    var episode: Episode { entry.episode }

    enum Turn: Equatable {
      /// The current entry.
      case current
      /// An entry to come, counted from 1.
      case coming(Int)
      /// An entry that has played in this round, or that does not play in it.
      case past
    }
  }

  /// The queue: the current entry, the coming ones, and then the others.
  var queue: [QueueItem] {
    let current = shownEpisode == nil ? nil : current
    var listed = Set(upNext.map(\.id))
    let first = current.map { [QueueItem(entry: $0, turn: .current)] } ?? []
    let coming = upNext.enumerated().map { QueueItem(entry: $1, turn: .coming($0 + 1)) }
    if let current { listed.insert(current.id) }
    let rest = entries.filter { !listed.contains($0.id) }
    return first + coming + rest.map { QueueItem(entry: $0, turn: .past) }
  }
}

extension PlaybackSpeed {
  /// The factor as it is shown: `1.5×`.
  var wording: String {
    let hundredths = Int((rawValue * 100).rounded())
    let fraction = hundredths % 100 == 0 ? "" : ".\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return "\(hundredths / 100)\(fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction)×"
  }
}

extension Volume {
  /// The percentage as it is shown: `80%`.
  var wording: String { "\(rawValue)%" }
}

extension PlaybackState {
  /// The name of the state on the screen and in events.
  var name: String {
    switch self {
    case .empty: "empty"
    case .stopped: "stopped"
    case .loading: "loading"
    case .playing: "playing"
    case .paused: "paused"
    case .error: "error"
    }
  }
}
