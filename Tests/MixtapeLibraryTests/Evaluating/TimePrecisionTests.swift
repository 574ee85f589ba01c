import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

/// Comparisons of times, in the precision that `docs/rules-reference.md` states.
@Suite struct TimePrecisionTests {
  /// A point in time with exact components.
  private struct Instant: Comparable {
    let day: CalendarDay
    let second: Int
    let nanosecond: Int

    /// Nanoseconds since 1970.
    var count: Int128 { (Int128(day.daysSince1970) * 86_400 + Int128(second)) * 1_000_000_000 + Int128(nanosecond) }

    /// The time in the notation of rules.
    var text: String {
      func padded(_ number: Int, _ count: Int) -> String {
        String(repeating: "0", count: count - String(number).count) + String(number)
      }
      let clock = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
      return "\(day)T\(clock).\(padded(nanosecond, 9))Z"
    }

    static func < (left: Instant, right: Instant) -> Bool { left.count < right.count }

    func advanced(by nanoseconds: Int) -> Instant? {
      let count = self.count + Int128(nanoseconds)
      let billion: Int128 = 1_000_000_000
      let seconds = count / billion - (count % billion < 0 ? 1 : 0)
      let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
      return CalendarDay(daysSince1970: Int(days)).map {
        Instant(day: $0, second: Int(seconds - days * 86_400), nanosecond: Int(count - seconds * billion))
      }
    }
  }

  @Test("Times a millisecond apart are distinguished in any year, and ordered correctly", arguments: 0..<4)
  func order(round: Int) throws {
    var generator = SeededGenerator()
    let seed = generator.comment
    let distances = [0, 1, 999, 100_000, 1_000_000, 1_000_001, 999_999_999, 86_400_000_000_000]
    var pairs: [(stored: Instant, written: Instant)] = []
    while pairs.count < 40 {
      let days = Int.random(in: -719_528...2_932_896, using: &generator)
      let instant = Instant(
        day: try #require(CalendarDay(daysSince1970: days)), second: Int.random(in: 0..<86_400, using: &generator),
        nanosecond: Int.random(in: 0..<1_000_000_000, using: &generator))
      let distance = distances.randomElement(using: &generator) ?? 0
      guard let other = instant.advanced(by: Bool.random(using: &generator) ? distance : -distance) else { continue }
      pairs.append((instant, other))
    }
    var episodes: [String: Episode.Fields] = [:]
    for (number, pair) in pairs.enumerated() {
      let date = pair.stored.day.instant(second: pair.stored.second, nanosecond: pair.stored.nanosecond)
      episodes["e\(number)"] = [.dateAdded: .date(date)]
    }
    let index = try LibraryIndex(episodes)
    for (number, pair) in pairs.enumerated() {
      func holds(_ op: String) throws -> Bool {
        let rule = try Rule(parsing: "title = \"e\(number)\" and dateAdded \(op) \(pair.written.text)")
        return try index.count(matching: EpisodeQuery(rule: rule, now: RandomLibrary.now)) == 1
      }
      let (isLess, isEqual, isMore) = (try holds("<"), try holds("="), try holds(">"))
      let comment = "\(seed) \(pair.stored.text) \(pair.written.text)"
      #expect([isLess, isEqual, isMore].count { $0 } == 1, "\(comment)")
      #expect(!(isLess && pair.stored > pair.written) && !(isMore && pair.stored < pair.written), "\(comment)")
      let distance = pair.stored.count - pair.written.count
      if distance == 0 || abs(distance) >= 1_000_000 { #expect(isEqual == (distance == 0), "\(comment)") }
    }
  }

  @Test("A span that starts before the calendar starts with its first instant")
  func firstInstant() throws {
    let first = try #require(CalendarDay(year: 0, month: 1, day: 1)).start
    let index = try LibraryIndex(["a": [.dateAdded: .date(first)]])
    let query = EpisodeQuery(rule: try Rule(parsing: "added in the last 10000 years"), now: RandomLibrary.now)
    #expect(try index.count(matching: query) == 1)
  }
}
