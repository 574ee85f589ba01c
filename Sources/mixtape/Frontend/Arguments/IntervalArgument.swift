import ArgumentParser
import MixtapePlayer

/// A time between two repetitions: `90s`, `30m`, `1h`, `2 days`.
struct IntervalArgument: ExpressibleByArgument {
  let duration: Duration

  /// Checks that the time is at least a minute.
  func requireMinute(_ option: String) throws {
    if duration < .seconds(60) { throw ValidationError("\(option) must be at least 1m") }
  }

  init?(argument: String) {
    let text = argument.lowercased()
    guard let duration = Duration(playingTime: text) ?? Self.days(text) else { return nil }
    self.duration = duration
  }

  /// Reads a number of days.
  private static func days(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).filter { $0 != " " }
    guard ["d", "day", "days"].contains(unit), let number = Int64(digits), number <= 1_000_000 else { return nil }
    return .seconds(number * 86_400)
  }
}
