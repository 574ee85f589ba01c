import MixtapeModel
import StoreBrowser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date {
  var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }

  /// The start of the day in UTC.
  var startOfDay: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 / 86_400).rounded(.down) * 86_400) }
}

/// A time for people, in a time zone with a given offset from UTC in minutes.
struct Timestamp {
  /// The day and the time to the minute: `2026-03-01 07:00`.
  let text: String
  /// The time to the second: `07:00:00`.
  let timeOfDay: String

  init(_ date: Date, utcOffset minutes: Int) {
    let local = Self.utc(Date(timeIntervalSince1970: date.timeIntervalSince1970 + Double(minutes * 60)))
    text = "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
    timeOfDay = String(local.dropFirst(11).prefix(8))
  }

  /// Returns the texts of two times: to the minute, or to the second if they would be equal. An unknown time has a text without
  /// meaning.
  static func distinct(_ first: Date?, _ second: Date?, utcOffset: (Date) -> Int) -> (String, String) {
    let times = [first ?? .distantPast, second ?? .distantPast].map { Timestamp($0, utcOffset: utcOffset($0)) }
    guard times[0].text == times[1].text else { return (times[0].text, times[1].text) }
    return (times[0].precise, times[1].precise)
  }

  /// The day and the time to the second: `2026-03-01 07:00:00`.
  private var precise: String { "\(text.prefix(10)) \(timeOfDay)" }

  /// Returns a time as ISO 8601 in UTC, to the second: `2026-03-01T06:00:00Z`.
  ///
  /// Foundation uses the Julian calendar for early years; files use the Gregorian one.
  static func utc(_ date: Date) -> String {
    RuleDate.instant(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))).description
  }

  /// Returns ISO 8601 in UTC, to the millisecond and with the fewest digits, as rules compare it: `2026-03-01T06:00:00.25Z`.
  static func precise(_ date: Date) -> String {
    let time = date.timeIntervalSince1970
    let second = time.rounded(.down)
    let milliseconds = ((time - second) * 1_000).rounded()
    return RuleDate.instant(Date(timeIntervalSince1970: second + milliseconds / 1_000)).description
  }

  static func day(_ date: Date) -> String { String(utc(date).prefix(10)) }
}

/// Returns a total playing time for people: `1:02:03`, `at least 36:29`, `unknown`.
///
/// - Parameter count: The number of episodes.
func playingTime(_ total: PlayingTime, of count: Int) -> String {
  if total.unknownCount == count { return "unknown" }
  return (total.unknownCount > 0 ? "at least " : "") + playingTime(total.seconds)
}

/// Returns a size for people, in the units of rules: `532 bytes`, `1.2 MB`, `120 MB`.
func byteCount(_ bytes: Int) -> String {
  guard bytes >= 1_000 else { return counted(bytes, "byte") }
  let units = [("KB", 1e3), ("MB", 1e6), ("GB", 1e9)]
  // 999.6 KB are 1 MB.
  let (name, factor) = units.first { Double(bytes) / $0.1 < 999.5 } ?? ("GB", 1e9)
  let amount = Double(bytes) / factor
  let tenths = Int((amount * 10).rounded())
  let hasFraction = tenths < 100 && tenths % 10 != 0
  return hasFraction ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(Int(amount.rounded())) \(name)"
}
