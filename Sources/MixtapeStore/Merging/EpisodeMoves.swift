internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The episodes that a side of a merge moved to another podcast, or gave another name.
///
/// They are known by their guids, or without a guid by name, title and address.
struct EpisodeMoves {
  /// An episode of a file in a merge.
  struct Place: Hashable, Comparable {
    /// The number of the file.
    let unit: Int
    /// The name of the episode.
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

  /// Returns the id of an episode on a side.
  func id(of place: Place, on side: MergeSide) -> Episode.ID? { id(of: place, in: units[place.unit][side]) }

  /// Returns the id of a moved episode on a side.
  func id(of move: Move, on side: MergeSide) -> Episode.ID? {
    id(of: side == move.side ? move.new : move.other ?? move.new, on: side)
  }

  /// Returns the id of a moved episode in the base.
  func baseID(of move: Move) -> Episode.ID? { id(of: move.old, in: units[move.old.unit].base) }

  /// Returns the id of a moved episode on the side that did not move it there; `nil` if that side moved it there, too.
  func idOnOtherSide(of move: Move) -> Episode.ID? { move.other.flatMap { id(of: $0, on: move.side.other) } }

  /// Returns the id of an episode in a version of its file.
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

  /// Returns the episodes of a version of a file; `nil` if it has errors.
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
