internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The files of a merge, with moved episodes at their new places in all versions.
///
/// Files are merged one by one. An episode that a side moved to another podcast would count as removed from one file and added to
/// another, and the changes of the other side would be lost. So it is moved in the other versions, too, with its references in
/// playlists. The references also follow episodes that got another name; the merge of their file recognizes these by their guids.
struct EpisodeRelocation {
  /// The files.
  private(set) var units: [MergeUnit]
  /// The decisions about episodes that both sides moved.
  private(set) var notices: [MergeNotice] = []
  let moves: EpisodeMoves
  /// Whether no episode could be moved: a file has errors, or another episode with the name.
  private(set) var isRefused = false

  private let repository: StoreRepository
  private var files: [Version: PodcastFile] = [:]

  /// A version of a file; without a side, that of the base.
  private struct Version: Hashable {
    let unit: Int
    let side: MergeSide?
  }

  init(of units: [MergeUnit], in repository: StoreRepository) throws(MixtapeError) {
    (self.units, self.repository) = (units, repository)
    moves = try EpisodeMoves(in: units, repository)
    guard !moves.moves.isEmpty else { return }
    do throws(MixtapeError) {
      for (route, names) in Self.routes(of: moves).sorted(by: { $0.key < $1.key }) { try relocate(names, on: route) }
      try write()
      try follow(moves)
      notices = moves.notices
    } catch {
      // A file with errors, or one that has another episode with the name: its episodes are removed and added.
      guard error.code == .saveFailed else { throw error }
      self.units = units
      isRefused = true
    }
  }

  // MARK: Library files

  /// Two files between which episodes move in one version.
  private struct Route: Hashable, Comparable {
    let from: Int
    let to: Int
    /// The side; `nil` for the base.
    let side: MergeSide?
    let mover: MergeSide

    private var sortKey: [String] { [side?.rawValue ?? "", mover.rawValue] }

    static func < (left: Self, right: Self) -> Bool {
      guard (left.to, left.from) == (right.to, right.from) else { return (left.to, left.from) < (right.to, right.from) }
      return left.sortKey.lexicographicallyPrecedes(right.sortKey)
    }
  }

  /// Returns the new names of episodes by their old ones, for all files between which they move.
  private static func routes(of moves: EpisodeMoves) -> [Route: [String: String]] {
    var routes: [Route: [String: String]] = [:]
    for move in moves.moves {
      let (new, mover) = (move.new, move.side)
      let base = Route(from: move.old.unit, to: new.unit, side: nil, mover: mover)
      if !move.isRename { routes[base, default: [:]][move.old.name] = new.name }
      // The merge of one file decides about the names of an episode that did not leave it.
      guard let other = move.other, other.unit != new.unit || !move.isRename else { continue }
      let route = Route(from: other.unit, to: new.unit, side: mover.other, mover: mover)
      routes[route, default: [:]][other.name] = new.name
    }
    return routes
  }

  /// Moves episodes in one version, if it has them. In one file, they get other names.
  private mutating func relocate(_ names: [String: String], on route: Route) throws(MixtapeError) {
    let (from, to) = (Version(unit: route.from, side: route.side), Version(unit: route.to, side: route.side))
    guard let old = try file(from), let new = try target(to, of: route) else { return }
    guard let source = old.podcast, new.podcast != nil else { throw MixtapeError(.saveFailed, .podcast(new.id)) }
    do throws(PlaylistFileError) {
      var ids: [Episode.ID: Episode.ID] = [:]
      for id in source.episodes.map(\.id) {
        ids[id] = names[id.name].flatMap { Episode.ID(podcast: new.id, name: $0) }
      }
      guard !ids.isEmpty else {
        // A new file without the episodes that this side removed.
        if entry(to) == nil { files[to] = new }
        return
      }
      var texts: [Episode.ID: TOMLElement] = [:]
      for (id, text) in old.elements(of: Set(ids.keys)) { if let id = ids[id] { texts[id] = text } }
      let rest = try old.changed(to: source.withEpisodes(source.episodes.filter { ids[$0.id] == nil }))
      files[from] = rest
      let target = from == to ? rest : new
      files[to] = try target.podcast.map { (podcast) throws(PlaylistFileError) in
        try target.receiving(texts).changed(to: podcast.adding(ids, of: source))
      }
    } catch {
      throw MixtapeError(.saveFailed, .podcast(new.id), cause: error)
    }
  }

  private func file(_ version: Version) throws(MixtapeError) -> PodcastFile? {
    if let known = files[version] { return known }
    guard let entry = entry(version), let id = SectionFile.podcastID(at: entry.path) else { return nil }
    let folder = SectionFile(path: entry.path)?.folder ?? .top
    return PodcastFile(parsing: try repository.blob(entry.id), id: id, folder: folder)
  }

