internal import LosslessTOML
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TOMLDateTime {
  /// A point in time as a file has it: as a date alone where it is the first instant of a day in UTC, else in UTC to the
  /// second, with a fraction if need be. `nil` outside of the years 0 to 9999, which no file can have.
  init?(_ date: Date) {
    guard let day = CalendarDay(of: date) else { return nil }
    self.init(day.start == date ? day.description : RuleDate.instant(date).description)
  }
}
