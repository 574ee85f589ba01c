internal import MixtapeModel
internal import MixtapeStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The saved state of a session: the player, and the plays that are not recorded yet.
struct SavedPlayerSession: Codable {
  /// The version of the format. Other versions are not read.
  private static let currentFormat = 1

  private let format: Int
  let player: ShufflePlayer.Saved
  /// The episodes that users put into the queue, and that are missing from the library.
  private let absent: [Episode.ID]?
  /// The episodes of the playlist, to find those that joined or left it since.
  private let playlist: [Episode.ID]
  /// The sources of the episodes, to find those whose ids have changed since.
  private let sources: [Source]?
  /// The current episode, if its play is already counted.
  let counted: Episode.ID?
  private let plays: [Play]
  let batch: PlayBatch?
  /// The plays and the position of the current episode in the library, when the state was saved.
  private let known: KnownPlays?
  /// The number of entries that the queue has taken of a longer list, and the last one of these; `nil` for a list that fits.
  let taken: Int?
  let last: Episode.ID?
  /// The selection that the player of selections plays, in words; `nil` for other players.
  let selection: String?

  /// The plays of an episode that could not be recorded yet, for example because the program was killed.
  private struct Play: Codable {
    let episode: Episode.ID
    let count: Int64
    let last: Date
    let position: Double?
    let duration: Double?

    init(_ episode: Episode.ID, _ plays: EpisodePlays) {
      self.episode = episode
      (count, last, position, duration) = (plays.count, plays.last, plays.position, plays.duration)
    }

    var plays: EpisodePlays { EpisodePlays(count: count, last: last, position: position, duration: duration) }

    /// Whether the values are plausible. Those of a damaged file may not be.
    var isValid: Bool {
      (0...1_000_000_000).contains(count) && (earliest...latest).contains(last)
        && (0...1_000_000_000).contains(position ?? 0) && (0...1_000_000_000).contains(duration ?? 0)
    }

    private var earliest: Date { Date(timeIntervalSince1970: 0) }
    /// The last date that a file can hold: 9999-12-31T23:59:59Z.
    private var latest: Date { Date(timeIntervalSince1970: 253_402_300_799) }
  }

  private struct Source: Codable {
    let episode: Episode.ID
    let source: EpisodeSource
  }

  /// Makes a state to save, with the current episode as the library has it.
  init(
    _ player: ShufflePlayer.Saved, absent: [Episode.ID] = [], playlist: [Episode.ID], after list: SessionList? = nil,
    counted: Episode.ID?, plays: [Episode.ID: EpisodePlays],
    as batch: PlayBatch? = nil, sources: [Episode.ID: EpisodeSource] = [:], current: Episode? = nil,
    selection: String? = nil
  ) {
    format = Self.currentFormat
    self.player = player
    self.absent = absent.isEmpty ? nil : absent
    self.playlist = playlist
    self.counted = counted
    self.sources = sources.isEmpty ? nil : sources.sorted { $0.key < $1.key }.map { Source(episode: $0, source: $1) }
    self.plays = plays.sorted { $0.key < $1.key }.map(Play.init)
    self.batch = batch
    known = current.map(KnownPlays.init)
    self.selection = selection
    (taken, last) = (list?.progress.taken, list?.last)
  }

  /// Reads a saved state; `nil` if the bytes are damaged or of another version.
  init?(_ bytes: [UInt8]) {
    do {
      self = try JSONDecoder().decode(SavedPlayerSession.self, from: Data(bytes))
    } catch {
      return nil
    }
    guard format == Self.currentFormat, taken ?? 0 >= 0, plays.allSatisfy(\.isValid) else { return nil }
  }

  var bytes: [UInt8] {
    get throws { Array(try JSONEncoder().encode(self)) }
  }

  /// The plays that are not recorded yet.
  var unrecordedPlays: [Episode.ID: EpisodePlays] {
    Dictionary(plays.map { ($0.episode, $0.plays) }) { $1 }
  }

