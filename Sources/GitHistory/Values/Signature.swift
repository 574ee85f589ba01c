#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
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
