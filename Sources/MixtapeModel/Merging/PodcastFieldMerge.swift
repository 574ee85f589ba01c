#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Merges the fields of a podcast and of its episodes, and collects conflicts.
struct PodcastFieldMerge {
  /// The side that decides where the merge is symmetric. If there is one, equal values of both sides are the result.
  let precedence: MergePrecedence
  private var merge: FieldMerge<PodcastConflict>

  /// Makes a merge without conflicts.
  ///
  /// - Parameter fieldsWithoutBase: The fields of the head that both sides set, and that have no common value.
  init(_ precedence: MergePrecedence, _ fieldsWithoutBase: Set<PodcastDifference.Field>) {
    self.precedence = precedence
    merge = FieldMerge(fieldsWithoutBase: Set(fieldsWithoutBase.map(PodcastConflict.head)))
  }

  /// The fields in conflict so far.
  var conflicts: [PodcastConflict] { merge.conflicts }

  /// Returns the merged value of a field of the head.
  mutating func value<Value: Equatable>(
    _ field: PodcastDifference.Field, _ base: Value, _ ours: Value, _ theirs: Value
  ) -> Value {
    merge.value(.head(field), base: base, ours: ours, theirs: theirs)
  }

  /// Returns the time at which the podcast was added, or from which on its episodes are new. If both sides added it, that is the
  /// earlier time.
  mutating func date(
    _ field: PodcastDifference.Field, _ base: Date?, _ ours: Date?, _ theirs: Date?
  ) -> Date? {
    if base == nil, let ours, let theirs { return min(ours, theirs) }
    return value(field, base, ours, theirs)
  }

  /// Returns whether the merged podcast states that it is subscribed; `nil` if it follows its feed.
  ///
  /// The default depends on the feed, so that a side changes it with the feed alone. That is no change of this field.
  mutating func subscribed(
    _ old: Podcast, _ ours: Podcast, _ theirs: Podcast, stated: StatedSubscriptions
  ) -> Bool? {
    let base: Bool?? = merge.hasBase(.head(.subscribed)) ? .some(stated.base) : nil
    if let merged = ThreeWayMerge.value(base: base, ours: stated.ours, theirs: stated.theirs) { return merged }
    return value(.subscribed, old.subscribed, ours.subscribed, theirs.subscribed)
  }

  /// Returns the merged version of an episode, with its own values only.
  ///
  /// - Parameter id: The id by which the versions were matched.
  mutating func episode(
    _ id: Episode.ID, _ base: InheritingEpisode?, _ ours: InheritingEpisode?, _ theirs: InheritingEpisode?
  ) -> Episode {
    guard let ours, let theirs else { return (ours ?? theirs)?.withOwnFields ?? Episode(id: id) }
    let (old, our, their) = (base?.episode, ours.episode, theirs.episode)
    let guid = merge.value(.episode(id, .guid), base: old?.guid, ours: our.guid, theirs: their.guid)
    // Addresses are compared by their bytes.
    let url = merge.value(
      .episode(id, .url), base: old?.value(of: .url), ours: our.value(of: .url), theirs: their.value(of: .url))
    let published = merge.value(
      .episode(id, .published), base: old?.published, ours: our.published, theirs: their.published)
    let plays = PlayMerge(base: old, ours: our, theirs: their, precedence: precedence)
    var fields = Episode.Fields()
    for field in TrackField.allCases {
      if field == .position, let position = plays.position {
        fields[field] = position
        continue
      }
      fields[field] =
        plays.value(of: field)
        ?? merge.value(.episode(id, .field(field)), base: base?[field], ours: ours[field], theirs: theirs[field])
    }
    return Episode(
      id: Self.mergedID(old?.id, our.id, their.id), guid: guid, url: url?.asText, published: published, fields: fields,
      stated: Set(Episode.Inheritance.fields.filter { fields[$0] != nil }))
  }

  /// Returns the id of an episode that a side renamed. Of two new ids, it is the one that sorts first.
  private static func mergedID(_ base: Episode.ID?, _ ours: Episode.ID, _ theirs: Episode.ID) -> Episode.ID {
    ThreeWayMerge.value(base: base, ours: ours, theirs: theirs) ?? min(ours, theirs)
  }
}

