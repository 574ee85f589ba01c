/// A playing time as players show it: `31:40` or `1:31:40`. Files have numbers of seconds instead.
struct ClockTime {
  /// The number of seconds.
  let seconds: Int

  /// Reads a playing time; returns `nil` for any other text.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(part) : nil
    }
    let numbers = parts.compactMap(\.self)
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] <= Self.most,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    seconds = numbers.reduce(0) { $0 * 60 + $1 }
  }

  /// The maximum number of hours or minutes, so that the seconds can be computed.
  private static let most = 1_000_000
}
