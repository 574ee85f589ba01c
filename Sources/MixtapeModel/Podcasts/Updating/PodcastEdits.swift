#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A podcast before and after a change by its user.
public struct EditedPodcast: Hashable, Sendable {
  /// The podcast before the change; `nil` if the user wrote the podcast.
  public let before: Podcast?
  /// The podcast after the change.
  public let after: Podcast

  /// Makes a change.
  public init(from before: Podcast?, to after: Podcast) {
    self.before = before
    self.after = after
  }
}

/// The values and episodes of a podcast that its user changed, and that an update keeps.
struct PodcastEdits {
  /// The podcast with the values that its source gave it: the edits of present episodes and of the head are undone.
  /// Its episodes have the order and the ids of the present ones.
  let origin: Podcast
  /// The values of the head that the user set. The last version has the head of ``origin``.
  private(set) var head: OwnValues<Podcast>
  /// The titles that the user replaced, and the present one, also without their discs.
  private(set) var titles: Set<String>
  /// The values of each episode that the user set.
  private(set) var episodes: [OwnValues<Episode>]
  /// The episodes that the user removed or moved to another podcast, newest removal first, as they were before.
  let removed: [Episode]

  /// Collects the edits of a podcast from its changes in history.
  ///
  /// - Parameters:
  ///   - podcast: The podcast as it is.
  ///   - changes: The changes by its user, newest first. Changes by its source can lie between them: an edit counts only
  ///     if the podcast still has its value. An episode that one change removed and a later one added again is the same episode.
  /// - Complexity: O(*n*) in the number of episodes in all changes.
  init(of podcast: Podcast, _ changes: [EditedPodcast]) {
    var head = OwnValues(podcast)
    var origin = podcast
    var episodes = podcast.episodes.map(OwnValues.init)
    var places = Dictionary(podcast.episodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var removed: [Episode] = []
    var added: [Episode] = []
    func write(_ written: [Episode]) {
      for episode in written {
        if let place = places[episode.id] { episodes[place].written = episode.withoutInherited }
      }
    }
    for change in changes {
      guard let before = change.before else {
        head.written = change.after
        write(change.after.episodes)
        break
      }
      origin = origin.revertingHead(from: change.after, to: before)
      head.versions.append(origin)
      var pairs = EditedEpisodes(from: before, to: change.after)
      added = pairs.pairRemoved(with: added) + pairs.added
      removed += pairs.removed
      write(pairs.added)
      for (old, new) in pairs.changed {
        guard let place = places[new.id] else { continue }
        let latest = episodes[place].versions.last ?? new
        episodes[place].versions.append(latest.reverting(from: new, to: old))
        // An older version exists, so the user did not write the episode here.
        episodes[place].written = nil
        if old.id != new.id {
          places[new.id] = nil
          places[old.id] = place
        }
      }
    }
    // The edits of inherited values are those of the head, so the episodes are set last.
    self.origin = origin.withEpisodes(zip(podcast.episodes, episodes).map { $1.versions.last ?? $0 })
    self.head = head
    titles = head.titles
    self.episodes = episodes
    self.removed = removed
  }

  /// Returns the edits without those of values.
  func withoutValues(of podcast: Podcast) -> PodcastEdits {
    var copy = self
    copy.head = OwnValues(podcast)
    copy.titles = copy.head.titles
    copy.episodes = podcast.episodes.map(OwnValues.init)
    return copy
  }
}

/// The episodes of a podcast that one change changed, added and removed.
private struct EditedEpisodes {
  private(set) var changed: [(old: Episode, new: Episode)] = []
  private(set) var added: [Episode] = []
  private(set) var removed: [Episode] = []

  init(from before: Podcast, to after: Podcast) {
    let old = Dictionary(before.episodes.map { ($0.id, $0) }) { first, _ in first }
    for new in after.episodes {
      guard let old = old[new.id] else {
        added.append(new)
        continue
      }
      if old != new { changed.append((old, new)) }
    }
    let kept = Set(after.episodes.map(\.id))
    removed = before.episodes.filter { !kept.contains($0.id) }
    // An episode with a new id is the same episode.
    added = pairRemoved(with: added)
  }

