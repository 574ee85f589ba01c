internal import MixtapeLibrary
public import MixtapeModel
public import MixtapeStore

/// The entries of a list that a player plays, in order. An episode may have several.
public struct PlayableEpisodes: Sendable {
  /// All entries that the library has.
  public let ids: [Episode.ID]
  /// The entries with which a player begins, up to its capacity.
  public let episodes: [Episode]
  /// The number of entries before ``episodes``.
  let start: Int
  /// The place in ``episodes`` of the entry with which a player begins; `nil` without one, or if the library lacks it.
  public let first: Int?
  /// The number of episodes that are missing from the library.
  public let missingCount: Int

  /// The number of entries.
  public var count: Int { ids.count }

  /// Whether the list is longer than a queue, which then takes it part by part.
  public var isLong: Bool { ids.count > ShufflePlayer.capacity }

  /// Whether an episode has several entries.
  public var hasRepetitions: Bool { Set(ids).count < ids.count }

  /// Evaluates a playlist. The seed is that of a random order, if the playlist has none; a player that shuffles plays each episode
  /// once in a round, and begins with the entry. Throws errors of ``Store/contents(of:describing:)``.
  public init(
    of playlist: Playlist, seed: Int64, from entry: ListEntry? = nil, shuffled: Bool, in store: Store
  ) throws(MixtapeError) {
    let seeded = playlist.criteria.seed == nil ? playlist.withCriteria { $0.seed = .number(seed) } : playlist
    let (contents, library, _) = try store.contents(of: seeded) { contents in
      Self.part(of: Self.entries(contents.episodes, shuffled), from: entry).ids
    }
    self.init(
      Self.entries(contents.episodes, shuffled), from: entry,
      missingCount: Set(contents.entries.lazy.filter { $0.origin == .missing }.map(\.id)).count, library)
  }

  /// Looks up episodes in the library. A player begins with the entry.
  public init(
    _ all: [Episode.ID], from entry: ListEntry? = nil, shuffled: Bool = false, in store: Store
  ) throws(MixtapeError) {
    let ids = Self.entries(all, shuffled)
    self.init(ids, from: entry, missingCount: 0, try store.episodes(Self.part(of: ids, from: entry).ids))
  }

  private init(
    _ ids: [Episode.ID], from entry: ListEntry?, missingCount: Int, _ library: [Episode.ID: Episode]
  ) {
    self.ids = ids
    self.missingCount = missingCount
    let part: [Episode.ID]
    (start, part) = Self.part(of: ids, from: entry)
    episodes = part.compactMap { library[$0] }
    first = entry.flatMap { $0.offset(in: ids) }.flatMap { [start] offset in
      library[ids[offset]] == nil ? nil : part.prefix(offset - start).count { library[$0] != nil }
    }
  }

  /// Returns the part of a list with which a player begins: of a long one, what follows the first entry.
  private static func part(of ids: [Episode.ID], from entry: ListEntry?) -> (start: Int, ids: [Episode.ID]) {
    let start = ids.count > ShufflePlayer.capacity ? entry.flatMap { $0.offset(in: ids) } ?? 0 : 0
    return (start, Array(ids[start...].prefix(ShufflePlayer.capacity)))
  }

  /// Returns the entries of a list: those of a long one that is shuffled only once, because the queue does not remember all.
  private static func entries(_ ids: [Episode.ID], _ shuffled: Bool) -> [Episode.ID] {
    shuffled && ids.count > ShufflePlayer.capacity ? ids.withoutRepetitions : ids
  }
}

/// A list that is longer than the queue of a session, and how much of it the queue has taken.
struct SessionList {
  let ids: [Episode.ID]
  var progress: LongList

  init(_ list: PlayableEpisodes) {
    ids = list.ids
    progress = LongList(count: list.count, taken: list.start + list.episodes.count)
  }

  /// Makes the list with the place of an earlier one, or of a saved session: after the entries that the queue had taken.
  init(_ list: PlayableEpisodes, after taken: Int, _ last: Episode.ID?) {
    let ids = list.ids
    self.ids = ids
    let near = last.flatMap { last in
      ids.indices.filter { ids[$0] == last }.min { abs($0 + 1 - taken) < abs($1 + 1 - taken) }
    }
    progress = LongList(count: ids.count, taken: near.map { $0 + 1 } ?? min(taken, ids.count))
  }

  init(_ list: PlayableEpisodes, resuming saved: SavedPlayerSession?) {
    if let saved, let taken = saved.taken { self.init(list, after: taken, saved.last) } else { self.init(list) }
  }

  var last: Episode.ID? { progress.taken > 0 ? ids[progress.taken - 1] : nil }

  /// Fills the queue of a player again, if it needs that.
  mutating func refill(_ player: ShufflePlayer, from store: Store) throws(MixtapeError) {
    let ids = ids
    try progress.refill(player) { (part) throws(MixtapeError) in
      let found = try store.episodes(Array(ids[part]))
      return ids[part].compactMap { found[$0] }
    }
  }
}