  /// Returns the file that gets episodes. Those who do not have it get the new file of the other side without its episodes.
  private func target(_ version: Version, of route: Route) throws(MixtapeError) -> PodcastFile? {
    if let known = try file(version) { return known }
    guard let file = try file(Version(unit: route.to, side: route.mover)), let podcast = file.podcast else {
      return nil
    }
    do throws(PlaylistFileError) {
      return try file.changed(to: podcast.withEpisodes([]))
    } catch {
      throw MixtapeError(.saveFailed, .podcast(file.id), cause: error)
    }
  }

  private func entry(_ version: Version) -> TreeEntry? {
    version.side.map { units[version.unit][$0] } ?? units[version.unit].base
  }

  private mutating func write() throws(MixtapeError) {
    for (version, file) in files {
      let unit = units[version.unit]
      guard let entry = entry(version) ?? unit.ours ?? unit.theirs else { continue }
      let new = try entry.replacingContent(file.source, in: repository)
      if let side = version.side { units[version.unit][side] = new } else { units[version.unit].base = new }
    }
  }

  // MARK: Playlists

  /// Replaces the ids of moved episodes in the other versions of playlists, unless the side that moved them left them there.
  private mutating func follow(_ moves: EpisodeMoves) throws(MixtapeError) {
    for number in units.indices {
      let unit = units[number]
      guard let path = (unit.base ?? unit.ours ?? unit.theirs)?.path, SectionFile.playlistID(at: path) != nil else {
        continue
      }
      var ids = (base: [Episode.ID: Episode.ID](), sides: MergeSides<[Episode.ID: Episode.ID]>(ours: [:], theirs: [:]))
      let known = MergeSides(ours: try episodes(unit.ours), theirs: try episodes(unit.theirs))
      for move in moves.moves {
        guard let new = moves.id(of: move.new, on: move.side) else { continue }
        if let old = moves.baseID(of: move), !known[move.side].contains(old) {
          ids.base[old] = new
          if move.other == move.old { ids.sides[move.side.other][old] = new }
        }
        // The other side can have another name of the episode, or another id of its podcast.
        if let old = moves.idOnOtherSide(of: move), old != moves.baseID(of: move) {
          ids.sides[move.side.other][old] = new
        }
      }
      units[number].base = try unit.base.map { (entry) throws(MixtapeError) in try renamed(entry, ids.base) }
      for side in MergeSide.allCases {
        units[number][side] = try unit[side].map { (entry) throws(MixtapeError) in
          try renamed(entry, ids.sides[side])
        }
      }
    }
  }

  private func episodes(_ entry: TreeEntry?) throws(MixtapeError) -> Set<Episode.ID> {
    guard let entry else { return [] }
    return Set(try entry.playlistFile(in: repository)?.playlist?.episodes ?? [])
  }

  private func renamed(_ entry: TreeEntry, _ ids: [Episode.ID: Episode.ID]) throws(MixtapeError) -> TreeEntry {
    try ids.isEmpty ? entry : entry.withEntries(in: repository) { ids[$0] }
  }
}

/// The episodes that a side of a merge moved to another podcast, or gave another name.
///
/// They are known by their guids, or without a guid by name, title and address.
struct EpisodeMoves {
  /// An episode of a file in a merge.
  struct Place: Hashable, Comparable {
    let unit: Int
    let name: String

    static func < (left: Self, right: Self) -> Bool { (left.unit, left.name) < (right.unit, right.name) }
  }

  /// An episode that is at another place in the merged files than in the base.
  struct Move {
    /// The place in the base.
    let old: Place
    /// The place in the merged files.
    let new: Place
    /// The side that moved it there.
    let side: MergeSide
    /// The place on the other side; `nil` if that side moved it to the new place, too.
    let other: Place?

    /// Whether the side only gave it another name.
    var isRename: Bool { old.unit == new.unit }
    /// Whether the sides moved it to different places.
    var isOfBothSides: Bool { other.map { $0 != old } ?? false }
  }

  /// The moves, in the order of their places in the base.
  private(set) var moves: [Move] = []
  /// The decisions about episodes that both sides moved.
  private(set) var notices: [MergeNotice] = []
  let units: [MergeUnit]
  private let repository: StoreRepository

  init(in units: [MergeUnit], _ repository: StoreRepository) throws(MixtapeError) {
    (self.units, self.repository) = (units, repository)
    let (ours, theirs) = (try places(on: .ours), try places(on: .theirs))
    for old in Set(ours.keys).union(theirs.keys).sorted() { add(old, ours[old], theirs[old]) }
  }

  // MARK: Decisions

