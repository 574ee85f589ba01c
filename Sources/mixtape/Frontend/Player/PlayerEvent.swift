import MixtapeModel
import MixtapePlayer
import StoreBrowser

/// An event of a player without a screen, as lines and as members of a JSON object.
struct PlayerEvent {
  let lines: [StyledText]
  let json: [(String, JSONNode)]
  /// Whether an action was refused.
  let isRefusal: Bool

  private static let refusal = "refused"

  private init(_ name: String, _ lines: [StyledText], _ members: [(String, JSONNode)] = []) {
    self.lines = lines
    isRefusal = name == Self.refusal
    json = [("event", .string(name))] + members
  }

  /// Returns the first event, with the playlist and the service.
  static func started(_ player: PlayerSnapshot) -> PlayerEvent {
    let order = player.shuffle == .off ? "in order" : "shuffled by `\(player.shuffle.rawValue)`"
    let service: PlayerServiceName = player.isSimulated ? .simulator : .mpv
    let sound = player.isSimulated ? "; simulated, without sound" : ""
    return PlayerEvent(
      "started", ["\(player.title, .bold): \(counted(player.entries.count, "episode")), \(order)\(sound)"],
      playlist(of: player) + [("service", .string(service.rawValue))] + size(of: player))
  }

  static func state(_ state: PlaybackState, _ player: PlayerSnapshot) -> PlayerEvent {
    var line: StyledText = "\(state.name, style(of: state))"
    if let episode = state.currentEpisode { line += "  \(episode.line) (\(episode.id))" }
    var members = JSONOutput.playing(state.currentEpisode, on: player)
    if case .error(let failure) = state {
      let reason = ErrorPresenter.wording(of: failure.reason)
      line += ": \(reason)"
      members.append(("message", .string(reason)))
    }
    return PlayerEvent(state.name, [line], members)
  }

  /// Returns the answer to `status`: state, position, round and size.
  static func status(_ player: PlayerSnapshot) -> PlayerEvent {
    var line: StyledText = "\(player.state.name, style(of: player.state))"
    if let episode = player.shownEpisode {
      let duration = player.duration.map { " / \(playingTime($0 / .seconds(1)))" } ?? ""
      line += "  \(episode.line) (\(episode.id)) at \(player.position.playingTime)\(duration)"
    }
    if let chapter = player.chapter { line += ", chapter \(chapter.wording)" }
    line += ", round \(player.round), \(player.fill)\(player.settings.map { ", \($0)" }.joined())"
    let position = JSONNode.decimal(player.position.roundedSeconds)
    return PlayerEvent(
      "status", [line],
      [("state", .string(player.state.name))] + JSONOutput.playing(player.shownEpisode, on: player)
        + [
          ("position", position), ("chapter", player.chapter.map { .object(JSONOutput.chapter($0)) } ?? .null),
          ("round", .integer(player.round)), ("speed", .decimal(player.speed.rawValue)),
          ("volume", .integer(player.volume.rawValue)),
          ("sleep", player.timeUntilSleep.map { .decimal($0.roundedSeconds) } ?? .null),
        ] + playlist(of: player) + size(of: player))
  }

  /// Returns the answer to `search`: the episodes of the library.
  static func found(
    _ episodes: [Episode], _ player: PlayerSnapshot, artwork: [Episode.ID: String]
  ) -> PlayerEvent {
    let held = Set(player.entries.map(\.episode.id))
    let lines = episodes.map { episode in
      let mark: StyledText = held.contains(episode.id) ? "\("✓", .green)" : " "
      return "\(mark) \(episode.line) (\(episode.id))" as StyledText
    }
    let isCut = episodes.count >= PlayerPage.longestResult
    return PlayerEvent(
      "found", ["\(isCut ? "the first " : "")\(counted(episodes.count, "episode"))"] + lines,
      [
        (
          "episodes",
          .array(
            episodes.map { .object(JSONOutput.found($0, artwork[$0.id], isInQueue: held.contains($0.id))) })
        ),
        ("isCut", .bool(isCut)),
      ])
  }

  /// Returns the answer to `queue`: the rest of the round.
  static func queue(_ player: PlayerSnapshot) -> PlayerEvent {
    let coming = player.upNext.map { "  \($0.episode.line) (\($0.episode.id))" as StyledText }
    return PlayerEvent(
      "queue", ["\(counted(coming.count, "episode")) left in this round"] + coming,
      [("upNext", .strings(player.upNext.map(\.episode.id)))] + size(of: player))
  }

  /// Returns the event of a chapter that begins, or in which playing goes on.
  static func chapter(_ chapter: CurrentChapter, of episode: Episode) -> PlayerEvent {
    PlayerEvent(
      "chapter", ["chapter  \(chapter.wording)"],
      [("episode", .string(episode.id.rawValue))] + JSONOutput.chapter(chapter))
  }

