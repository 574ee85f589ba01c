public import GitHistory

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A state of a store as people name it.
///
/// - `@{2}`: the second version before this one, of a playlist where one is asked for and of the store otherwise.
/// - What `git rev-parse` understands: the start of a commit's id, `HEAD~3`, a branch, a tag.
/// - A ``NamedTime``, such as `yesterday` or `2026-03-01`: the last state in that time or before it. A name that git knows
///   goes first, so that a branch called `today` stays within reach.
public struct Revision: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The revision as it was named.
  public let description: String

  /// Takes a name over; whether there is such a state is found out when it is looked for.
  public init(_ text: String) { description = text }

  /// Takes a name over.
  public init(stringLiteral text: String) { self.init(text) }

  /// The number in `@{2}`; `nil` in any other form.
  var versionsBack: Int? {
    guard description.hasPrefix("@{"), description.hasSuffix("}") else { return nil }
    let digits = description.dropFirst(2).dropLast()
    guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return digits.isEmpty ? nil : Int(digits) ?? .max
  }
}

/// The reason why a revision does not exist; the cause of a ``MixtapeError/Code/noSuchRevision``.
public enum RevisionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are only so many versions, the newest one included.
  case tooFewVersions(Int)
  /// The time is before the first commit. The date of that commit, and its offset from UTC in minutes.
  case beforeHistory(begins: Date, utcOffset: Int)
  /// Older history is missing.
  case cutOff(HistoryBoundary)
  /// Several objects of git have ids that begin with it.
  case ambiguous

  /// The reason in a few words.
  public var description: String {
    switch self {
    case .tooFewVersions(let count): "versions in history: \(count)"
    case .beforeHistory: "before the first commit"
    case .cutOff(let boundary): HistoryCutOff(boundary: boundary).description
    case .ambiguous: "ambiguous"
    }
  }
}