  /// Returns whether history has the plays, because the session was killed after it recorded them.
  func isRecorded(in store: Store) throws(MixtapeError) -> Bool {
    guard !plays.isEmpty, let batch else { return false }
    return try store.hasRecorded(batch)
  }

  /// Returns the state of the player, adjusted to plays and to a position of the current episode that the library has received
  /// since: playing continues at the position of the library. If it has none, because the episode was played to its end, the
  /// next one plays.
  ///
  /// - Parameter current: The current episode in the library, if it keeps its position.
  func player(resuming current: Episode?) -> ShufflePlayer.Saved {
    guard let current, current.id == player.current else { return player }
    guard let known, known != KnownPlays(current), !plays.contains(where: { $0.episode == current.id }) else {
      // A stopped episode has no position in the player.
      return player.position == 0 ? player.resuming(at: current.position ?? 0) : player
    }
    let wasPlayed = current.lastPlayedAt.map { $0 != known.lastPlayedAt } ?? false
    if current.position == nil, wasPlayed { return player.finishingCurrent() }
    return player.resuming(at: current.position ?? 0)
  }

  /// Returns the state with new ids of episodes whose ids have changed.
  func renaming(_ ids: [Episode.ID: Episode.ID]) -> SavedPlayerSession {
    guard !ids.isEmpty else { return self }
    return SavedPlayerSession(self, renaming: ids)
  }

  private init(_ saved: SavedPlayerSession, renaming ids: [Episode.ID: Episode.ID]) {
    let new = { (id: Episode.ID) in ids[id] ?? id }
    (format, known, batch, selection) = (saved.format, saved.known, saved.batch, saved.selection)
    (taken, last) = (saved.taken, saved.last.map(new))
    player = saved.player.renaming(ids)
    absent = saved.absent?.map(new)
    playlist = saved.playlist.map(new)
    counted = saved.counted.map(new)
    plays = saved.plays.map { Play(new($0.episode), $0.plays) }
    sources = saved.sources?.map { Source(episode: new($0.episode), source: $0.source) }
  }

  /// Returns the sources of episodes that are known.
  func sources(of ids: [Episode.ID]) -> [Episode.ID: EpisodeSource] {
    let known = Dictionary((sources ?? []).map { ($0.episode, $0.source) }) { first, _ in first }
    return Dictionary(ids.compactMap { id in known[id].map { (id, $0) } }) { first, _ in first }
  }

  /// The episodes of the queue. Those that the library lacked come last.
  var queue: [Episode.ID] { player.episodes + (absent ?? []) }

  /// All episodes of the state: those of the queue, and those whose plays are not recorded yet.
  var episodes: [Episode.ID] { queue + plays.map(\.episode) }

  var listed: Set<Episode.ID> { Set(playlist) }

  /// Returns the entries that joined the playlist since, and those that left it.
  func differences(to now: [Episode.ID]) -> (added: [Episode.ID], removed: [Episode.ID]) {
    (Self.entries(of: now, without: playlist), Self.entries(of: playlist, without: now))
  }

  /// Returns the entries of a list that another one does not have as often.
  private static func entries(of list: [Episode.ID], without other: [Episode.ID]) -> [Episode.ID] {
    var counts = Dictionary(other.map { ($0, 1) }, uniquingKeysWith: +)
    return list.filter { id in
      guard let count = counts[id], count > 0 else { return true }
      counts[id] = count - 1
      return false
    }
  }
}

/// The plays and the position of an episode in the library, as a session has read them.
struct KnownPlays: Codable, Equatable {
  let lastPlayedAt: Date?
  let position: Double?

  init(_ episode: Episode) { (lastPlayedAt, position) = (episode.lastPlayedAt, episode.position) }

  /// Returns whether a command has edited the values since. The time of a play tells which of two plays is the later one; an edit
  /// has no time.
  func wereEdited(in episode: Episode) -> Bool {
    let present = KnownPlays(episode)
    return present != self && (present.lastPlayedAt == nil || present.lastPlayedAt == lastPlayedAt)
  }
}

