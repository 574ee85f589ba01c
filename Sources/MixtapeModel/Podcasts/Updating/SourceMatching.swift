#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A search for the episodes of a file among those of a source.
///
/// Episodes match if all values of the source agree; else by guid, by unique address without query, by title and time, by unique title
/// of a day, by unique whole address, or by unique title. ``EpisodeAgreement`` decides whether two such episodes are the same one. If
/// most episodes of the source are unknown then, they match by unique time and duration. Each episode of the file matches once.
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
    matchUnique({ $0.addressWithoutQuery.map(String.init) }, where: \.isSameByAddress)
    match(Self.titleAndMinute)
    matchUnique(Self.titleAndDay, where: \.isSameByTitle)
    matchUnique(\.url, where: \.isSameByAddress)
    matchUnique(\.comparableTitle, where: \.isSameByTitle)
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
    _ key: (Episode) -> String?, where isSame: (EpisodeAgreement) -> Bool = { _ in true }
  ) {
    for (index, place) in uniquePairs(key) {
      if isSame(EpisodeAgreement(new: new[index], old: old[place], isOnly: new.count == 1)) { claim(place, for: index) }
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

  private static func titleAndMinute(_ episode: Episode) -> String? {
    guard let title = episode.comparableTitle, let minute = episode.minute else { return nil }
    return "\(minute) \(title)"
  }

  private static func titleAndDay(_ episode: Episode) -> String? {
    guard let title = episode.comparableTitle, let day = episode.day else { return nil }
    return "\(day) \(title)"
  }

  private static func timeAndDuration(_ episode: Episode) -> String? {
    guard let published = episode.published, let duration = episode.duration, duration > 0 else { return nil }
    return "\(published.timeIntervalSince1970) \(duration.rounded())"
  }
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
