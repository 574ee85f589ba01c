extension Duration {
  /// Reads a playing time such as `10:00`, `1:02:03.5`, `3 min`, `90s`, `1.5 h` or `1 h 30 min`.
  ///
  /// Returns `nil` for any other text, and for more than ten years.
  public init?(playingTime text: some StringProtocol) {
    let seconds = text.contains(":") ? Self.clockSeconds(text) : Self.unitSeconds(text)
    guard let seconds, (0...Self.longest).contains(seconds) else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// Reads a position in an episode: a playing time, or a number of seconds without a unit, such as `90` and `2.9`.
  ///
  /// Returns `nil` for any other text, and for more than ten years.
  public init?(position text: some StringProtocol) {
    let isNumber = !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    self.init(playingTime: isNumber ? "\(text)s" : "\(text)")
  }

  /// The time as players show it, with hours only if there are any: `10:00`, `1:02:03`.
  public var playingTime: String {
    let seconds = components.seconds
    func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, rest) = (seconds / 3600, "\(twoDigits(seconds % 60))")
    return hours > 0 ? "\(hours):\(twoDigits(seconds / 60 % 60)):\(rest)" : "\(seconds / 60):\(rest)"
  }

  private static let longest = 10.0 * 365 * 86_400

  /// Reads minutes and seconds, or hours, minutes and seconds. All numbers but the first have two digits, and are below 60.
  /// The seconds may have a fraction.
  private static func clockSeconds(_ text: some StringProtocol) -> Double? {
    let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 1 || halves[1].isDigits, let fraction = Double("0.\(halves.count == 1 ? "0" : halves[1])")
    else { return nil }
    return wholeClockSeconds(halves[0]).map { $0 + fraction }
  }

  private static func wholeClockSeconds(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy(\.isDigits), parts[0].count <= 6 else { return nil }
    let numbers = parts.compactMap { Double($0) }
    guard parts.dropFirst().allSatisfy({ $0.count == 2 }), numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
      return nil
    }
    return numbers.reduce(0) { $0 * 60 + $1 }
  }

  /// Reads numbers with units, in descending order of the units.
  private static func unitSeconds(_ text: some StringProtocol) -> Double? {
    var (rest, seconds, largest) = (text[...], 0.0, Double.infinity)
    while true {
      rest = rest.drop { $0 == " " }
      if rest.isEmpty { return largest < .infinity ? seconds : nil }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest[digits.endIndex...].drop { $0 == " " }
      let unit = rest.prefix { $0.isLetter }
      rest = rest[unit.endIndex...]
      let places = digits.split(separator: ".", omittingEmptySubsequences: false)
      guard places.count <= 2, places.allSatisfy({ !$0.isEmpty }), let number = Double(digits),
        let length = units[String(unit)], length < largest
      else { return nil }
      seconds += number * length
      largest = length
    }
  }

  private static let units = ["s": 1.0, "min": 60.0, "h": 3600.0]
}

extension StringProtocol {
  fileprivate var isDigits: Bool { !isEmpty && allSatisfy { $0.isASCII && $0.isNumber } }
}
