#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The seed of a random order in a playlist.
public enum PlaylistSeed: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// A number, with which the order never changes.
  case number(Int64)
  /// The day in UTC, with which the order is another one each day.
  case day

  /// The name of ``day`` in files.
  private static let dayText = "day"

  /// Reads a seed as people write it; `nil` if the text is neither a number nor `day`.
  public init?(_ text: String) {
    if text == Self.dayText {
      self = .day
    } else if let number = Int64(text) {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// Makes a seed from a number.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// Returns the number of the seed at a time: on a day, the number of days since 1970-01-01.
  public func number(at now: Date) -> Int64 {
    switch self {
    case .number(let number): number
    case .day: Int64(CalendarDay(of: now)?.daysSince1970 ?? 0)
    }
  }

  /// The text as in files, without quotes.
  public var description: String {
    switch self {
    case .number(let number): String(number)
    case .day: Self.dayText
    }
  }
}

extension PlaylistSeed: FileValueConvertible {
  static var form: FileValue.Form { FileValue.Form(.number, .text, choices: [Self.dayText]) }

  init?(fileValue: FileValue) {
    switch fileValue {
    case .number(let number): self = .number(number)
    case .text(Self.dayText): self = .day
    case .text, .absent, .flag, .list: return nil
    }
  }

  var fileValue: FileValue {
    switch self {
    case .number(let number): .number(number)
    case .day: .text(Self.dayText)
    }
  }
}
