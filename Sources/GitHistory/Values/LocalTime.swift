#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Signature {
  /// Returns the offset of the process's time zone from UTC at `date`, in minutes.
  public static func localUTCOffset(at date: Date) -> Int {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return parts.tm_gmtoff / 60
  }

  /// Returns the offset from UTC in minutes of a time zone in ISO 8601: `Z`, `+hhmm` or `+hh:mm`; `nil` for anything
  /// else.
  public static func utcOffset(ofZone zone: Substring) -> Int? {
    if zone == "Z" { return 0 }
    let digits = zone.dropFirst().utf8.filter { $0 != UInt8(ascii: ":") }
    guard let sign = zone.first, sign == "+" || sign == "-", digits.count == 4,
      digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int(String(decoding: digits, as: UTF8.self)), number % 100 < 60, number / 100 < 24
    else { return nil }
    let minutes = number / 100 * 60 + number % 100
    return sign == "-" ? -minutes : minutes
  }
}
