/// A time of day to the second, without a time zone.
///
/// With ``CalendarDay``, this is the only place that knows which times exist.
package struct TimeOfDay: Hashable, Sendable {
  /// The number of seconds since midnight. The leap second 23:59:60 has that of the next midnight.
  package let secondsSinceMidnight: Int

  /// Makes a time; `nil` if no day has it. As in RFC 3339, a minute may have a second 60.
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
    secondsSinceMidnight = hour * 3_600 + minute * 60 + second
  }

  /// Makes the time that is a number of seconds after midnight; `nil` outside the day.
  package init?(secondsSinceMidnight seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    secondsSinceMidnight = seconds
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time in ISO 8601: `06:30:15`.
  package var description: String {
    [secondsSinceMidnight / 3_600, secondsSinceMidnight / 60 % 60, secondsSinceMidnight % 60]
      .map { String($0).paddedWithZeros(to: 2) }.joined(separator: ":")
  }
}

/// A time as players show it: numbers with colons between them, such as `31:40` and `1:31:40.5`.
///
/// A number alone is seconds. Rules, files, feeds and other programs all have such times, but accept different ones, such as `2:5`,
/// `90:00` and `1:75`. All of them read the numbers here, and decide by ``numbers`` which times they accept.
package struct ClockTime {
  /// The numbers: seconds, and before them minutes, hours and days.
  package let numbers: [WrittenNumber]

  private static let units = [86_400.0, 3_600, 60, 1]

  /// Reads a time; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    var numbers: [WrittenNumber] = []
    for part in String(text).utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      guard numbers.count < Self.units.count, let number = WrittenNumber(Substring(part)) else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  /// The time in seconds.
  package var seconds: Double {
    zip(numbers, Self.units.suffix(numbers.count)).reduce(0) { $0 + $1.0.value * $1.1 }
  }

  /// Whether all numbers but the first are below 60, as in `90:00`, but not in `1:75`.
  package var hasShortNumbers: Bool { numbers.dropFirst().allSatisfy { $0.value < 60 } }

  /// Whether no number has a fraction.
  package var isWhole: Bool { numbers.allSatisfy { !$0.hasFraction } }
}

/// A number as people write it: digits, with or without a point and a fraction.
///
/// `Int` and `Double` read more texts, such as `+1`, `1e9`, `0x1F` and `nan`.
package struct WrittenNumber {
  /// The number. It is finite.
  package let value: Double
  /// The number of digits before the point.
  package let wholeDigits: Int
  /// Whether a point and a fraction follow them.
  package let hasFraction: Bool

  /// Reads a number; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    let whole = text.utf8.prefix(while: \.isDigit)
    let rest = text.utf8[whole.endIndex...]
    let fraction = rest.dropFirst()
    hasFraction = !rest.isEmpty
    guard !whole.isEmpty,
      !hasFraction
        || rest.first == UInt8(ascii: ".") && !fraction.isEmpty && fraction.allSatisfy(\.isDigit),
      let value = Double(text), value.isFinite
    else { return nil }
    self.value = value
    wholeDigits = whole.count
  }
}

/// A reader of the parts of dates in ISO 8601, RFC 3339 and RFC 822: numbers, days, times of day and offsets from UTC.
///
/// Rules, files and feeds allow different separators between these parts. The order in which they call the functions is their grammar.
package struct DateTimeReader {
  /// The reasons why a text is not a date.
  package enum Fault: Error {
    /// The text does not have the form of a date.
    case shape
    /// The day, the time or the offset does not exist.
    case value
  }

  /// The bytes that are not read yet.
  private var rest: ArraySlice<UInt8>

  /// Makes a reader of a text in UTF-8.
  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether the whole text is read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Reads a text if it comes next, and returns whether it does.
  package mutating func skip(_ text: StaticString) -> Bool {
    let isNext = text.withUTF8Buffer { rest.starts(with: $0) }
    if isNext { rest = rest.dropFirst(text.utf8CodeUnitCount) }
    return isNext
  }

  /// Reads a text that must come next.
  package mutating func expect(_ text: StaticString) throws(Fault) {
    guard skip(text) else { throw .shape }
  }

  /// Reads a number with as many digits as possible.
  package mutating func number(digits: ClosedRange<Int>) throws(Fault) -> Int {
    let number = rest.prefix(digits.upperBound).prefix(while: \.isDigit)
    guard number.count >= digits.lowerBound else { throw .shape }
    rest = rest[number.endIndex...]
    return number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Reads a number with a fixed number of digits.
  package mutating func number(digits: Int) throws(Fault) -> Int { try number(digits: digits...digits) }

  /// Reads a day such as `2026-03-12`.
  package mutating func day() throws(Fault) -> CalendarDay {
    let year = try number(digits: 4)
    try expect("-")
    let month = try number(digits: 2)
    try expect("-")
    let dayOfMonth = try number(digits: 2)
    guard let day = CalendarDay(year: year, month: month, day: dayOfMonth) else { throw .value }
    return day
  }

  /// Reads a time of day such as `10:20`, `10:20:30` or `10:20:30.5`, and the nanoseconds after it. Further digits are dropped.
  package mutating func timeOfDay() throws(Fault) -> (time: TimeOfDay, nanosecond: Int) {
    let hour = try number(digits: 2)
    try expect(":")
    let minute = try number(digits: 2)
    var (second, nanosecond) = (0, 0)
    if skip(":") {
      second = try number(digits: 2)
      if skip(".") { nanosecond = try nanoseconds() }
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { throw .value }
    return (time, nanosecond)
  }

  private mutating func nanoseconds() throws(Fault) -> Int {
    let digits = rest.prefix(while: \.isDigit)
    guard !digits.isEmpty else { throw .shape }
    rest = rest[digits.endIndex...]
    let nine = digits.prefix(9)
    let number = nine.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (nine.count..<9).reduce(number) { number, _ in number * 10 }
  }

  /// Reads an offset such as `+02:00`, and returns the seconds by which it is ahead of UTC.
  ///
  /// - Parameter needsColon: Whether `+0200` is invalid.
  package mutating func offset(needsColon: Bool = false) throws(Fault) -> Int {
    let isNegative = skip("-")
    guard isNegative || skip("+") else { throw .shape }
    let hour = try number(digits: 2)
    guard skip(":") || !needsColon else { throw .shape }
    let minute = try number(digits: 2)
    guard hour < 24, minute < 60 else { throw .value }
    return (isNegative ? -1 : 1) * (hour * 3_600 + minute * 60)
  }
}