  /// Decides the place of an episode. Of two places, it is the one whose id sorts first.
  private mutating func add(_ old: Place, _ ours: Place?, _ theirs: Place?) {
    switch (ours, theirs) {
    case (let ours?, nil): add(Move(old: old, new: ours, side: .ours, other: old))
    case (nil, let theirs?): add(Move(old: old, new: theirs, side: .theirs, other: old))
    case (let ours?, let theirs?) where ours == theirs: add(Move(old: old, new: ours, side: .ours, other: nil))
    case (let ours?, let theirs?):
      guard let our = id(of: ours, on: .ours), let their = id(of: theirs, on: .theirs) else { return }
      let isOurs = our < their
      let isAdded =
        isOurs
        ? add(Move(old: old, new: ours, side: .ours, other: theirs))
        : add(Move(old: old, new: theirs, side: .theirs, other: ours))
      guard isAdded, let episode = id(of: old, in: units[old.unit].base) else { return }
      notices.append(.episodeMovedDifferently(episode, to: min(our, their), insteadOf: max(our, their)))
    case (nil, nil): break
    }
  }

  /// Adds a move if the other versions have the files, or if the side created the new one.
  @discardableResult
  private mutating func add(_ move: Move) -> Bool {
    let target = units[move.new.unit]
    let hasTarget = (target.base == nil) == (target[move.side.other] == nil)
    guard hasTarget, move.other.map({ units[$0.unit][move.side.other] != nil }) ?? (target.base != nil) else {
      return false
    }
    moves.append(move)
    return true
  }

  func id(of place: Place, on side: MergeSide) -> Episode.ID? { id(of: place, in: units[place.unit][side]) }

  func id(of move: Move, on side: MergeSide) -> Episode.ID? {
    id(of: side == move.side ? move.new : move.other ?? move.new, on: side)
  }

  func baseID(of move: Move) -> Episode.ID? { id(of: move.old, in: units[move.old.unit].base) }

  /// Returns the id of a moved episode on the side that did not move it there; `nil` if that side moved it there, too.
  func idOnOtherSide(of move: Move) -> Episode.ID? { move.other.flatMap { id(of: $0, on: move.side.other) } }

  private func id(of place: Place, in entry: TreeEntry?) -> Episode.ID? {
    entry.flatMap { SectionFile.podcastID(at: $0.path) }.flatMap { Episode.ID(podcast: $0, name: place.name) }
  }

  // MARK: One side

  /// Returns the new places of the episodes that a side moved, by those in the base.
  private func places(on side: MergeSide) throws(MixtapeError) -> [Place: Place] {
    let changed = units.indices.filter { number in
      let unit = units[number]
      guard let entry = unit[side] ?? unit.base, SectionFile.podcastID(at: entry.path) != nil else { return false }
      return unit[side]?.id != unit.base?.id
    }
    var (removed, added): ([EpisodeIdentity: [Place]], [EpisodeIdentity: [Place]]) = ([:], [:])
    for number in changed {
      let (old, new) = (try episodes(units[number].base), try episodes(units[number][side]))
      guard let old, let new else { continue }
      let (oldIDs, newIDs) = (Set(old.map(\.id.name)), Set(new.map(\.id.name)))
      for episode in old where !newIDs.contains(episode.id.name) {
        removed[EpisodeIdentity(episode), default: []].append(Place(unit: number, name: episode.id.name))
      }
      for episode in new where !oldIDs.contains(episode.id.name) {
        added[EpisodeIdentity(episode), default: []].append(Place(unit: number, name: episode.id.name))
      }
    }
    var places: [Place: Place] = [:]
    for (identity, old) in removed {
      guard old.count == 1, let new = added[identity], new.count == 1 else { continue }
      places[old[0]] = new[0]
    }
    return places
  }

  private func episodes(_ entry: TreeEntry?) throws(MixtapeError) -> [Episode]? {
    guard let entry, let id = SectionFile.podcastID(at: entry.path) else { return [] }
    return PodcastFile(parsing: try repository.blob(entry.id), id: id).podcast?.episodes
  }
}

/// The values by which an episode is recognized at another place.
struct EpisodeIdentity: Hashable {
  let guid: String?
  let name: String?
  let title: Episode.FieldValue?
  let url: String?

  /// Makes the identity of an episode.
  ///
  /// - Parameter hasName: Whether the name belongs to the identity of an episode without a guid.
  init(_ episode: Episode, withName hasName: Bool = true) {
    guid = episode.guid
    let hasGUID = guid != nil
    name = hasGUID || !hasName ? nil : episode.id.name
    title = hasGUID ? nil : episode.fields[.title]
    url = hasGUID ? nil : episode.url
  }

  /// Whether there is a value by which the episode can be recognized.
  var isKnown: Bool { guid != nil || name != nil || title != nil || url != nil }
}
