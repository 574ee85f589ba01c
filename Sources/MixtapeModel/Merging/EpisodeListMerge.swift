/// The reversal of one earlier change to a list of episodes, in the list as it is now.
///
/// Episodes that the change added are removed. Episodes that it removed come back, unless they are already back. Episodes
/// that it moved return to their old places, if they are still in the list. All others stay.
///
/// An episode that returns is placed directly after the nearest episode that preceded it in the old list and is in the list
/// now. If there is none, it is placed directly before the nearest one that followed it; if there is none either, at the
/// start. An episode may be in a list more than once: the first occurrence matches the first, and so on.
struct EpisodeListMerge {
  /// One occurrence of an episode in a list.
  private struct Occurrence: Hashable {
    let episode: Episode.ID
    let number: Int
  }

  private let old: [Occurrence]
  /// The episodes that the change added.
  private let added: Set<Occurrence>
  /// The episodes that return to their places in the old list.
  private let returning: Set<Occurrence>
  /// The present episodes that are neither removed nor moved.
  private let staying: [Occurrence]

  /// Returns the list `now` without the change from `before` to `after`. O(*n* log *n*).
  static func reverting(from before: [Episode.ID], to after: [Episode.ID], in now: [Episode.ID]) -> [Episode.ID] {
    EpisodeListMerge(before, after, now).merged()
  }

  private init(_ before: [Episode.ID], _ after: [Episode.ID], _ now: [Episode.ID]) {
    old = Self.occurrences(in: before)
    let new = Self.occurrences(in: after)
    let current = Self.occurrences(in: now)
    let present = Set(current)
    let positions = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($0.element, $0.offset) })
    let kept = old.compactMap { positions[$0] }
    let unmoved = Set(kept.longestIncreasingSubsequence())
    added = Set(new).subtracting(old)
    returning = Set(
      old.filter { occurrence in
        guard let position = positions[occurrence] else { return !present.contains(occurrence) }
        return !unmoved.contains(position) && present.contains(occurrence)
      })
    staying = current.filter { [added, returning] in !added.contains($0) && !returning.contains($0) }
  }

  private static func occurrences(in list: [Episode.ID]) -> [Occurrence] {
    var counts: [Episode.ID: Int] = [:]
    return list.map { episode in
      defer { counts[episode, default: 0] += 1 }
      return Occurrence(episode: episode, number: counts[episode, default: 0])
    }
  }

  private func merged() -> [Episode.ID] {
    let anchors = Set(staying)
    var leading: [Occurrence] = []
    var followers: [Occurrence: [Occurrence]] = [:]
    var (first, anchor): (Occurrence?, Occurrence?) = (nil, nil)
    for occurrence in old {
      if anchors.contains(occurrence) {
        anchor = occurrence
        first = first ?? occurrence
      } else if returning.contains(occurrence) {
        if let anchor { followers[anchor, default: []].append(occurrence) } else { leading.append(occurrence) }
      }
    }
    var result = first == nil ? leading : []
    for occurrence in staying {
      if occurrence == first { result += leading }
      result.append(occurrence)
      result += followers[occurrence] ?? []
    }
    return result.map(\.episode)
  }
}
