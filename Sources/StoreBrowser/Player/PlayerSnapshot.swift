package import MixtapeModel
package import MixtapePlayer

/// The state of a player that the screen shows.
package struct PlayerSnapshot: Equatable, Sendable {
  /// The name of the playlist; `nil` for the standalone player.
  package var playlist: String?
  /// The id of the playlist; `nil` for the queue without a playlist.
  package var playlistID: Playlist.ID?
  package var state = PlaybackState.empty
  /// The entry that plays or was played last, also while the player is stopped.
  package var current: PlayerEntry?
  package var position = Duration.zero
  /// The length of the current episode, if it is known.
  package var duration: Duration?
  /// The address of the cover of the current episode.
  package var artwork: String?
  /// The chapters of the current episode.
  package var chapters = ChapterList.none
  /// The rest of the round, the next entry first.
  package var upNext: [PlayerEntry] = []
  /// The recently played entries, the latest first.
  package var heardBefore: [PlayerEntry] = []
  /// The entries that were played to their end, and not skipped.
  package var finished: Set<PlayerEntry.ID> = []
  /// All entries of the queue.
  package var entries: [PlayerEntry] = []
  package var round = 0
  package var shuffle = ShuffleAlgorithm.default
  package var speed = PlaybackSpeed.normal
  package var volume = Volume.full
  /// The time until the sleep timer ends playing; `nil` without a timer.
  package var timeUntilSleep: Duration?
  /// Whether the service is a simulation without sound.
  package var isSimulated = false
  /// The reason of a failure, in words; `nil` in other states.
  package var failure: String?
}

extension PlayerSnapshot {
  /// Makes the state of a player without episodes.
  package init(playing playlist: String?) { self.init(playlist: playlist) }

  /// The name of the playlist, or of the program.
  package var title: String { playlist ?? "Mixtape" }

  /// The current episode, also while the player is stopped.
  package var shownEpisode: Episode? { state.currentEpisode ?? (state == .stopped ? current?.episode : nil) }

  /// The chapter at the position.
  package var chapter: CurrentChapter? {
    shownEpisode == nil ? nil : CurrentChapter(of: chapters, at: position, speed: speed)
  }

  /// The settings that differ from those at the start, in words.
  package var settings: [String] {
    var words: [String] = []
    if speed != .normal { words.append("speed \(speed.wording)") }
    if volume != .full { words.append("volume \(volume.wording)") }
    if let timeUntilSleep { words.append("stops in \(timeUntilSleep.playingTime)") }
    return words
  }

  /// The position, and the length if it is known: `12:04 / 30:34`.
  var times: String {
    // Rounded down, so that the position reaches the length only at the end.
    let elapsed = playingTime((position / .seconds(1)).rounded(.down))
    guard let duration, duration > .zero else { return elapsed }
    return "\(elapsed) / \(playingTime(duration / .seconds(1)))"
  }

  /// The number of entries: `47 in the queue`, or `120/120` if the queue is full. A number beside another one would be read as a place
  /// in the queue.
  package var fill: String {
    isFull ? "\(entries.count)/\(ShufflePlayer.capacity)" : "\(entries.count) in the queue"
  }

  package var isFull: Bool { entries.count >= ShufflePlayer.capacity }

  /// A row of the queue.
  package struct QueueRow: Equatable {
    package let entry: PlayerEntry
    package let turn: Turn

    package var episode: Episode { entry.episode }

    package enum Turn: Equatable {
      /// The current entry.
      case current
      /// An entry to come, counted from 1.
      case coming(Int)
      /// An entry that has played in this round, or that does not play in it.
      case past
    }
  }

  /// The queue: the current entry, the coming ones, and then the others.
  package var queue: [QueueRow] {
    let current = shownEpisode == nil ? nil : current
    var listed = Set(upNext.map(\.id))
    let first = current.map { [QueueRow(entry: $0, turn: .current)] } ?? []
    let coming = upNext.enumerated().map { QueueRow(entry: $1, turn: .coming($0 + 1)) }
    if let current { listed.insert(current.id) }
    let rest = entries.filter { !listed.contains($0.id) }
    return first + coming + rest.map { QueueRow(entry: $0, turn: .past) }
  }
}

extension PlaybackSpeed {
  /// The factor as it is shown: `1.5×`.
  package var wording: String {
    let hundredths = Int((rawValue * 100).rounded())
    let fraction = hundredths % 100 == 0 ? "" : ".\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return "\(hundredths / 100)\(fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction)×"
  }
}

extension Volume {
  /// The percentage as it is shown: `80%`.
  package var wording: String { "\(rawValue)%" }
}

/// The chapter at the position of a player.
package struct CurrentChapter: Equatable, Sendable {
  package let chapter: Chapter
  /// The number of the chapter, counted from 1.
  package let number: Int
  /// The number of all chapters of the episode.
  package let count: Int

  /// Finds the chapter at a position; `nil` without chapters, and before the first one.
  package init?(of chapters: ChapterList, at position: Duration, speed: PlaybackSpeed) {
    guard let index = chapters.index(at: position, speed: speed) else { return nil }
    chapter = chapters.chapters[index]
    number = index + 1
    count = chapters.chapters.count
  }

  /// The number of the chapter and of all chapters: `2/5`.
  package var place: String { "\(number)/\(count)" }

  /// The place, and the title if there is one.
  package var wording: String { chapter.title.isEmpty ? place : "\(place) \(chapter.title)" }
}

/// A step to another chapter.
package enum ChapterStep: Hashable, Sendable {
  case next
  /// The start of the chapter, or of the one before it.
  case previous
  /// The chapter with a number, counted from 1.
  case number(Int)
}
