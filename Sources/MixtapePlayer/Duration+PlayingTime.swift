internal import MixtapeModel

extension Duration {
  /// Reads a playing time such as `10:00`, `1:02:03.5`, `3 min`, `90s`, `1.5 h` or `1 h 30 min`.
  ///
  /// Returns `nil` for any other text, and for more than ten years.
  public init?(playingTime text: some StringProtocol) {
    guard let seconds = WrittenTime(text)?.quantity?.inFieldUnit, (0...Self.longest).contains(seconds) else {
      return nil
    }
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
}
