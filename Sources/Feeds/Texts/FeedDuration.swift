internal import MixtapeModel

/// A playing time, as feeds write it: seconds, `mm:ss`, `h:mm:ss`, `PT1H2M`, `1h 2m` or `90 min`.
struct FeedDuration {
  /// The duration in seconds.
  let seconds: Double
  /// The interpretation of an unusual text, for messages.
  let guess: String?

  /// The longest duration that is believed, in seconds: 1,000 hours.
  static let maximum = 3_600_000.0

  /// Reads a duration; `nil` if the text is not a duration, or is zero.
  init?(_ text: String) {
    guard let (seconds, isUsual) = Self.read(text.trimmed), seconds > 0, seconds <= Self.maximum else { return nil }
    self.seconds = seconds
    // No podcast lasts a day.
    guess = isUsual && seconds < 86_400 ? nil : "is read as \(Self.clock(seconds))"
  }

  /// Returns whether a text is a duration of zero, such as `PT0S`: nobody knows the duration.
  static func isZero(_ text: String) -> Bool { read(text.trimmed)?.seconds == 0 }

  /// Reads a duration, and returns whether players expect its form: seconds, or minutes and seconds below 60.
  private static func read(_ text: String) -> (seconds: Double, isUsual: Bool)? {
    guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
    if let time = standard(text) { return (time.seconds, time.hasShortNumbers) }
    return unusual(text.lowercased()).map { ($0, number(text) != nil) }
  }

  /// Returns a duration as `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    let parts = [whole / 60 % 60, whole % 60].map { String($0).paddedWithZeros(to: 2) }
    return "\(whole / 3_600):\(parts.joined(separator: ":"))"
  }

  /// Reads `1:02:03`, `02:03` or `3723`, as nearly all feeds write durations; `nil` for other texts.
  private static func standard(_ text: String) -> ClockTime? {
    ClockTime(text).flatMap { $0.isWhole && $0.numbers.count <= 3 ? $0 : nil }
  }

  private static func unusual(_ text: String) -> Double? {
    let line = text.replacing("’", with: "'").replacing("”", with: "\"")
    return line.contains(":") ? colonSeparated(line) : number(line) ?? units(line)
  }

  /// Reads `12:34 min` and `1:30h`.
  private static func colonSeparated(_ line: String) -> Double? {
    let end = line.firstIndex(where: \.isLetter) ?? line.endIndex
    let unit = factors[String(line[end...])]
    guard end == line.endIndex || unit != nil,
      let time = ClockTime(String(line[..<end]).trimmed.replacing(",", with: "."))
    else { return nil }
    return time.numbers.count == 2 && unit == 3600 ? time.seconds * 60 : time.seconds
  }

  private static func number(_ text: some StringProtocol) -> Double? { WrittenNumber(text)?.value }

  /// Reads numbers with units, in any order.
  private static func units(_ line: String) -> Double? {
    // ISO 8601: `P1DT2H`.
    let isISO = line.hasPrefix("p")
    var rest = line.dropFirst(isISO ? 1 : 0)
    var total = 0.0
    var hasValue = false
    while let first = rest.first {
      if first.isWhitespace || ",t".contains(first) {
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let value = number(digits) else { return nil }
      rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
      let unit = rest.prefix { $0.isLetter && !(isISO && $0 == "t") || $0 == "'" || $0 == "\"" }
      // Some programs write all parts of ISO 8601: `P0Y0M0DT1H2M3S`. A year has no fixed length.
      let noYears = isISO && unit == "y" && value == 0 ? 1.0 : nil
      guard let factor = factors[String(unit)] ?? noYears else { return nil }
      total += value * factor
      hasValue = true
      rest = rest.dropFirst(unit.count)
    }
    return hasValue ? total : nil
  }

  private static let factors: [String: Double] = {
    var factors: [String: Double] = [:]
    let units: [(factor: Double, names: String)] = [
      (86_400, "d day days"), (3600, "h hr hrs hour hours"), (60, "m min mins minute minutes '"),
      (1, "s sec secs second seconds \" ''"),
    ]
    for (factor, names) in units { for name in names.split(separator: " ") { factors[String(name)] = factor } }
    return factors
  }()
}
