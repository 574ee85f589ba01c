#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person and a time, as a commit records them.
public struct Signature: Hashable, Sendable {
  /// The name of the person.
  public var name: String

  /// The address of the person, without angle brackets.
  public var email: String

  /// The time, in whole seconds.
  public let date: Date

  /// The minutes that the person's clock was ahead of UTC.
  public let utcOffset: Int

  /// Makes a signature. Git keeps whole seconds, so fractions of `date` are cut off.
  public init(name: String, email: String, date: Date, utcOffset: Int) {
    self.name = name
    self.email = email
    self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    self.utcOffset = utcOffset
  }
}
