#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A span of time that ends now.
public struct TimeSpan: Hashable, Sendable {
  /// The number of units, from 1 to ``maximumCount``.
  public let count: Int
  /// The unit of ``count``.
  public let unit: Unit

  /// The maximum number of units.
  public static let maximumCount = 10_000

  /// Makes a span; `nil` if the count is below 1 or above ``maximumCount``.
  public init?(_ count: Int, _ unit: Unit) {
    guard (1...Self.maximumCount).contains(count) else { return nil }
    self.count = count
    self.unit = unit
  }

  /// The units, by their names in the singular.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    /// 60 seconds.
    case minute
    /// 60 minutes.
    case hour
    /// 24 hours.
    case day
    /// Seven days.
    case week
    /// A month of the calendar in UTC.
    case month
    /// A year of the calendar in UTC.
    case year

    /// The name in the plural.
    public var plural: String { rawValue + "s" }
  }

  /// Returns the start of the span that ends at an instant; the distant past if that is before the year 0.
  ///
  /// Months and years are counted by the calendar in UTC, and the time of day stays: a month before 31 March is the
  /// last day of February.
  public func start(endingAt end: Date) -> Date {
    switch unit {
    case .minute: end.addingTimeInterval(-60 * Double(count))
    case .hour: end.addingTimeInterval(-3_600 * Double(count))
    case .day: end.addingTimeInterval(-86_400 * Double(count))
    case .week: end.addingTimeInterval(-7 * 86_400 * Double(count))
    case .month: end.adding(months: -count) ?? Self.beforeAll
    case .year: end.adding(months: -12 * count) ?? Self.beforeAll
    }
  }

  /// The start of spans that begin before the year 0. `Date.distantPast` is in the year 1, so it is too late.
  private static let beforeAll = Date(timeIntervalSinceReferenceDate: -.infinity)
}

extension TimeSpan: CustomStringConvertible {
  /// The span as it is written in rules: `1 day`, `30 days`.
  public var description: String { "\(count) \(count == 1 ? unit.rawValue : unit.plural)" }
}
