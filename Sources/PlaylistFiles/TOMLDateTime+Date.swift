internal import LosslessTOML
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TOMLDateTime {
  /// A point in time as a file has it: as a date alone where it is the first instant of a day in UTC, else in UTC to the
  /// second, with a fraction if need be. `nil` where no file can have it, as beyond the year 9999.
  init?(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let text = Date(timeIntervalSince1970: whole).formatted(.iso8601)
    if whole != seconds {
      let nanoseconds = String(Int(((seconds - whole) * 1e9).rounded()))
      self.init("\(text.dropLast()).\(nanoseconds.paddedWithZeros(to: 9))Z")
    } else if text.hasSuffix("T00:00:00Z") {
      self.init(String(text.dropLast("T00:00:00Z".count)))
    } else {
      self.init(text)
    }
  }
}