/// The queue of a new session: the saved one, adjusted to the present playlist and library.
struct RestoredQueue {
  /// The saved state, with the present ids of episodes.
  let saved: SavedPlayerSession?
  /// The saved episodes that the library lacks and that the playlist will not bring back.
  let absent: [Episode.ID]
  private let playlist: [Episode]
  /// The saved episodes that the library has.
  private let library: [Episode.ID: Episode]
  private let startsOver: Bool
  /// Whether the queue is kept by a session that starts over.
  private let isKept: Bool
  /// Whether the saved shuffle replaces that of the options. The options of the standalone player only apply to a new queue.
  private let keepsShuffle: Bool
  private let keeper: PositionKeeper

  /// Reads the saved episodes from the library.
  init(
    _ saved: SavedPlayerSession?, for owner: StorePlayer, _ playlist: [Episode], startsOver: Bool,
    keeping keeper: PositionKeeper, from store: Store
  ) throws(MixtapeError) {
    var library = try saved.map { (saved) throws(MixtapeError) in try store.episodes(saved.episodes) } ?? [:]
    let lacking = saved?.episodes.filter { library[$0] == nil } ?? []
    let moved = try store.episodes(movedFrom: saved?.sources(of: lacking) ?? [:])
    for episode in moved.values { library[episode.id] = episode }
    let present = saved?.renaming(moved.mapValues(\.id))
    self.saved = present
    self.playlist = playlist
    self.library = library
    self.startsOver = startsOver
    self.keeper = keeper
    // A playlist that starts over discards the queue. The queue of the standalone player is all that it has.
    isKept = !startsOver || owner == .standalone
    keepsShuffle = owner == .standalone && present.map { !$0.queue.isEmpty } ?? false
    let listed = present?.listed ?? []
    absent = isKept ? present?.queue.filter { library[$0] == nil && !listed.contains($0) } ?? [] : []
    try keeper.lookUp(playlist + library.values, in: store)
  }

  var sources: [Episode.ID: EpisodeSource] { saved?.sources(of: absent) ?? [:] }

  /// Makes the player, with as many of the episodes as it can hold.
  func makePlayer(on service: any MusicService, _ options: ShufflePlayer.Options) -> ShufflePlayer {
    guard let saved, !startsOver else {
      let player = ShufflePlayer(service: service, options: options)
      let queued = isKept ? saved?.queue ?? [] : []
      player.add(entriesFor: playlist)
      player.addUpToCapacity(queued.compactMap { library[$0] })
      return player
    }
    let differences = saved.differences(to: playlist.map(\.id))
    let current = saved.player.current.flatMap { library[$0] }.flatMap { keeper.keeps($0) ? $0 : nil }
    let player = ShufflePlayer(
      restoring: saved.player(resuming: current), library: library, service: service, options: options)
    for id in differences.removed {
      player.entries.last { $0.episode.id == id }.map { _ = player.remove(entry: $0.id) }
    }
    if !keepsShuffle, options.shuffle != player.shuffleAlgorithm { player.shuffle(by: options.shuffle) }
    let episodes = Dictionary(playlist.map { ($0.id, $0) }) { first, _ in first }
    let known = Set(player.allEpisodes.map(\.id)).subtracting(saved.listed)
    // Not those that the user has already put into the queue.
    player.add(entriesFor: differences.added.filter { !known.contains($0) }.compactMap { episodes[$0] })
    player.addUpToCapacity(saved.queue.dropFirst(saved.player.episodes.count).compactMap { library[$0] })
    return player
  }
}

extension ShufflePlayer {
  /// Adds episodes until the player is full. Episodes that are already in the player stay.
  func addUpToCapacity(_ episodes: [Episode]) {
    for episode in episodes {
      do throws(ShufflePlayerError) {
        try add(episode)
      } catch {
        switch error {
        case .capacityReached: return
        }
      }
    }
  }
}
