#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The episodes of a podcast with the values of a source, and the new episodes of the source.
struct SourceMerge {
  /// The episodes of the podcast, in their order.
  private(set) var episodes: [Episode]
  /// The new episodes, in the order of the source, with its ids.
  private(set) var new: [Episode] = []
  /// The values of episodes that stay because the user wrote them.
  private(set) var kept: [WrittenValue] = []

  private let podcast: Podcast
  private let edits: PodcastEdits
  private let options: PodcastUpdateOptions
  /// The values that episodes inherit in the podcast and in the source.
  private let inheritance: (own: Episode.Inheritance, source: Episode.Inheritance)
  /// The date before which new episodes are left out.
  private let oldest: Date?
  private let hasMatches: Bool
  /// The numbers of episodes with a new guid, and of those that were left out.
  private var (guids, unidentified, older, skipped, removed) = (0, 0, 0, 0, 0)

  /// Merges the episodes of a source into those of a podcast.
  ///
  /// - Parameter matches: The index of the podcast's episode for each episode of the source; `nil` for a new one.
  init(
    of source: Podcast, _ matches: [Int?], into podcast: Podcast, _ edits: PodcastEdits, _ options: PodcastUpdateOptions
  ) {
    (self.podcast, self.edits, self.options) = (podcast, edits, options)
    episodes = podcast.episodes
    inheritance = (podcast.inheritance, source.inheritance)
    oldest = options.includesOlder ? nil : (podcast.episodes + edits.removed).compactMap(\.published).min()
    hasMatches = matches.contains { $0 != nil }
    for (offset, (episode, match)) in zip(source.episodes, matches).enumerated() {
      if let match { update(match, from: episode) } else { add(episode, isSkipped: options.skipped.contains(offset)) }
    }
    if !options.includesOlder { excludeRemoved() }
  }

  /// The facts about episodes for the user.
  var notes: [PodcastUpdateNote] {
    let isScan = options.recognized != nil
    var notes: [PodcastUpdateNote] = []
    if guids > 0, !isScan { notes.append(.guidsChanged(guids)) }
    if podcast.kind == .podcast, podcast.episodes.count > 1, !hasMatches, !new.isEmpty {
      notes.append(.noneRecognized(new: new.count))
    }
    if older > 0 { notes.append(.olderLeftOut(older)) }
    if skipped > 0 { notes.append(.skipped(skipped)) }
    if unidentified > 0 { notes.append(.unidentified(unidentified)) }
    // A feed lists a removed episode for years. A music file can be removed, too.
    if removed > 0, isScan { notes.append(.removedLeftOut(removed)) }
    return notes
  }

  /// Updates an episode from that of the source.
  private mutating func update(_ index: Int, from listed: Episode) {
    let values = SourceEpisode(
      episode: listed, inheritance: inheritance.source, isMusicFile: options.recognized != nil, titles: edits.titles)
    let isReplaced = options.replaced.contains(episodes[index].id)
    // The edits of a song do not count for another song in its file.
    let own = isReplaced ? OwnValues(episodes[index]) : edits.episodes[index]
    let taken = values.updating(episodes[index], inheriting: inheritance.own, own)
    episodes[index] = isReplaced ? taken.episode.withRatingAndPlays(of: listed) : taken.episode
    kept += taken.kept.map { WrittenValue($0.name, of: podcast.episodes[index].id) }
    let before = edits.origin.episodes[index].guid
    if before != nil, before != listed.guid, taken.episode.guid == listed.guid { guids += 1 }
  }

  private mutating func add(_ listed: Episode, isSkipped: Bool) {
    if !listed.isIdentifiable {
      unidentified += 1
    } else if let oldest, let published = listed.published, published < oldest {
      older += 1
    } else if isSkipped {
      skipped += 1
    } else {
      new.append(listed)
    }
  }

  private mutating func excludeRemoved() {
    let count = new.count
    new = new.without(edits.removed, options.earlierAddresses)
    removed = count - new.count
  }
}

