import ArgumentParser

/// A time between two repetitions: `90s`, `30m`, `1h`, `2 days`. At least a minute.
struct IntervalArgument: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let text = argument.lowercased()
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).filter { $0 != " " }
    guard let number = Int64(digits), number <= 1_000_000, let seconds = Self.seconds(of: unit) else { return nil }
    guard number * seconds >= 60 else { return nil }
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
