/// The merge of two versions of a podcast or an album that come from a common base.
public struct MergedPodcast: Hashable, Sendable {
  /// The merged podcast. A field in conflict has the value of ours. Id and folder are those of ours.
  public let podcast: Podcast
  /// The fields that both sides changed to different values: those of the head first, then those of episodes.
  public let conflicts: [PodcastConflict]

  /// Merges two versions.
  ///
  /// Categories, tags, rules of skipped items and episodes are merged as lists; see ``ListMerge``. Episodes are matched by
  /// ``EpisodeMatching``. An episode that either side removed is removed, even if the other side changed it. The play counts of
  /// both sides are added up, and the later of two times of the last play is taken, with its position. Every other field is merged
  /// separately.
  ///
  /// - Complexity: O(*n* log *n*) in the number of episodes.
  public init(base: Podcast, ours: Podcast, theirs: Podcast) {
    self.init(base: base, ours: ours, theirs: theirs, EpisodeMatching(base: base, ours: ours, theirs: theirs))
  }

  /// Merges two versions whose episodes are already matched.
  ///
  /// - Parameters:
  ///   - precedence: The side that decides where the merge of lists is symmetric.
  ///   - fieldsWithoutBase: The fields of the head that both sides set if they created the file. The default value is not a common
  ///     value of these.
  ///   - subscriptions: The values of `subscribed` that the versions state; `nil` for values that differ from the default.
  public init(
    base: Podcast, ours: Podcast, theirs: Podcast, _ matching: EpisodeMatching,
    precedence: MergePrecedence = .neither, fieldsWithoutBase: Set<PodcastDifference.Field> = [],
    subscriptions: StatedSubscriptions? = nil
  ) {
    var merge = PodcastFieldMerge(precedence, fieldsWithoutBase)
    let items = ListMerge.items(
      base: matching.base, ours: matching.ours, theirs: matching.theirs, precedence: precedence, by: <)
    let kind = merge.value(.kind, base.kind, ours.kind, theirs.kind)
    let title = merge.value(.title, base.title, ours.title, theirs.title)
    let author = merge.value(.author, base.author, ours.author, theirs.author)
    let feed = merge.value(.feed, base.feed, ours.feed, theirs.feed)
    let guid = merge.value(.guid, base.guid, ours.guid, theirs.guid)
    let artwork = merge.value(.artwork, base.artwork, ours.artwork, theirs.artwork)
    let description = merge.value(.description, base.description, ours.description, theirs.description)
    let notes = merge.value(.notes, base.notes, ours.notes, theirs.notes)
    let subscribed = merge.subscribed(
      base, ours, theirs, stated: subscriptions ?? StatedSubscriptions(base: base, ours: ours, theirs: theirs))
    let dateAdded = merge.date(.dateAdded, base.dateAdded, ours.dateAdded, theirs.dateAdded)
    let newSince = merge.date(.newSince, base.newSince, ours.newSince, theirs.newSince)
    let episodes = items.map { item in
      merge.episode(
        item.element, item.base.map { InheritingEpisode(episode: base.episodes[$0], inheritance: base.inheritance) },
        item.ours.map { InheritingEpisode(episode: ours.episodes[$0], inheritance: ours.inheritance) },
        item.theirs.map { InheritingEpisode(episode: theirs.episodes[$0], inheritance: theirs.inheritance) })
    }
    podcast = Podcast(
      id: ours.id, folder: ours.folder, kind: kind, title: title, author: author, feed: feed, guid: guid,
      artwork: artwork, description: description, notes: notes,
      categories: Self.merged(base.categories, ours.categories, theirs.categories, precedence),
      tags: Self.merged(base.tags, ours.tags, theirs.tags, precedence), subscribed: subscribed ?? (feed != nil),
      dateAdded: dateAdded, newSince: newSince,
      skip: Self.merged(base.skip, ours.skip, theirs.skip, precedence), episodes: episodes)
    conflicts = merge.conflicts
  }

  /// Merges texts that make a set, in an order that is the same on every machine.
  private static func merged(
    _ base: [String], _ ours: [String], _ theirs: [String], _ precedence: MergePrecedence
  ) -> [String] {
    ListMerge.items(base: base, ours: ours, theirs: theirs, precedence: precedence, by: NaturalOrder.precedes)
      .map(\.element)
  }
}

/// The values of `subscribed` that three versions of a podcast state. A version without a value follows its feed.
public struct StatedSubscriptions: Hashable, Sendable {
  /// The value of the base.
  public let base: Bool?
  /// The value of ours.
  public let ours: Bool?
  /// The value of theirs.
  public let theirs: Bool?

  /// Makes the values.
  public init(base: Bool?, ours: Bool?, theirs: Bool?) { (self.base, self.ours, self.theirs) = (base, ours, theirs) }

  /// Makes the values that differ from the default.
  init(base: Podcast, ours: Podcast, theirs: Podcast) {
    func stated(_ podcast: Podcast) -> Bool? {
      podcast.subscribed == (podcast.feed != nil) ? nil : podcast.subscribed
    }
    self.init(base: stated(base), ours: stated(ours), theirs: stated(theirs))
  }
}

/// A field of a podcast or of an episode that both sides of a merge changed to different values.
public enum PodcastConflict: Hashable, Sendable {
  /// A field of the head.
  case head(PodcastDifference.Field)
  /// A field of an episode.
  case episode(Episode.ID, EpisodeKey)
}

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
