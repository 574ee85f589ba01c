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

/// The search for the commits of revisions.
struct RevisionSearch {
  private let store: Store
  private let repository: StoreRepository

  init(of store: Store, in repository: StoreRepository) { (self.store, self.repository) = (store, repository) }

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
    var trail = try item.map { (item) throws(MixtapeError) in try ItemTrail(ofPresent: item, in: store, repository) }
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
    if let item, found == 0 { try KnownItems(of: store, in: repository).require(item, inHistoryOf: []) }
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

/// A day, a minute or an instant in a common notation: `yesterday`, `2026-03-01`, `2026-03-01 18:00`, `3 days ago`.
///
/// A time with a length, such as a day or a month, covers its whole length. The state at such a time is the state at
/// its end. Changes since such a time begin at its start.
public struct NamedTime: Hashable, Sendable, CustomStringConvertible {
  /// The time in the notation of the user.
  public let description: String

  private let form: Form

  private enum Form: Hashable, Sendable {
    /// A day before today; today itself is 0 days ago.
    case day(ago: Int)
    /// The most recent day of the week before today; 0 is Sunday.
    case weekday(Int)
    /// A number of seconds before now.
    case secondsAgo(Int)
    /// A number of months before now.
    case monthsAgo(Int)
    /// A number of seconds from a calendar date on, in the given offset from UTC in minutes, or in local time if it
    /// is `nil`.
    case calendar(Date, seconds: Int, utcOffset: Int?)
  }

  /// Reads a time: `today`, `yesterday`, `monday` or `last monday`, `2 weeks ago` (`minutes` to `years`), `2026-03`,
  /// `2026-03-01`, or a day with a time, such as `2026-03-01 18:00`. A time may have seconds, a `T` instead of the
  /// space, and a time zone in ISO 8601.
  ///
  /// Returns `nil` for anything else, and for dates and times that do not exist.
  public init?(_ text: String) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard let form = Self.relative(words) ?? Self.written(text) else { return nil }
    description = text
    self.form = form
  }

  private static func relative(_ words: [String]) -> Form? {
    switch words.count {
    case 1 where words[0] == "today": return .day(ago: 0)
    case 1 where words[0] == "yesterday": return .day(ago: 1)
    case 1: return weekdays.firstIndex(of: words[0]).map(Form.weekday)
    case 2 where words[0] == "last": return weekdays.firstIndex(of: words[1]).map(Form.weekday)
    case 3 where words[2] == "ago":
      guard words[0].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let count = Int(words[0]),
        count <= mostUnits
      else { return nil }
      func ago(_ unit: (name: String, length: Int)) -> Int? {
        words[1] == unit.name || words[1] == unit.name + "s" ? count * unit.length : nil
      }
      return fixedUnits.compactMap(ago).first.map(Form.secondsAgo)
        ?? monthUnits.compactMap(ago).first.map(Form.monthsAgo)
    default: return nil
    }
  }

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  private static let fixedUnits = [
    (name: "minute", length: 60), (name: "hour", length: 3_600), (name: "day", length: 86_400),
    (name: "week", length: 7 * 86_400),
  ]

  private static let monthUnits = [(name: "month", length: 1), (name: "year", length: 12)]

  private static let mostUnits = 1_000_000

  private static func written(_ text: String) -> Form? {
    let pattern =
      #/([0-9]{4})-([0-9]{2})(?:-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))? ?(Z|[+\-][0-9]{2}:?[0-9]{2})?)?)?/#
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].map { $0.flatMap { Int($0) } }
    guard let year = numbers[0], let month = numbers[1], let length = CalendarDay.length(ofMonth: month, in: year),
      let day = CalendarDay(year: year, month: month, day: numbers[2] ?? 1),
      let time = TimeOfDay(hour: numbers[3] ?? 0, minute: numbers[4] ?? 0, second: numbers[5] ?? 0)
    else { return nil }
    let seconds = numbers[5] != nil ? 1 : numbers[4] != nil ? 60 : numbers[2] != nil ? 86_400 : length * 86_400
    let start = day.instant(second: time.secondsSinceMidnight)
    guard let zone = match.7 else { return .calendar(start, seconds: seconds, utcOffset: nil) }
    return Signature.utcOffset(ofZone: zone).map { .calendar(start, seconds: seconds, utcOffset: $0) }
  }
}

extension NamedTime {
  /// Returns the first and the last second of the time, by the clock of a store's context. Git stores whole seconds.
  func range(in context: Store.Context) -> ClosedRange<Date> {
    let local = localRange(now: Self.local(context.now(), context))
    guard case .calendar(_, _, let offset?) = form else {
      return Self.instant(local.lowerBound, context)...Self.instant(local.upperBound, context)
    }
    return local.lowerBound.advanced(byMinutes: -offset)...local.upperBound.advanced(byMinutes: -offset)
  }

  /// Returns the last second of the time that has begun: at most now, or the first second of a time in the future.
  public func latestInstant(in context: Store.Context) -> Date {
    let range = range(in: context)
    return min(range.upperBound, max(range.lowerBound, context.now()))
  }

  /// Returns the range in local time, computed as if that were UTC.
  private func localRange(now: Date) -> ClosedRange<Date> {
    let now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    switch form {
    case .day(let ago): return Self.day(ago, before: now)
    case .weekday(let weekday):
      guard let today = CalendarDay(of: now) else { return .distantPast ... .distantPast }
      return Self.day((today.weekday - weekday + 6) % 7 + 1, before: now)
    case .secondsAgo(let seconds):
      let instant = now.advanced(by: -Double(seconds))
      return instant...instant
    case .monthsAgo(let months):
      let instant = now.adding(months: -months) ?? .distantPast
      return instant...instant
    case .calendar(let start, let seconds, _): return start...start.advanced(by: Double(seconds - 1))
    }
  }

  /// Returns the day that is a number of days before an instant, up to its last second.
  private static func day(_ days: Int, before instant: Date) -> ClosedRange<Date> {
    let day = CalendarDay(of: instant).flatMap { CalendarDay(daysSince1970: $0.daysSince1970 - days) }
    return day.map { $0.start...$0.end.advanced(by: -1) } ?? Date.distantPast...Date.distantPast
  }

  private static func local(_ instant: Date, _ context: Store.Context) -> Date {
    instant.advanced(byMinutes: context.utcOffset(instant))
  }

  /// Returns the instant of a local time. At a change to or from summer time, the result is near to it.
  private static func instant(_ local: Date, _ context: Store.Context) -> Date {
    let guess = local.advanced(byMinutes: -context.utcOffset(local))
    return local.advanced(byMinutes: -context.utcOffset(guess))
  }
}

extension Date {
  fileprivate func advanced(byMinutes minutes: Int) -> Date { advanced(by: Double(minutes * 60)) }
}
