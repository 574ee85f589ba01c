#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Who did something and when, as a commit records it.
public struct Signature: Hashable, Sendable {
  /// The name of the person.
  public var name: String

  /// The address of the person, without angle brackets.
  public var email: String

  /// When it was, in whole seconds.
  public let date: Date

  /// How far the person's clock was ahead of UTC, in minutes.
  public let utcOffset: Int

  /// Makes a signature. Git keeps whole seconds, so fractions of `date` are cut off.
  public init(name: String, email: String, date: Date, utcOffset: Int) {
    self.name = name
    self.email = email
    self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    self.utcOffset = utcOffset
  }
}