extension Episode {
  /// Whether it can be recognized in the next update.
  fileprivate var isIdentifiable: Bool { guid != nil || url != nil || fields[.title] != nil }
}

extension [Episode] {
  /// Returns the episodes that are not certainly among others. A new episode that only looks like a removed one is not lost.
  ///
  /// - Parameter earlier: The earlier addresses of sounds, by their present ones.
  fileprivate func without(_ others: [Episode], _ earlier: [String: [String]]) -> [Episode] {
    if isEmpty || others.isEmpty { return self }
    let guids = Set(others.compactMap(\.guid))
    return filter { episode in
      if let guid = episode.guid, guids.contains(guid) { return false }
      let places = [episode] + (episode.url.flatMap { earlier[$0] } ?? []).map(episode.withURL)
      return !others.contains { other in places.contains { EpisodeAgreement(new: $0, old: other).isCertain } }
    }
  }
}

/// The values of a source for one episode, with the rules for what the episode takes of them.
struct SourceEpisode {
  /// The episode as the source has it.
  let episode: Episode
  /// The values that the source inherits from its podcast.
  let inheritance: Episode.Inheritance
  /// Whether the source is a music file. Its tags are values of the episode itself, also if they equal those of the album.
  let isMusicFile: Bool
  /// The titles of the podcast that its user replaced, and the present one, also without their discs. A tag with one of them names
  /// the podcast.
  let titles: Set<String>

  /// The fields that belong to the user. Values of a source never replace them.
  private static let ownFields: Set<TrackField> = [
    .rating, .playCount, .lastPlayedAt, .position, .dateAdded, .notes,
  ]

  /// The fields of the user that tags have, too. Other programs write them into the files, so missing ones come from there.
  private static let ownFieldsOfTags: Set<TrackField> = [.rating, .playCount, .lastPlayedAt]

  /// The values that describe a music file. A user can edit them, but cannot know better.
  private static let factsOfFiles: Set<EpisodeKey> = [
    .url, .field(.duration), .field(.bitrate), .field(.sampleRate), .field(.fileSize), .field(.fileFormat),
    .field(.dateModified),
  ]

  /// Returns an episode of the library with the values of the source.
  ///
  /// - Parameters:
  ///   - own: The episode as it is.
  ///   - head: The values that it inherits from its podcast.
  ///   - edits: The values that the user set.
  /// - Returns: The episode, and the keys of values that stay because the user wrote them.
  func updating(
    _ own: Episode, inheriting head: Episode.Inheritance, _ edits: OwnValues<Episode>
  ) -> (episode: Episode, kept: [EpisodeKey]) {
    var kept: [EpisodeKey] = []
    func take<Value: Equatable>(_ key: EpisodeKey, _ value: (Episode) -> Value?) -> Value? {
      if isMusicFile, Self.factsOfFiles.contains(key) { return value(episode) ?? value(own) }
      let (result, isKept) = edits.updating(value(own), from: value(episode), value)
      if isKept { kept.append(key) }
      return result
    }
    var fields = own.fields
    let title = take(.field(.title)) { $0.fields[.title] }
    let guid = take(.guid, \.guid)
    let url = take(.url, \.url)
    let published = take(.published, \.published)
    fields[.title] = title
    for field in TrackField.allCases where field != .title && canTake(field, by: own) {
      if inherits(field), own.inherits(field, from: head) { continue }
      fields[field] = take(.field(field)) { $0.fields[field] }
    }
    return (
      Episode(id: own.id, guid: guid, url: url, published: published, fields: fields, stated: own.stated), kept
    )
  }
}

extension SourceEpisode {
  /// Returns whether an episode of the library can take a field from the source.
  private func canTake(_ field: TrackField, by own: Episode) -> Bool {
    guard Self.ownFields.contains(field) else { return true }
    return isMusicFile && Self.ownFieldsOfTags.contains(field) && own.fields[field] == nil
  }

