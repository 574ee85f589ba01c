#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A search for the episodes of a file among those of a source.
///
/// Episodes match if all values of the source agree; else by guid, by unique address without query, by title and day, by unique
/// whole address, or by unique title if one of the two has no date or the dates are close. If most episodes of the source are
/// unknown then, they match by unique time and duration. Each episode of the file matches once.
struct SourceMatching {
  /// The index in the file of each episode of the source; `nil` for a new one.
  private(set) var matches: [Int?]

  private let old: [Episode]
  private let new: [Episode]
  private var claimed: Set<Int> = []

  /// Matches episodes.
  ///
  /// - Complexity: O(*n*).
  init(_ new: [Episode], in old: [Episode]) {
    self.old = old
    self.new = new
    matches = Array(repeating: nil, count: new.count)
    matchEqual()
    match { $0.guid }
    let isOnly = new.count == 1
    matchUnique {
      $0.url.map(Self.withoutQuery)
    } where: {
      !Self.reusesAddress($0, $1, isOnly: isOnly)
    }
    match(Self.titleAndDay)
    matchUnique(\.url) { !Self.reusesAddress($0, $1, isOnly: isOnly) }
    matchUnique(Self.title) { $0.published == nil || $1.published == nil }
    matchCloseDates()
    // A source that replaced guids, addresses and titles at once keeps times and durations.
    if matches.count(where: { $0 == nil }) * 2 > matches.count { matchUnique(Self.timeAndDuration) }
  }

  /// Matches episodes that agree in all values of the source, those with the most values first. So a second update by the same
  /// source finds what the first one made, also among episodes with equal guids or addresses.
  private mutating func matchEqual() {
    let masks = Set(new.map(EpisodeTraits.init(of:))).filter(\.identifies).sorted { $0.rawValue > $1.rawValue }
    for mask in masks {
      match { episode in
        mask.isSubset(of: EpisodeTraits(of: episode)) ? mask.key(of: episode) : nil
      } where: {
        EpisodeTraits(of: $0) == mask
      }
    }
  }

  /// Matches episodes with equal keys in their order.
  private mutating func match(_ key: (Episode) -> String?, where isMeant: (Episode) -> Bool = { _ in true }) {
    guard matches.contains(nil) else { return }
    var candidates: [String: [Int]] = [:]
    for index in old.indices.reversed() where !claimed.contains(index) {
      if let key = key(old[index]) { candidates[key, default: []].append(index) }
    }
    for index in new.indices where matches[index] == nil && isMeant(new[index]) {
      guard let key = key(new[index]), let place = candidates[key]?.popLast() else { continue }
      claim(place, for: index)
    }
  }

  /// Matches episodes whose key occurs once on either side.
  ///
  /// - Parameter isSame: Whether an episode of the source and one of the file with equal keys are the same.
  private mutating func matchUnique(
    _ key: (Episode) -> String?, where isSame: (Episode, Episode) -> Bool = { _, _ in true }
  ) {
    for (index, place) in uniquePairs(key) where isSame(new[index], old[place]) { claim(place, for: index) }
  }

  /// Matches episodes with a unique title whose dates are close. A source that writes its times in another time zone can move
  /// dates over midnight.
  ///
  /// The next episode of a daily show has a later date and can have the same title. So dates that are a day apart count only if
  /// several episodes moved and kept their durations.
  private mutating func matchCloseDates() {
    let pairs = uniquePairs(Self.title).compactMap { index, place -> (index: Int, place: Int, distance: Double)? in
      guard let date = new[index].published, let other = old[place].published else { return nil }
      let distance = abs(date.timeIntervalSince(other))
      return distance <= Self.day ? (index, place, distance) : nil
    }
    for (index, place, distance) in pairs {
      let isMoved = pairs.count > 1 && Self.haveSameDuration(new[index], old[place])
      if isMoved || distance <= Self.greatestTimeZone { claim(place, for: index) }
    }
  }

