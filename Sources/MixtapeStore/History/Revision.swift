public import GitHistory

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A state of a store, in a common notation.
///
/// - `@{2}`: the second version before the present one, of a playlist or of the store.
/// - Revisions of `git rev-parse`: the start of a commit id, `HEAD~3`, a branch, a tag.
/// - A ``NamedTime``, such as `yesterday` or `2026-03-01`: the last state at or before that time. Names of git have
///   precedence, so that a branch called `today` can still be named.
public struct Revision: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The revision in the notation of the user.
  public let description: String

  /// Makes a revision. It is resolved later, so it may not exist.
  public init(_ text: String) { description = text }

  /// Makes a revision.
  public init(stringLiteral text: String) { self.init(text) }

  /// The number in `@{2}`; `nil` for any other form.
  var versionsBack: Int? {
    guard description.hasPrefix("@{"), description.hasSuffix("}") else { return nil }
    let digits = description.dropFirst(2).dropLast()
    guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return digits.isEmpty ? nil : Int(digits) ?? .max
  }

  /// Whether the text is a version with a fraction, such as `@{1.5}`. Git would read it as a date.
  var isFractionOfVersions: Bool { description.wholeMatch(of: #/@\{[0-9]+[.,][0-9]+\}/#) != nil }

  /// Whether the text has the form of a time without a date, such as `12:00`.
  var isTimeOfDay: Bool { description.wholeMatch(of: #/[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?/#) != nil }

  /// Whether the text has the form of a date such as `2026-02-30`, or of a time such as `3 dayz ago`.
  var isWrittenAsTime: Bool {
    description.wholeMatch(of: #/[0-9]{4}-[0-9]{2}(?:-[0-9]{2}(?:[Tt ].*)?)?|[0-9]+ +[^ ]+ +[Aa][Gg][Oo]/#) != nil
  }
}

/// The reason why a revision does not exist; the cause of a ``MixtapeError/Code/noSuchRevision``.
public enum RevisionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The item has fewer versions. The associated value is their number, including the present one.
  case tooFewVersions(Int)
  /// The time is before the first commit. The associated values are the date of that commit, and its offset from UTC
  /// in minutes.
  case beforeHistory(begins: Date, utcOffset: Int)
  /// Older history is missing.
  case cutOff(HistoryBoundary)
  /// Several objects of git have ids that begin with the text.
  case ambiguous
  /// The text has the form of a date or a time that does not exist.
  case noSuchTime
  /// The text is a time without a date.
  case timeWithoutDate

  /// The reason in a few words.
  public var description: String {
    switch self {
    case .tooFewVersions(let count): "versions in history: \(count)"
    case .beforeHistory: "before the first commit"
    case .cutOff(let boundary): HistoryCutOff(boundary: boundary).description
    case .ambiguous: "ambiguous"
    case .noSuchTime: "no such time"
    case .timeWithoutDate: "a time without a date"
    }
  }
}
