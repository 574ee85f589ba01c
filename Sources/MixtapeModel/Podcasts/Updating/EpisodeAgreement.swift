#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
  var addressWithoutQuery: Substring? { url.map(Self.withoutQuery) }

  private static func withoutQuery(_ url: String) -> Substring { url.prefix { $0 != "?" && $0 != "#" } }

  /// Returns whether the paths of both addresses end alike; `nil` if one of the two episodes has no address.
  fileprivate func hasSameEnd(as other: Episode) -> Bool? {
    guard let path = url.map(Self.path), let otherPath = other.url.map(Self.path) else { return nil }
    guard !path.isEmpty, !otherPath.isEmpty else { return false }
    return path.suffix(otherPath.count) == otherPath || otherPath.suffix(path.count) == path
  }

  /// Returns the names in the path of an address, without services before it that count downloads, as in
  /// `https://count.example/r/cdn.example/42.mp3`.
  private static func path(of url: String) -> ArraySlice<Substring> {
    let address = withoutQuery(url)
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let names = address[start...].split(separator: "/")
    return names.dropFirst((names.dropFirst().dropLast().lastIndex(where: isHost) ?? 0) + 1)
  }

  /// Returns whether a name in a path looks like a host: its last part after a dot has only letters, unlike `mp3`.
  private static func isHost(_ name: Substring) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.utf8.count > 1 else { return false }
    return last.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
  }
}
