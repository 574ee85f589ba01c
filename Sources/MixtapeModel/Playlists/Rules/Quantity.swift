/// A number in a rule, with or without a unit.
///
/// The number is a `Double` that stands for its shortest decimal: `44.1` is exactly 44.1 rather than the nearest sum of
/// powers of two. So `44.1 kHz` is exactly 44100 Hz. A number with more digits than a `Double` can distinguish is
/// invalid.
public struct Quantity: Hashable, Sendable {
  /// The number before the unit. It is finite.
  public let number: Double
  /// The unit; `nil` means that of the field.
  public let unit: Unit?

  /// Makes a quantity; `nil` if the number is not finite.
  public init?(_ number: Double, _ unit: Unit? = nil) {
    guard number.isFinite else { return nil }
    self.number = number == 0 ? 0 : number
    self.unit = unit
  }

  /// Makes a quantity of a whole number, which is always finite.
  public init(_ number: Int, _ unit: Unit? = nil) {
    self.number = Double(number)
    self.unit = unit
  }

  /// The units, by their names in rules.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    case seconds = "s"
    case minutes = "min"
    case hours = "h"
    case kilobytes = "KB"
    case megabytes = "MB"
    case gigabytes = "GB"
    case kilobitsPerSecond = "kbps"
    case hertz = "Hz"
    case kilohertz = "kHz"

    /// The main field with values in this unit.
    public var field: RuleField {
      switch self {
      case .seconds, .minutes, .hours: .duration
      case .kilobytes, .megabytes, .gigabytes: .fileSize
      case .kilobitsPerSecond: .bitrate
      case .hertz, .kilohertz: .sampleRate
      }
    }

    /// The size of the unit in the unit of the field: seconds, bytes, kilobits per second or hertz.
    public var factor: Int {
      switch self {
      case .seconds, .kilobitsPerSecond, .hertz: 1
      case .minutes: 60
      case .hours: 3_600
      case .kilobytes, .kilohertz: 1_000
      case .megabytes: 1_000_000
      case .gigabytes: 1_000_000_000
      }
    }
  }

  /// The number in the unit of the field: seconds, bytes, kilobits per second, hertz, or none. It is the `Double`
  /// nearest to the exact product, or infinite if that is too large.
  public var inFieldUnit: Double {
    guard let factor = unit?.factor, factor != 1 else { return number }
    return DecimalNumber(number).multiplied(by: factor)
  }

  /// Returns whether a field can be compared with the quantity.
  public func fits(_ field: RuleField) -> Bool { unit.map { $0.field == field.unitField } ?? true }
}

extension Quantity: CustomStringConvertible {
  /// The quantity as it is written in rules: `0.5`, `44.1 kHz`.
  public var description: String {
    let digits = DecimalNumber(number).description
    return unit.map { "\(digits) \($0.rawValue)" } ?? digits
  }
}

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
    guard let numbers = ClockTime(text)?.numbers, (2...3).contains(numbers.count) else { return false }
    let units = Quantity.Unit.times.suffix(numbers.count)
    for (offset, (number, unit)) in zip(numbers, units).enumerated() {
      guard unit == .seconds || !number.hasFraction else { return false }
      guard offset == 0 ? number.wholeDigits <= 6 : number.wholeDigits == 2 && number.value < 60 else { return false }
      guard append(number.value, unit) else { return false }
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
      guard let number = WrittenNumber(digits), number.wholeDigits <= 9, let unit = Quantity.Unit(timeWord: word),
        append(number.value, unit)
      else { return false }
    }
    return true
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

/// The decimal number that a `Double` is written as: the shortest one that reads as the same `Double`.
struct DecimalNumber: Equatable, CustomStringConvertible {
  private let isNegative: Bool
  /// The digits without leading and trailing zeros; empty for 0.
  private let digits: [UInt8]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// Makes the decimal of a finite number.
  init(_ number: Double) {
    // The standard library writes the shortest decimal, with an exponent for large and small numbers.
    let parts = number.description.utf8.split(separator: UInt8(ascii: "e"), maxSplits: 1)
    let exponent = parts.count == 2 ? Int(Substring(parts[1])) ?? 0 : 0
    self.init(ofPlain: parts[0], exponent: exponent)
  }

  /// Reads a number in the notation of rules: digits with or without a sign and a fraction.
  init(ofPlain text: some Collection<UInt8>, exponent: Int = 0) {
    isNegative = text.first == UInt8(ascii: "-")
    var digits: [UInt8] = []
    var fractionLength = 0
    var isFraction = false
    for byte in text {
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard byte.isDigit else { continue }
      if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
      if isFraction { fractionLength += 1 }
    }
    var zeros = 0
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      zeros += 1
    }
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent - fractionLength + zeros
  }

  static func == (left: Self, right: Self) -> Bool {
    left.digits == right.digits && left.exponent == right.exponent
      && (left.isNegative == right.isNegative || left.digits.isEmpty)
  }

  /// The number without an exponent.
  var description: String {
    let sign = isNegative && !digits.isEmpty ? "-" : ""
    let text = String(decoding: digits, as: UTF8.self)
    if digits.isEmpty { return "0" }
    if exponent >= 0 { return sign + text + String(repeating: "0", count: exponent) }
    let point = digits.count + exponent
    if point > 0 { return "\(sign)\(text.prefix(point)).\(text.dropFirst(point))" }
    return "\(sign)0.\(String(repeating: "0", count: -point))\(text)"
  }

  /// Returns the `Double` nearest to the product. A `Double` has at most 17 digits, so the product of the digits is
  /// exact.
  func multiplied(by factor: Int) -> Double {
    let whole = Int128(String(decoding: digits, as: UTF8.self)) ?? 0
    let magnitude = Double("\(whole * Int128(factor))e\(exponent)") ?? .infinity
    return isNegative ? -magnitude : magnitude
  }
}
