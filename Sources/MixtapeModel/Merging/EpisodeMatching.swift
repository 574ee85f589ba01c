/// The episodes of three versions of a podcast, matched with each other: by id, then by guid.
///
/// Each list has one id for each episode, in order. An episode has the same id in all lists, also if a side renamed it.
public struct EpisodeMatching: Sendable {
  /// The episodes of the base.
  public let base: [Episode.ID]
  /// The episodes of ours.
  public let ours: [Episode.ID]
  /// The episodes of theirs.
  public let theirs: [Episode.ID]

  /// Matches the episodes of three versions.
  ///
  /// A new id with the guid of an episode of the base is that episode, unless the side still has its id. New episodes of
  /// both sides with one guid and different ids are one episode, whose id is the one that sorts first. O(*n*).
  public init(base: Podcast, ours: Podcast, theirs: Podcast) {
    self.base = base.episodes.map(\.id)
    let known = Set(self.base)
    let renamed = Dictionary(base.episodes.compactMap { episode in episode.guid.map { ($0, episode.id) } }) {
      first, _ in
      first
    }
    let our = Self.matched(ours.episodes, known: known, byGUID: renamed)
    let their = Self.matched(theirs.episodes, known: known, byGUID: renamed)
    let (ourIDs, theirIDs) = (Set(our), Set(their))
    let ourNew = Self.newByGUID(ours.episodes, our, known: known)
    let theirNew = Self.newByGUID(theirs.episodes, their, known: known)
    var common: [Episode.ID: Episode.ID] = [:]
    for (guid, first) in ourNew {
      guard let second = theirNew[guid], first != second, !theirIDs.contains(first), !ourIDs.contains(second) else {
        continue
      }
      common[max(first, second)] = min(first, second)
    }
    self.ours = common.isEmpty ? our : our.map { common[$0] ?? $0 }
    self.theirs = common.isEmpty ? their : their.map { common[$0] ?? $0 }
  }

  private static func matched(
    _ episodes: [Episode], known: Set<Episode.ID>, byGUID renamed: [String: Episode.ID]
  ) -> [Episode.ID] {
    let own = Set(episodes.map(\.id))
    var taken = own
    return episodes.map { episode in
      guard !known.contains(episode.id), let guid = episode.guid, let old = renamed[guid], taken.insert(old).inserted
      else { return episode.id }
      return old
    }
  }

  private static func newByGUID(
    _ episodes: [Episode], _ ids: [Episode.ID], known: Set<Episode.ID>
  ) -> [String: Episode.ID] {
    let new = zip(episodes, ids).compactMap { episode, id in
      known.contains(id) ? nil : episode.guid.map { ($0, id) }
    }
    return Dictionary(new) { first, _ in first }
  }
}
