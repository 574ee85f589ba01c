import ArgumentParser

/// A time between two repetitions: `90s`, `30m`, `1h`, `2 days`.
struct IntervalArgument: ExpressibleByArgument {
  let duration: Duration

  /// Checks that the time is at least a minute.
  func requireMinute(_ option: String) throws {
    if duration < .seconds(60) { throw ValidationError("\(option) must be at least 1m") }
  }

  init?(argument: String) {
    let text = argument.lowercased()
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).filter { $0 != " " }
    guard let number = Int64(digits), number <= 1_000_000, let seconds = Self.seconds(of: unit) else { return nil }
    duration = .seconds(number * seconds)
  }

  private static func seconds(of unit: String) -> Int64? {
    switch unit {
    case "s", "sec", "second", "seconds": 1
    case "m", "min", "minute", "minutes": 60
    case "h", "hour", "hours": 3_600
    case "d", "day", "days": 86_400
    default: nil
    }
  }
}