  /// Returns the answer to `chapters`: the chapters of the current episode.
  static func chapters(_ player: PlayerSnapshot) -> PlayerEvent {
    let current = player.chapter
    let all = player.chapters.chapters
    let lines = all.enumerated().map { index, chapter in
      let mark = current?.number == index + 1 ? "▶" : " "
      return "\(mark) \(index + 1)  \(chapter.start.playingTime)  \(chapter.title)" as StyledText
    }
    return PlayerEvent(
      "chapters", ["\(counted(all.count, "chapter"))"] + lines,
      [
        ("episode", .optional(player.shownEpisode?.id.rawValue)),
        ("chapter", current.map { .integer($0.number) } ?? .null),
        ("chapters", .array(all.map { .object(JSONOutput.chapter($0)) })),
      ])
  }

  /// Returns the event of a queue that followed its playlist.
  static func changed(_ player: PlayerSnapshot) -> PlayerEvent {
    PlayerEvent(
      "changed", ["the queue follows the playlist: \(counted(player.entries.count, "episode"))"],
      [("upNext", .strings(player.upNext.map(\.episode.id)))] + size(of: player))
  }

  /// Returns the event of an action that did not change the state.
  static func done(_ text: String) -> PlayerEvent { PlayerEvent("done", ["\(text)"], [("message", .string(text))]) }

  static func refused(_ text: String) -> PlayerEvent {
    PlayerEvent(refusal, ["\("refused:", .boldYellow) \(text)"], [("message", .string(text))])
  }

  static func ended(recorded: PodcastPlan?) -> PlayerEvent {
    let text = RecordedPlays(recorded).text.map { "; recorded \($0)" } ?? ""
    return PlayerEvent(
      "ended", ["ended\(text)"],
      [("recorded", .strings(recorded?.playedEpisodes ?? [])), ("commit", .optional(recorded?.savedVersion))])
  }

  private static func playlist(of player: PlayerSnapshot) -> [(String, JSONNode)] {
    [("playlist", .optional(player.playlist)), ("playlistId", .optional(player.playlistID?.rawValue))]
  }

  private static func size(of player: PlayerSnapshot) -> [(String, JSONNode)] {
    [
      ("shuffle", .string(player.shuffle.rawValue)), ("count", .integer(player.entries.count)),
      ("capacity", .integer(ShufflePlayer.capacity)),
    ]
  }

  private static func style(of state: PlaybackState) -> StyledText.Style? {
    switch state {
    case .playing: .green
    case .error: .red
    case .empty, .stopped, .loading, .paused: .yellow
    }
  }
}

extension JSONOutput {
  fileprivate static func chapter(_ current: CurrentChapter) -> [(String, JSONNode)] {
    [("number", .integer(current.number)), ("count", .integer(current.count))] + chapter(current.chapter)
  }

  /// Returns the members for a chapter.
  fileprivate static func chapter(_ chapter: Chapter) -> [(String, JSONNode)] {
    [("title", .string(chapter.title)), ("start", .decimal(chapter.start.roundedSeconds))]
  }

  /// Returns the members for the current episode, if there is one. The duration is that of the sound, if it is known.
  static func playing(_ episode: Episode?, on player: PlayerSnapshot) -> [(String, JSONNode)] {
    guard let episode else { return [] }
    let isCurrent = episode.id == player.shownEpisode?.id
    let duration = isCurrent ? player.duration?.roundedSeconds : nil
    return playing(episode, isCurrent ? player.artwork : nil, duration: duration ?? episode.duration)
  }

  /// Returns the members for an episode of the library that a search of the player has found.
  static func found(_ episode: Episode, _ artwork: String?, isInQueue: Bool) -> [(String, JSONNode)] {
    playing(episode, artwork, duration: episode.duration) + [
      ("state", .string(episode.listeningState.name)), ("inQueue", .bool(isInQueue)),
    ]
  }

  private static func playing(
    _ episode: Episode, _ artwork: String?, duration: Double?
  ) -> [(String, JSONNode)] {
    [
      ("episode", .string(episode.id.rawValue)), ("title", .string(episode.title)),
      ("artist", .optional(episode.artist)), ("album", .string(episode.collection)),
      ("artwork", .optional(artwork ?? episode.artwork)),
      ("duration", duration.map(JSONNode.decimal) ?? .null),
    ]
  }
}

/// The numbers of plays and positions that sessions of listening have recorded in the library.
struct RecordedPlays {
  private var played = 0
  private var positions = 0

  /// Makes the numbers of a session.
  init(_ plan: PodcastPlan? = nil) { add(plan) }

  /// Adds those of another session.
  mutating func add(_ plan: PodcastPlan?) {
    guard let plan else { return }
    let count = plan.playedEpisodes.count
    played += count
    positions += plan.episodes.count - count
  }

  /// The numbers as an object of "recorded": `1 episode as played and the position of 1 episode`; `nil` if nothing was recorded.
  var text: String? {
    let plays = played == 0 ? nil : "\(counted(played, "episode")) as played"
    let rest = positions == 0 ? nil : "the position\(positions == 1 ? "" : "s") of \(counted(positions, "episode"))"
    let parts = [plays, rest].compactMap(\.self)
    return parts.isEmpty ? nil : listed(parts)
  }
}

extension Duration {
  /// The number of seconds, rounded to milliseconds, for JSON. The division of durations is not exact: 2541 s divided by
  /// 1 s is 2540.9999999999995.
  var roundedSeconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1_000 + (Double(attoseconds) / 1e15).rounded()) / 1_000
  }
}
