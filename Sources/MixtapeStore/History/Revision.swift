public import GitHistory
internal import MixtapeModel

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

extension StoreHistory {
  /// Returns the commit of a revision. See ``Store/resolve(_:for:)``.
  func commit(of revision: Revision, for item: StoreItem? = nil) throws(MixtapeError) -> CommitID {
    try find(revision, for: item).commit
  }

  func find(
    _ revision: Revision, for item: StoreItem?
  ) throws(MixtapeError) -> (commit: CommitID, time: NamedTime?) {
    if let count = revision.versionsBack {
      return (try version(count, before: revision, of: item), nil)
    }
    guard !revision.isFractionOfVersions else { throw Self.noSuch(revision, nil) }
    do throws(MixtapeError) {
      return (try repository.resolve(revision.description), nil)
    } catch {
      guard let code = error.gitCode, [.notFound, .ambiguous, .notACommit, .invalidArgument].contains(code) else {
        throw error
      }
      if let time = NamedTime(revision.description) {
        return (try newest(upTo: time, of: revision), time)
      }
      throw Self.noSuch(revision, Self.failure(of: revision, code) ?? error.cause)
    }
  }

  /// Returns the reason why a text is neither a revision of git nor a time; `nil` if only the error of git is known.
  private static func failure(of revision: Revision, _ code: GitError.Code) -> RevisionFailure? {
    if code == .ambiguous { return .ambiguous }
    if revision.isTimeOfDay { return .timeWithoutDate }
    return revision.isWrittenAsTime ? .noSuchTime : nil
  }

  /// Returns the commit of the version that is a number of versions before the newest one.
  private func version(
    _ count: Int, before revision: Revision, of item: StoreItem?
  ) throws(MixtapeError) -> CommitID {
    var trail = try item.map { (item) throws(MixtapeError) in try ItemTrail(ofPresent: item, in: self) }
    let walk = try ChangeWalk(of: repository, .touching(trail?.items), firstParentOnly: true)
    var found = 0
    var boundary: CommitID?
    while let step = walk.next() {
      if found == count { return step.id }
      found += 1
      try trail?.follow(step, on: walk)
      if step.isBoundary { boundary = step.id }
    }
    try requireCompleteHistory(boundary, of: revision)
    if let item, found == 0 { try require(item, inHistoryOf: []) }
    throw Self.noSuch(revision, RevisionFailure.tooFewVersions(found))
  }

  private func newest(
    upTo time: NamedTime, of revision: Revision
  ) throws(MixtapeError) -> CommitID {
    let end = time.range(in: store.context).upperBound
    let walk = try ChangeWalk(of: repository, .everyCommit, firstParentOnly: true)
    var oldest: CommitRecord?
    while let step = walk.next() {
      if step.date <= end { return step.id }
      oldest = step
    }
    try requireCompleteHistory(oldest?.id, of: revision)
    throw Self.noSuch(
      revision,
      oldest.map { RevisionFailure.beforeHistory(begins: $0.date, utcOffset: store.context.utcOffset($0.date)) })
  }

  /// Throws an error if history is cut off at the commit at which a search has ended.
  private func requireCompleteHistory(
    _ end: CommitID?, of revision: Revision
  ) throws(MixtapeError) {
    if let end, let boundary = try repository.commit(end).boundary {
      throw Self.noSuch(revision, RevisionFailure.cutOff(boundary))
    }
  }

  private static func noSuch(_ revision: Revision, _ cause: (any Error)?) -> MixtapeError {
    MixtapeError(.noSuchRevision, .text(revision.description), cause: cause)
  }
}
