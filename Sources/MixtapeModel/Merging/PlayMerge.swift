#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
      guard base == nil, case .date(let our)? = ours.fields[.dateAdded],
        case .date(let their)? = theirs.fields[.dateAdded]
      else { return nil }
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
    let (sum, overflows) = our.addingReportingOverflow(their - old)
    return overflows ? .max : max(0, sum)
  }
}
