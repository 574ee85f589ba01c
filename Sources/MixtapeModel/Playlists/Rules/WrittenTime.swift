/// A playing time as people write it: `90 min`, `1 h 30 min`, `1h30m`, `2 hours` or `1:30:00`.
///
/// Rules, limits, scripts, commands of the player and values of episodes share this notation.
public struct WrittenTime: Hashable, Sendable {
  private struct Part: Hashable {
    let number: Double
    let unit: Quantity.Unit
  }

  /// The numbers with their units, the largest unit first.
  private var parts: [Part] = []

  /// Makes a time without parts.
  init() {}

  /// Adds a number with its unit. Returns `false` unless the unit is a unit of time, and smaller than that of the part before.
  mutating func append(_ number: Double, _ unit: Quantity.Unit) -> Bool {
    guard unit.field == .duration, parts.last.map({ unit.factor < $0.unit.factor }) ?? true else { return false }
    parts.append(Part(number: number, unit: unit))
    return true
  }

  /// Reads numbers with units in descending order, or a time with colons.
  ///
  /// Returns `nil` for any other text, and for numbers with more than nine digits before the point.
  public init?(_ text: some StringProtocol) {
    guard text.contains(":") ? appendClock(text) : appendNumbers(text), !parts.isEmpty else { return nil }
  }

  /// Whether the time has several parts, as in `1 h 30 min` and `1:30`.
  var isCompound: Bool { parts.count > 1 }

  /// The time in its smallest unit with a number above 0; `nil` if that number is too large.
  ///
  /// `1 h 30 min` is 90 minutes, and `2:00:00` is 2 hours.
  public var quantity: Quantity? {
    guard let last = parts.last else { return nil }
    guard isCompound else { return Quantity(last.number, last.unit) }
    let unit = parts.last { $0.number != 0 }?.unit ?? last.unit
    // Parts after that of the unit are 0.
    let numbers = parts.filter { $0.unit.factor >= unit.factor }.map {
      DecimalNumber($0.number).multiplied(by: $0.unit.factor / unit.factor)
    }
    return Quantity(numbers.reduce(0, +), unit)
  }
}

extension WrittenTime {
  /// Reads minutes and seconds, or hours, minutes and seconds. All numbers but the first have two digits, and are below 60.
  /// The seconds may have a fraction.
  private mutating func appendClock(_ text: some StringProtocol) -> Bool {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count) else { return false }
    let units = Quantity.Unit.times.suffix(numbers.count)
    for (offset, (digits, unit)) in zip(numbers, units).enumerated() {
      guard let number = Self.number(digits), unit == .seconds || !digits.contains(".") else { return false }
      let whole = digits.prefix { $0 != "." }.count
      guard offset == 0 ? whole <= 6 : whole == 2 && number < 60, append(number, unit) else { return false }
    }
    return true
  }

  private mutating func appendNumbers(_ text: some StringProtocol) -> Bool {
    var rest = text[...].drop { $0 == " " }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest[digits.endIndex...].drop { $0 == " " }
      let word = rest.prefix { $0.isLetter }
      rest = rest[word.endIndex...].drop { $0 == " " }
      guard let number = Self.number(digits), let unit = Quantity.Unit(timeWord: word), append(number, unit) else {
        return false
      }
    }
    return true
  }

  /// Reads digits with or without a fraction.
  private static func number(_ text: some StringProtocol) -> Double? {
    let places = text.split(separator: ".", omittingEmptySubsequences: false)
    guard places.count <= 2, places.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isRuleDigit) }),
      places[0].utf8.count <= 9
    else { return nil }
    return Double(text)
  }
}

extension Quantity.Unit {
  /// The units of time, the largest first.
  static let times: [Self] = [.hours, .minutes, .seconds]

  /// Makes a unit of time from any of its names.
  init?(timeWord word: some StringProtocol) {
    switch String(word) {
    case "s", "sec", "second", "seconds": self = .seconds
    case "m", "min", "minute", "minutes": self = .minutes
    case "h", "hour", "hours": self = .hours
    default: return nil
    }
  }

  /// Whether a word is one of the names of the units of time.
  public static func isTimeWord(_ word: some StringProtocol) -> Bool { Self(timeWord: word) != nil }
}
