/// The grammar of dates and times: RFC 3339, as TOML 1.1 narrows it.
enum DateTimeGrammar {
  /// The parts of a date-time; a part that is not written is 0.
  struct Fields: Hashable {
    var hasDate = false
    var hasTime = false
    var hasOffset = false
    var year = 0
    var month = 0
    var day = 0
    var hour = 0
    var minute = 0
    var second = 0
    var nanosecond = 0
    var offsetMinutes = 0
  }

  /// The reason why a word is not a date-time.
  struct Problem: Error {
    /// The end of a message that begins with the word found.
    let message: String
  }

  /// Returns whether a word is meant as a date or a time rather than as a number.
  @inline(__always)
  static func looksLikeDateTime(_ range: Range<Int>, in bytes: SourceBytes) -> Bool {
    startsWithYear(range, in: bytes) || range.contains { bytes[$0] == .colon }
  }

  private static func startsWithYear(_ range: Range<Int>, in bytes: SourceBytes) -> Bool {
    range.count > 4 && bytes[range.lowerBound + 4] == .minus && range.prefix(4).allSatisfy { bytes[$0].isDigit }
  }

  /// Reads a date-time that fills the whole of `range`.
  static func parse(_ range: Range<Int>, in bytes: SourceBytes) -> Result<Fields, Problem> {
    var fields = Fields()
    do throws(Problem) {
      var next = range.lowerBound
      if startsWithYear(range, in: bytes) {
        next = try dateAndTime(from: next, to: range.upperBound, in: bytes, &fields)
      } else {
        next = try time(from: next, to: range.upperBound, in: bytes, &fields)
      }
      guard next == range.upperBound else { throw Problem(message: "expected nothing after the date or time") }
      return .success(fields)
    } catch {
      return .failure(error)
    }
  }

  private static func dateAndTime(
    from start: Int, to end: Int, in bytes: SourceBytes, _ fields: inout Fields
  ) throws(Problem) -> Int {
    let dateEnd = try date(from: start, to: end, in: bytes, &fields)
    guard dateEnd < end, bytes[dateEnd] == .space || bytes[dateEnd] | 0x20 == UInt8(ascii: "t") else { return dateEnd }
    let timeEnd = try time(from: dateEnd + 1, to: end, in: bytes, &fields)
    return timeEnd < end ? try offset(from: timeEnd, to: end, in: bytes, &fields) : timeEnd
  }

  private static func date(
    from start: Int, to end: Int, in bytes: SourceBytes, _ fields: inout Fields
  ) throws(Problem) -> Int {
    guard let year = number(at: start, digits: 4, to: end, in: bytes),
      separator(.minus, at: start + 4, to: end, in: bytes),
      let month = number(at: start + 5, digits: 2, to: end, in: bytes),
      separator(.minus, at: start + 7, to: end, in: bytes),
      let day = number(at: start + 8, digits: 2, to: end, in: bytes)
    else { throw Problem(message: "expected a date such as 2026-03-01") }
    try check("month", month, 1...12)
    try check("day", day, 1...days(inMonth: month, year: year))
    (fields.year, fields.month, fields.day) = (year, month, day)
    fields.hasDate = true
    return start + 10
  }

  private static func time(
    from start: Int, to end: Int, in bytes: SourceBytes, _ fields: inout Fields
  ) throws(Problem) -> Int {
    guard let hour = number(at: start, digits: 2, to: end, in: bytes),
      separator(.colon, at: start + 2, to: end, in: bytes),
      let minute = number(at: start + 3, digits: 2, to: end, in: bytes)
    else { throw Problem(message: "expected a time such as 06:30 or 06:30:15") }
    try check("hour", hour, 0...23)
    try check("minute", minute, 0...59)
    (fields.hour, fields.minute) = (hour, minute)
    fields.hasTime = true
    guard separator(.colon, at: start + 5, to: end, in: bytes) else { return start + 5 }
    guard let second = number(at: start + 6, digits: 2, to: end, in: bytes) else {
      throw Problem(message: "expected two digits for the second")
    }
    try check("second", second, 0...60)
    fields.second = second
    return try fraction(from: start + 8, to: end, in: bytes, &fields)
  }

  /// Reads the fraction of a second, if there is one. Digits below the nanosecond are dropped.
  private static func fraction(
    from start: Int, to end: Int, in bytes: SourceBytes, _ fields: inout Fields
  ) throws(Problem) -> Int {
    guard separator(.dot, at: start, to: end, in: bytes) else { return start }
    var (next, unit) = (start + 1, 100_000_000)
    while next < end, bytes[next].isDigit {
      fields.nanosecond += Int(bytes[next] - 0x30) * unit
      unit /= 10
      next += 1
    }
    guard next > start + 1 else { throw Problem(message: "expected a digit after the decimal point of the second") }
    return next
  }

  private static func offset(
    from start: Int, to end: Int, in bytes: SourceBytes, _ fields: inout Fields
  ) throws(Problem) -> Int {
    fields.hasOffset = true
    if bytes[start] | 0x20 == UInt8(ascii: "z") { return start + 1 }
    let isSign = bytes[start] == .plus || bytes[start] == .minus
    guard isSign, let hour = number(at: start + 1, digits: 2, to: end, in: bytes),
      separator(.colon, at: start + 3, to: end, in: bytes),
      let minute = number(at: start + 4, digits: 2, to: end, in: bytes)
    else { throw Problem(message: "expected an offset such as Z or +02:00 after the time") }
    try check("hour of the offset", hour, 0...23)
    try check("minute of the offset", minute, 0...59)
    fields.offsetMinutes = (bytes[start] == .minus ? -1 : 1) * (hour * 60 + minute)
    return start + 6
  }

  // MARK: Parts

  private static func number(at start: Int, digits: Int, to end: Int, in bytes: SourceBytes) -> Int? {
    guard start + digits <= end else { return nil }
    var value = 0
    for offset in start..<start + digits {
      guard bytes[offset].isDigit else { return nil }
      value = value * 10 + Int(bytes[offset] - 0x30)
    }
    return value
  }

  private static func separator(_ byte: UInt8, at offset: Int, to end: Int, in bytes: SourceBytes) -> Bool {
    offset < end && bytes[offset] == byte
  }

  private static func check(_ part: String, _ value: Int, _ allowed: ClosedRange<Int>) throws(Problem) {
    guard !allowed.contains(value) else { return }
    throw Problem(message: "whose \(part) is \(value); expected \(allowed.lowerBound) to \(allowed.upperBound)")
  }

  private static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