  /// Pairs the removed episodes with the same ones among others, and counts them as changed.
  ///
  /// - Returns: The others that are not removed ones.
  mutating func pairRemoved(with others: [Episode]) -> [Episode] {
    guard !removed.isEmpty, !others.isEmpty else { return others }
    let matches = SourceMatching(others, in: removed).matches
    changed += zip(others, matches).compactMap { new, place in place.map { (removed[$0], new) } }
    let paired = Set(matches.compactMap(\.self))
    removed = removed.indices.filter { !paired.contains($0) }.map { removed[$0] }
    return zip(others, matches).compactMap { $1 == nil ? $0 : nil }
  }
}

extension Podcast {
  /// Returns a copy in which the values of the head that an edit set, and that it still has, are those before the edit.
  fileprivate func revertingHead(from edited: Podcast, to earlier: Podcast) -> Podcast {
    var copy = self
    if author == edited.author { copy = copy.withAuthor(earlier.author) }
    if guid == edited.guid { copy = copy.withGUID(earlier.guid) }
    if artwork == edited.artwork { copy = copy.withArtwork(earlier.artwork) }
    if description == edited.description { copy = copy.withDescription(earlier.description) }
    if categories == edited.categories { copy = copy.withCategories(earlier.categories) }
    if title == edited.title { copy = copy.retitled(earlier.title) }
    return copy
  }
}

extension Episode {
  /// Returns a copy in which the values that an edit changed, and that it still has, are those before the edit.
  fileprivate func reverting(from edited: Episode, to earlier: Episode) -> Episode {
    var fields = fields
    for field in TrackField.allCases where edited.fields[field] != earlier.fields[field] {
      if fields[field] == edited.fields[field] { fields[field] = earlier.fields[field] }
    }
    return Episode(
      id: id, guid: guid == edited.guid ? earlier.guid : guid, url: url == edited.url ? earlier.url : url,
      published: published == edited.published ? earlier.published : published, fields: fields, stated: stated)
  }
}

/// The values of a part of a podcast that its user set: of the head, or of an episode.
struct OwnValues<Part> {
  /// The present part, and the part before each edit, newest first. A value that the user replaced once is not taken from the
  /// source again.
  var versions: [Part]
  /// The part as its user wrote it; `nil` if a source gave the part. The values of a source at that time are unknown.
  var written: Part?

  /// Makes the values of a part that its user has not edited.
  init(_ part: Part) { versions = [part] }

  /// Returns a value after an update.
  ///
  /// - Parameters:
  ///   - own: The present value.
  ///   - source: The value of the source, which counts only if the source has one.
  ///   - value: Returns the value of a version.
  /// - Returns: The value, and whether it stays because the user wrote it, although the source has another one.
  func updating<Value: Equatable>(
    _ own: Value?, from source: Value?, _ value: (Part) -> Value?
  ) -> (value: Value?, isKept: Bool) {
    guard let source, source != own, !versions.contains(where: { value($0) == source }) else { return (own, false) }
    if own != nil, let written = written.flatMap(value), versions.last.flatMap(value) == written { return (own, true) }
    return (source, false)
  }
}

extension OwnValues<Podcast> {
  /// The titles that the user replaced, and the present one, also without their discs: `Weather` for `Weather (Disc 1)`.
  var titles: Set<String> { Set(versions.flatMap { [$0.title, DiscName.withoutDisc($0.title)] }) }