  /// Returns the open episodes of the source whose key occurs once on either side, with the open ones of the file.
  private func uniquePairs(_ key: (Episode) -> String?) -> [(index: Int, place: Int)] {
    guard matches.contains(nil) else { return [] }
    let newKeys = new.map(key)
    let oldKeys = old.map(key)
    let newCounts = Dictionary(newKeys.compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
    var places: [String: Int?] = [:]
    for (index, key) in oldKeys.enumerated() {
      if let key { places[key] = places[key] == nil ? .some(index) : .some(nil) }
    }
    return newKeys.enumerated().compactMap { index, key in
      guard matches[index] == nil, let key, newCounts[key] == 1, let place = places[key] ?? nil,
        !claimed.contains(place)
      else { return nil }
      return (index, place)
    }
  }

  private mutating func claim(_ place: Int, for index: Int) {
    matches[index] = place
    claimed.insert(place)
  }

  /// The number of seconds of a day.
  private static let day = 86_400.0
  /// The greatest distance of a time zone from UTC, in seconds.
  private static let greatestTimeZone = 14 * 3_600.0
  /// The difference in seconds that two encodings of a sound can have.
  private static let durationTolerance = 2.0

  private static func titleAndDay(_ episode: Episode) -> String? {
    let day = episode.published.flatMap(CalendarDay.init(of:))?.description ?? ""
    return title(episode).map { "\(day) \($0)" }
  }

  private static func title(_ episode: Episode) -> String? {
    guard case .text(let title)? = episode.fields[.title] else { return nil }
    return title.lowercased()
  }

  /// Returns whether an episode of the source has the address of another one, as in a feed whose address always has the latest
  /// news: day and title differ, and the guids are not equal. If the feed has only the latest episode, another guid is enough.
  private static func reusesAddress(_ new: Episode, _ old: Episode, isOnly: Bool) -> Bool {
    guard let date = new.published, let oldDate = old.published, CalendarDay(of: date) != CalendarDay(of: oldDate)
    else { return false }
    if isOnly, let guid = new.guid, let oldGUID = old.guid, guid != oldGUID { return true }
    guard new.guid == nil || new.guid != old.guid, let title = title(new), let oldTitle = Self.title(old) else {
      return false
    }
    return title != oldTitle
  }

  /// Returns whether two episodes have the same duration, or one of them has none.
  private static func haveSameDuration(_ episode: Episode, _ other: Episode) -> Bool {
    guard let duration = episode.duration, let otherDuration = other.duration else { return true }
    return abs(duration - otherDuration) <= durationTolerance
  }

  private static func timeAndDuration(_ episode: Episode) -> String? {
    guard let published = episode.published, let duration = episode.duration, duration > 0 else { return nil }
    return "\(published.timeIntervalSince1970) \(duration.rounded())"
  }

  private static func withoutQuery(_ url: String) -> String { String(url.prefix { $0 != "?" && $0 != "#" }) }
}

/// The values by which episodes are recognized.
private struct EpisodeTraits: OptionSet, Hashable {
  let rawValue: Int

  static let published = EpisodeTraits(rawValue: 1)
  static let title = EpisodeTraits(rawValue: 2)
  static let url = EpisodeTraits(rawValue: 4)
  static let guid = EpisodeTraits(rawValue: 8)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Makes the set of the values that an episode has.
  init(of episode: Episode) {
    self = []
    if episode.guid != nil { insert(.guid) }
    if episode.url != nil { insert(.url) }
    if episode.fields[.title] != nil { insert(.title) }
    if episode.published != nil { insert(.published) }
  }

  /// Whether an episode can be recognized by these values.
  var identifies: Bool { !isDisjoint(with: [.guid, .url, .title]) }

  /// Returns these values of an episode.
  func key(of episode: Episode) -> String {
    var parts: [String] = []
    if contains(.guid) { parts.append(episode.guid ?? "") }
    if contains(.url) { parts.append(episode.url ?? "") }
    if contains(.title), case .text(let title)? = episode.fields[.title] { parts.append(title) }
    if contains(.published) { parts.append("\(episode.published?.timeIntervalSince1970 ?? 0)") }
    return parts.joined(separator: "\u{0}")
  }
}
