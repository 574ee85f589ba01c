internal import LosslessTOML
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TOMLDateTime {
  /// Makes the value of a point in time: only a date if it is the first instant of a day in UTC; otherwise date and
  /// time in UTC, with a fraction of a second if needed. Returns `nil` outside the years 0 to 9999.
  init?(_ date: Date) {
    guard let day = CalendarDay(of: date) else { return nil }
    self.init(day.start == date ? day.description : RuleDate.instant(date).description)
  }
}