/// An episode, and the values that it inherits from the head of its file.
struct InheritingEpisode {
  let episode: Episode
  let inheritance: Episode.Inheritance

  /// The value of a field that the episode does not inherit.
  subscript(field: TrackField) -> Episode.FieldValue? {
    guard let value = episode.fields[field] else { return nil }
    return episode.stated.contains(field) || value != inheritance[field] ? value : nil
  }

  /// The episode without inherited values.
  var withOwnFields: Episode {
    var fields = episode.fields
    for field in Episode.Inheritance.fields { fields[field] = self[field] }
    return Episode(
      id: episode.id, guid: episode.guid, url: episode.url, published: episode.published, fields: fields,
      stated: Set(Episode.Inheritance.fields.filter { fields[$0] != nil }))
  }
}

/// Merges the plays of an episode that both sides recorded, and the time at which both sides added it.
struct PlayMerge {
  let base: Episode?
  let ours: Episode
  let theirs: Episode
  let precedence: MergePrecedence

  /// Returns the merged value of a field of plays; `nil` for other fields, and if only one side changed it.
  ///
  /// The number of plays grows by the increments of both sides, unless both sides recorded the same plays. An episode that both
  /// sides added, for example by updates of its feed, was added at the earlier time.
  func value(of field: TrackField) -> Episode.FieldValue? {
    switch field {
    case .playCount:
      guard ours.playCount != base?.playCount, theirs.playCount != base?.playCount, !isSame else { return nil }
      return .integer(sum)
    case .lastPlayedAt:
      guard let our = ours.lastPlayedAt, let their = theirs.lastPlayedAt, our != base?.lastPlayedAt,
        their != base?.lastPlayedAt
      else { return changedTime }
      return .date(max(our, their))
    case .dateAdded:
      guard base == nil, let our = ours.date(.dateAdded), let their = theirs.date(.dateAdded) else { return nil }
      return .date(min(our, their))
    default: return nil
    }
  }

  /// Returns the position if the latest play decides it: that of the side that played later. An outer `nil` means that no play
  /// decides it, so that the position is merged like other fields.
  ///
  /// If both sides played last at the same time, an episode that one side played to its end has no position. Otherwise, the
  /// position is the later one.
  var position: Episode.FieldValue?? {
    let (our, their) = (ours.fields[.position], theirs.fields[.position])
    guard our != their else { return nil }
    let (old, ourTime, theirTime) = (base?.lastPlayedAt, ours.lastPlayedAt, theirs.lastPlayedAt)
    switch (ourTime != old, theirTime != old) {
    case (true, true):
      if ourTime == theirTime { return .some(furthest) }
      return .some((ourTime ?? .distantPast) > (theirTime ?? .distantPast) ? our : their)
    case (true, false) where their != base?.fields[.position]: return .some(our)
    case (false, true) where our != base?.fields[.position]: return .some(their)
    default: return nil
    }
  }

  private var furthest: Episode.FieldValue? {
    guard let our = ours.position, let their = theirs.position else { return nil }
    return .seconds(max(our, their))
  }

  /// Whether both sides recorded the same plays: they have the same number, and the same time of the last play.
  ///
  /// The time of the base does not identify plays. It stays if the clock of a machine is behind it.
  private var isSame: Bool {
    guard ours.playCount == theirs.playCount, ours.lastPlayedAt == theirs.lastPlayedAt else { return false }
    guard let time = base?.lastPlayedAt, time == ours.lastPlayedAt, precedence == .neither else { return true }
    return (ours.playCount ?? 0) < (base?.playCount ?? 0)
  }

  /// The time of the side that changed it, if the other side removed it.
  private var changedTime: Episode.FieldValue? {
    guard let old = base?.lastPlayedAt, let new = ours.lastPlayedAt ?? theirs.lastPlayedAt, new != old,
      ours.lastPlayedAt == nil || theirs.lastPlayedAt == nil
    else { return nil }
    return .date(new)
  }

  private var sum: Int64 {
    let (old, our, their) = (base?.playCount ?? 0, ours.playCount ?? 0, theirs.playCount ?? 0)
    // Counts are not below zero, so that no difference overflows.
    return max(0, our.addingWithoutOverflow(their - old))
  }
}
