/// How much of what a smart playlist finds is taken; never exceeded.
public enum PlaylistLimit: Hashable, Sendable, CustomStringConvertible {
  /// So many episodes, at least one.
  case items(Int)
  /// So much playing time, size, or part of what was found.
  case amount(Double, Unit)

  /// The units of a limit that is not a number of episodes.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    /// Seconds of playing time.
    case seconds = "s"
    /// Minutes of playing time.
    case minutes = "min"
    /// Hours of playing time.
    case hours = "h"
    /// 1,000 bytes.
    case kilobytes = "KB"
    /// 1,000,000 bytes.
    case megabytes = "MB"
    /// 1,000,000,000 bytes.
    case gigabytes = "GB"
    /// Hundredths of the episodes found, at most 100.
    case percent = "%"
  }

  /// Reads `90 min`, `2 GB`, `1.5 h` or `10%`: a positive decimal number and a unit, with or without a space between.
  /// `nil` for anything else; a number of episodes is an integer in the file, not text. Numbers below 0.001 and above
  /// 10¹⁵ are refused: no library needs them, and they would be written with an exponent, which this does not read.
  public init?(_ text: String) {
    let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    var unitText = text[digits.endIndex...]
    if unitText.first == " " { unitText.removeFirst() }
    guard let amount = Double(digits), (0.001...1e15).contains(amount), let unit = Unit(rawValue: String(unitText)),
      unit != .percent || amount <= 100
    else { return nil }
    self = .amount(amount, unit)
  }

  /// The limit as files spell it.
  public var description: String {
    switch self {
    case .items(let count): return String(count)
    case .amount(let amount, let unit):
      let number = Int(exactly: amount).map(String.init) ?? String(amount)
      return unit == .percent ? "\(number)%" : "\(number) \(unit.rawValue)"
    }
  }
}