  /// Returns whether the source has the value of its podcast.
  private func inherits(_ field: TrackField) -> Bool {
    isMusicFile
      ? field == .album && episode.text(field).map(titles.contains) ?? false
      : episode.fields[field] == inheritance[field]
  }
}

extension Episode {
  /// Returns whether the episode has the value of its podcast.
  fileprivate func inherits(_ field: TrackField, from head: Inheritance) -> Bool {
    Inheritance.fields.contains(field) && !stated.contains(field) && (fields[field] ?? head[field]) == head[field]
  }

  /// Returns the episode with the rating and the plays of a source, or without them.
  func withRatingAndPlays(of source: Episode) -> Episode {
    var fields = fields
    for field in [TrackField.rating, .playCount, .lastPlayedAt, .position] { fields[field] = source.fields[field] }
    return withFields(fields)
  }

  /// Returns the episode without inherited values.
  var withoutInherited: Episode {
    var fields = fields
    for field in Inheritance.fields where !stated.contains(field) { fields[field] = nil }
    return withFields(fields)
  }
}

/// The place of new episodes among those of a file, by the order of the file: newest first or oldest first.
enum EpisodePlacement {
  /// Returns the episodes with the new ones at their places. An episode without a date goes where the newest are.
  ///
  /// - Parameter new: The new episodes, in the order of the source.
  /// - Complexity: O(*n* log *n*).
  static func merge(_ new: [Episode], into old: [Episode]) -> [Episode] {
    if old.isEmpty || new.isEmpty { return old + new }
    let isSourceNewestFirst = isNewestFirst(new) ?? true
    if isNewestFirst(old) ?? isSourceNewestFirst {
      return mergeNewestFirst(isSourceNewestFirst ? new : new.reversed(), into: old)
    }
    return mergeNewestFirst(isSourceNewestFirst ? new : new.reversed(), into: old.reversed()).reversed()
  }

  /// Returns whether most neighbours are ordered from new to old; `nil` if no order shows.
  static func isNewestFirst(_ episodes: [Episode]) -> Bool? {
    let dates = episodes.compactMap(\.published)
    var balance = 0
    for (left, right) in zip(dates, dates.dropFirst()) { balance += left > right ? 1 : left < right ? -1 : 0 }
    return balance == 0 ? nil : balance > 0
  }

  private static func mergeNewestFirst(_ new: [Episode], into old: [Episode]) -> [Episode] {
    // The sort has to be stable: episodes of one time keep the order of the source.
    let sorted = new.enumerated().sorted { left, right in
      let (l, r) = (left.element.published ?? .distantFuture, right.element.published ?? .distantFuture)
      return l != r ? l > r : left.offset < right.offset
    }.map(\.element)
    guard old.contains(where: { $0.published != nil }) else { return sorted + old }
    var pending = sorted[...]
    var result: [Episode] = []
    result.reserveCapacity(old.count + new.count)
    for episode in old {
      while let first = pending.first, let date = episode.published, (first.published ?? .distantFuture) >= date {
        result.append(pending.removeFirst())
      }
      result.append(episode)
    }
    return result + pending
  }
}

/// The place of new tracks among those of an album: by disc and track.
enum TrackPlacement {
  /// Returns the tracks with the new ones at their places. The old ones keep their order: a new track goes before the first old one
  /// that comes later on the album. Tracks without a number go to the end.
  ///
  /// - Parameter new: The new tracks, in the order of the album.
  /// - Complexity: O(*n*).
  static func merge(_ new: [Episode], into old: [Episode]) -> [Episode] {
    var pending = new[...]
    var result: [Episode] = []
    result.reserveCapacity(old.count + new.count)
    for episode in old {
      while let first = pending.first, first.place < episode.place { result.append(pending.removeFirst()) }
      result.append(episode)
    }
    return result + pending
  }
}

extension Episode {
  /// The disc and the number on it. An old track without a number stays before new ones.
  fileprivate var place: (disc: Int64, track: Int64) { (integer(.discNumber) ?? 1, integer(.trackNumber) ?? .max) }
}
