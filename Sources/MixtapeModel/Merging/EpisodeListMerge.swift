/// Takes what one change did to a list of episodes out of the list as it is now.
///
/// What the change put in goes; what it took out comes back, unless somebody has put it back already; what it moved goes
/// back, if it is still there. Everything else stays where it is. An episode that comes or goes back is placed right
/// behind the nearest episode that stood before it in the old list and is in the list now, so that together they stand in
/// the order of the old list; where none is left, right before the nearest that stood behind it, and where none of those
/// is left either, at the start.
///
/// An episode may be in a list more than once; of equal ones, the first is the first, the second the second, and so on.
struct EpisodeListMerge {
  /// One occurrence of an episode in a list.
  private struct Occurrence: Hashable {
    let episode: Episode.ID
    let number: Int
  }

  private let old: [Occurrence]
  /// What the change put in.
  private let added: Set<Occurrence>
  /// What goes to its place in the old list.
  private let returning: Set<Occurrence>
  /// What is there now and neither goes nor moves.
  private let staying: [Occurrence]

  /// The list `now` without the change that led from `before` to `after`. O(*n* log *n*).
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
