#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A search for the episodes of a file among those of a source.
///
/// Episodes match if all values of the source agree; else by guid, by unique address without query, by title and time, by unique title
/// of a day, by unique whole address, or by unique title. ``EpisodeAgreement`` decides whether two such episodes are the same one. Each
/// episode of the file matches once.
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
  }

  /// Matches episodes that agree in all values of the source, those with the most values first. So a second update by the same
  /// source finds what the first one made, also among episodes with equal guids or addresses.
  private mutating func matchEqual() {
    let kinds = Set(new.map(IdentifyingValues.init(of:))).filter(\.identifies).sorted { $0.rawValue > $1.rawValue }
    for values in kinds {
      match { episode in
        values.isSubset(of: IdentifyingValues(of: episode)) ? values.key(of: episode) : nil
      } where: {
        IdentifyingValues(of: $0) == values
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
  private mutating func matchUnique(_ key: (Episode) -> String?, where isSame: (EpisodeAgreement) -> Bool) {
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
}

/// The values by which episodes are recognized.
private struct IdentifyingValues: OptionSet, Hashable {
  let rawValue: Int

  static let published = IdentifyingValues(rawValue: 1)
  static let title = IdentifyingValues(rawValue: 2)
  static let url = IdentifyingValues(rawValue: 4)
  static let guid = IdentifyingValues(rawValue: 8)

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
    if contains(.title), let title = episode.text(.title) { parts.append(title) }
    if contains(.published) { parts.append("\(episode.published?.timeIntervalSince1970 ?? 0)") }
    return parts.joined(separator: "\u{0}")
  }
}

/// The decision whether an episode of a source and one of the library are the same, by the values in which they agree.
///
/// Lengths and durations decide nothing: many episodes of a show have the same.
struct EpisodeAgreement {
  /// The episode of the source.
  let new: Episode
  /// The episode of the library.
  let old: Episode
  /// Whether the source has only this episode.
  var isOnly = false

  /// Whether both are the same episode if they have the same title, which no other one has: they were published in the same minute,
  /// or at most a day apart and with the same end of the address.
  ///
  /// A show can have several episodes of one title on a day. A source can write its times in another time zone.
  var isSameByTitle: Bool {
    if minute == true { return true }
    switch (new.hasSameEnd(as: old), distance) {
    case (true?, let distance):
      let hasSameAddress = new.addressWithoutQuery == old.addressWithoutQuery
      return distance ?? 0 <= Self.day && (!hasSameAddress || isSameByAddress)
    // One of the two was written by hand, with fewer values.
    case (nil, _): return distance == nil || isOfSameDay
    case (false?, let distance): return distance == nil && guid == nil
    }
  }

  /// Whether both are the same episode if they have the same address, which no other one has.
  ///
  /// The address of some feeds always has the latest news. Then day and title differ, and the guids are not equal. If the source has
  /// only the latest episode, another guid and day are enough.
  var isSameByAddress: Bool {
    guard distance != nil, !isOfSameDay else { return true }
    if isOnly, guid == false { return false }
    return guid == true || title != false
  }

  /// Whether both are the same episode without doubt: by guid; by address, and title or time; or by title, time and the end of the
  /// address. Without guids, the address is enough.
  var isCertain: Bool {
    if guid == true { return true }
    if let url = new.url, url == old.url { return guid == nil || minute == true || title == true }
    return minute == true && title == true && new.hasSameEnd(as: old) != false
  }

  /// Whether both have the same guid; `nil` if one of them has none.
  private var guid: Bool? { compare(\.guid) }
  private var title: Bool? { compare(\.comparableTitle) }
  private var minute: Bool? { compare(\.minute) }

  private func compare(_ value: (Episode) -> (some Equatable)?) -> Bool? {
    guard let own = value(new), let other = value(old) else { return nil }
    return own == other
  }

  /// The number of seconds between the times of publication.
  private var distance: Double? {
    guard let date = new.published, let other = old.published else { return nil }
    return abs(date.timeIntervalSince(other))
  }

  private var isOfSameDay: Bool { new.day == old.day }

  /// The number of seconds of a day.
  private static let day = 86_400.0
}

extension Episode {
  /// The title without regard to upper and lower case; `nil` if the file has none.
  var comparableTitle: String? { text(.title)?.lowercased() }

  /// The number of minutes from 1970 to the publication.
  var minute: Double? { published.map { ($0.timeIntervalSince1970 / 60).rounded(.down) } }

  /// The day of the publication.
  var day: CalendarDay? { published.flatMap(CalendarDay.init(of:)) }

  /// The address without its query, in which tokens are.
  var addressWithoutQuery: Substring? { url.map(AddressReference.withoutQuery) }

  /// Returns whether the paths of both addresses end alike; `nil` if one of the two episodes has no address.
  fileprivate func hasSameEnd(as other: Episode) -> Bool? {
    guard let path = url.map(Self.path), let otherPath = other.url.map(Self.path) else { return nil }
    guard !path.isEmpty, !otherPath.isEmpty else { return false }
    return path.suffix(otherPath.count) == otherPath || otherPath.suffix(path.count) == path
  }

  /// Returns the names in the path of an address, without services before it that count downloads, as in
  /// `https://count.example/r/cdn.example/42.mp3`.
  private static func path(of url: String) -> ArraySlice<Substring> {
    let address = AddressReference.withoutQuery(url)
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let names = address[start...].split(separator: "/")
    return names.dropFirst((names.dropFirst().dropLast().lastIndex(where: isHost) ?? 0) + 1)
  }

  /// Returns whether a name in a path looks like a host: its last part after a dot has only letters, unlike `mp3`.
  private static func isHost(_ name: Substring) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.utf8.count > 1 else { return false }
    return last.utf8.allSatisfy(\.isLetter)
  }
}
