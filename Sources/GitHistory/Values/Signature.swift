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

/// A person and a time in a commit.
public struct Signature: Hashable, Sendable {
  /// The name of the person.
  public var name: String

  /// The address of the person, without angle brackets.
  public var email: String

  /// The time, in whole seconds.
  public let date: Date

  /// The offset of the person's clock from UTC, in minutes.
  public let utcOffset: Int

  /// Makes a signature. Git stores whole seconds, so fractions of `date` are cut off.
  public init(name: String, email: String, date: Date, utcOffset: Int) {
    self.name = name
    self.email = email
    self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    self.utcOffset = utcOffset
  }
}

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

/// The name and address of a person, and their source.
public struct Identity: Hashable, Sendable {
  /// The name of the person.
  public let name: String

  /// The address of the person, without angle brackets.
  public let email: String

  /// The source of the name or of the address, whichever has lower precedence.
  public let source: Source

  /// Whether no identity is configured, so that the program should explain how to set one.
  public var isFallback: Bool { source == .fallback }

  /// Makes an identity.
  public init(name: String, email: String, source: Source) {
    self.name = name
    self.email = email
    self.source = source
  }

  /// The identity that is used if none is configured.
  public static let unknown = Identity(name: "Unknown", email: "unknown@localhost", source: .fallback)

  /// The source of an identity, from the highest to the lowest precedence.
  public enum Source: Int, Hashable, Sendable, Comparable {
    /// A variable of the environment, such as `GIT_AUTHOR_NAME`.
    case environment
    /// Git's configuration, such as `user.name`.
    case configuration
    /// The default, ``Identity/unknown``.
    case fallback

    /// Returns whether `first` has higher precedence than `second`.
    public static func < (first: Source, second: Source) -> Bool { first.rawValue < second.rawValue }
  }

  /// The two roles of persons in a commit.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The person who made the change.
    case author
    /// The person who made the commit.
    case committer
  }
}

/// A date in the format of `GIT_AUTHOR_DATE` and `GIT_COMMITTER_DATE`.
///
/// Git accepts many more formats, most of them by guessing. Mixtape accepts those that git's documentation names
/// first: seconds since 1970 with a time zone (`@1772344800 +0100`, also without the `@`), and ISO 8601
/// (`2026-03-01T07:00:00+01:00`, also with a space instead of the `T`, and without a zone).
struct CommitDate: Equatable {
  let secondsSince1970: Int
  let utcOffset: Int

  /// Parses a date.
  ///
  /// - Parameter defaultOffset: The offset from UTC in minutes, for a date without a time zone.
  init?(_ text: String, defaultOffset: Int) {
    let text = text.trimming { $0 == " " }
    guard let date = Self(seconds: text, defaultOffset) ?? Self(iso: text, defaultOffset) else { return nil }
    self = date
  }

  private init(secondsSince1970: Int, utcOffset: Int) {
    self.secondsSince1970 = secondsSince1970
    self.utcOffset = utcOffset
  }

  private init?(seconds text: String, _ defaultOffset: Int) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    let isMarked = text.hasPrefix("@")
    guard (1...2).contains(parts.count), let number = parts.first?.drop(while: { $0 == "@" }),
      // Without the `@`, git reads short numbers as a year or a day.
      isMarked || number.count > 8, number.utf8.allSatisfy(Self.isDigit), let seconds = Int(number)
    else { return nil }
    guard let offset = parts.count == 2 ? Signature.utcOffset(ofZone: parts[1]) : defaultOffset else { return nil }
    self.init(secondsSince1970: seconds, utcOffset: offset)
  }

  private init?(iso text: String, _ defaultOffset: Int) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let date = Self.numbers(bytes[..<10], lengths: [4, 2, 2], separator: "-"),
      let time = Self.numbers(bytes[11..<19], lengths: [2, 2, 2], separator: ":"),
      (1...12).contains(date[1]), (1...31).contains(date[2]), time[0] < 24, time[1] < 60, time[2] <= 60
    else { return nil }
    var zone = bytes[19...]
    // Fractions of a second are cut off, because git stores whole seconds.
    if zone.first == UInt8(ascii: ".") { zone = zone.dropFirst().drop(while: Self.isDigit) }
    zone = zone.drop { $0 == UInt8(ascii: " ") }
    guard
      let offset = zone.isEmpty ? defaultOffset : Signature.utcOffset(ofZone: Substring(decoding: zone, as: UTF8.self))
    else {
      return nil
    }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (CInt(date[0] - 1900), CInt(date[1] - 1), CInt(date[2]))
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (CInt(time[0]), CInt(time[1]), CInt(time[2]))
    self.init(secondsSince1970: timegm(&parts) - offset * 60, utcOffset: offset)
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>, lengths: [Int], separator: Unicode.Scalar) -> [Int]? {
    let parts = bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    guard parts.map(\.count) == lengths, parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
    return parts.map { $0.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) } }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension String {
  func trimming(_ isTrimmed: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isTrimmed($0) }), let last = lastIndex(where: { !isTrimmed($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
