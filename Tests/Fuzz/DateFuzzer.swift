internal import Foundation
@testable internal import MixtapeModel
internal import MixtapePlayer
@testable internal import MixtapeStore

/// Reads dates and times with all readers. A result is printed and read back as the same value, is in the calendar,
/// and is a day only if all readers agree.
func fuzzDate(_ text: String) {
  let date = RuleDate(text)
  if let date {
    precondition(date.isInCalendar, "\(text) is a date that cannot be written")
    precondition(RuleDate(date.description) == date, "\(text) is printed as \(date), which is another date")
  }
  if let time = NamedTime(text) {
    precondition(time.description == text)
    checkRange(of: time)
  }
  if text.utf8.count == 10, text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (48...57).contains($0) }) {
    precondition((date == nil) == (NamedTime(text) == nil), "\(text) is a day for one reader and not for the other")
  }
  if let time = Duration(playingTime: text) {
    precondition(time >= .zero, "\(text) is less than no time")
    let shown = Duration(playingTime: time.playingTime)
    precondition(shown == .seconds(time.components.seconds), "\(text) is shown as \(time.playingTime)")
  }
}

private func checkRange(of time: NamedTime) {
  for offset in [0, 60, -720] {
    let context = Store.Context(environment: [:], now: { FuzzedLibrary.now }, utcOffset: { _ in offset })
    let range = time.range(in: context)
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    precondition((0..<31 * 86_400).contains(length), "\(time) is \(length) seconds long")
  }
}