  /// Returns whether the user replaced a title: if not itself, that of a disc of the album.
  func replacesTitle(_ title: String) -> Bool {
    versions.contains { $0.title != versions[0].title } && titles.contains(title)
  }
}

extension Podcast {
  /// Returns the values of the user that an update replaces.
  ///
  /// - Parameters:
  ///   - origin: The podcast with the values that its source gave it, with the episodes in the same order.
  ///   - updated: The podcast after the update, with the episodes in the same order.
  func replacedEdits(since origin: Podcast, by updated: Podcast) -> [WrittenValue] {
    guard origin != self else { return [] }
    var replaced: [WrittenValue] = []
    func compare(_ key: String, _ value: (Podcast) -> some Equatable) {
      if Self.isReplaced(self, origin, updated, value) { replaced.append(WrittenValue(key)) }
    }
    compare("title", \.title)
    compare("author", \.author)
    compare("guid", \.guid)
    compare("artwork", \.artwork)
    compare("description", \.description)
    compare("categories", \.categories)
    for ((own, origin), updated) in zip(zip(episodes, origin.episodes), updated.episodes) where own != origin {
      for key in EpisodeKey.all where own.isOwn(key) && Self.isReplaced(own, origin, updated, { $0.value(of: key) }) {
        replaced.append(WrittenValue(key.name, of: own.id))
      }
    }
    return replaced
  }

  private static func isReplaced<Part>(
    _ own: Part, _ origin: Part, _ updated: Part, _ value: (Part) -> some Equatable
  ) -> Bool {
    let present = value(own)
    return present != value(origin) && present != value(updated)
  }
}

extension Episode {
  /// Returns whether a source can replace the episode's own value of a key: inherited values belong to the podcast.
  fileprivate func isOwn(_ key: EpisodeKey) -> Bool {
    switch key {
    case .id: false
    case .guid, .url, .published: true
    case .field(let field): stated.contains(field) || !Inheritance.fields.contains(field)
    }
  }
}

// Records of listening, which other programs keep: ratings, plays, positions and dates of addition.

extension Podcast {
  /// Returns the ids of the own episodes that are those of a source, in the order of the source: by guid, address, or title and
  /// time; `nil` for others.
  ///
  /// - Complexity: O(*n*).
  public func ids(of listed: [Episode]) -> [Episode.ID?] {
    SourceMatching(listed, in: episodes).matches.map { $0.map { episodes[$0].id } }
  }

  /// Returns the podcast, combined with a record of listening. Episodes are recognized by id.
  func combining(listening source: Podcast, replacingRatings: Bool) -> PodcastUpdate {
    let listed = Dictionary(source.episodes.map { ($0.id, $0) }) { first, _ in first }
    let combined = episodes.map { episode in
      listed[episode.id].map { episode.combining(listening: $0, replacingRating: replacingRatings) } ?? episode
    }
    let changed = zip(episodes, combined).filter { $0 != $1 }.map(\.1.id)
    return PodcastUpdate(podcast: withEpisodes(combined), added: [], changed: changed, notes: [])
  }
}

extension Episode {
  /// The fields of a record of listening.
  public static let listeningFields: [TrackField] = [.rating, .playCount, .lastPlayedAt, .dateAdded, .position]

  /// Returns a copy, combined with what another program recorded: the larger number of plays, the later time of the last play, and
  /// the earlier date of addition. The same record again changes nothing.
  ///
  /// The rating and the position stay if there are any. An episode that was played gets no position.
  ///
  /// - Parameter replacingRating: Whether a rating in the record replaces the own one.
  public func combining(listening other: Episode, replacingRating: Bool = false) -> Episode {
    var copy = self
    if let rating = other.rating, rating != self.rating, replacingRating || self.rating == nil {
      copy = copy.withRating(rating)
    }
    if let count = other.playCount, count > playCount ?? 0 { copy = copy.with(.playCount, .integer(count)) }
    if position == nil, copy.playCount ?? 0 == 0 { copy = copy.withPosition(other.position) }
    if let time = other.lastPlayedAt, lastPlayedAt.map({ time > $0 }) ?? true {
      copy = copy.with(.lastPlayedAt, .date(time))
    }
    if let added = other.date(.dateAdded), date(.dateAdded).map({ added < $0 }) ?? true {
      copy = copy.with(.dateAdded, .date(added))
    }
    return copy
  }
}
