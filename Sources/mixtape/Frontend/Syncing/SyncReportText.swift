import GitHistory
import LosslessTOML
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

enum SyncReportText {
  /// Returns the line about the numbers of changes.
  static func line(of report: SyncReport) -> StyledText {
    let name = report.branch.name
    if report.changesNothing { return "Already up to date with \(name)." }
    if report.isFirstPush { return "Pushed all changes to the new branch \(name)." }
    let received = "Received \(counted(report.received, "change")) from \(name)"
    if report.sent == 0 { return "\(received)." }
    if report.received == 0 { return "Pushed \(counted(report.sent, "change")) to \(name)." }
    return "\(received) and pushed \(report.sent)."
  }

  /// Returns the line about the numbers of changes that a sync would exchange.
  static func line(of preview: SyncPreview) -> StyledText {
    let name = preview.branch.name
    switch preview.plan {
    case .upToDate: return "Already up to date with \(name)."
    case .firstPush: return "Would push all changes to the new branch \(name)."
    case .push(let ahead): return "Would push \(counted(ahead, "change")) to \(name)."
    case .forward(let behind, _): return "Would receive \(counted(behind, "change")) from \(name)."
    case .merge(let ahead, let behind):
      return
        "Would receive \(counted(behind, "change")) from \(name), and push \(counted(ahead, "change")) and a merge."
    }
  }

  /// Returns a line for each playlist, podcast or other file that others changed.
  static func lines(of differences: [StoreDifference]) -> [StyledText] {
    let shown = differences.prefix(mostLines).map { difference in "  \(words(for: difference))" as StyledText }
    let rest = differences.count - shown.count
    return rest > 0 ? shown + ["  and \(counted(rest, "more file"))"] : shown
  }

  private static let mostLines = 50

  private static func words(for difference: StoreDifference) -> StyledText {
    switch difference.meaning {
    case .playlist(let playlist):
      return words(for: difference, playlist.before?.id, playlist.after?.id, EventReport.words(for: playlist))
    case .podcast(let podcast):
      return words(for: difference, podcast.before?.id, podcast.after?.id, EventReport.words(for: podcast))
    case .unreadable: return "\(path(of: difference), .bold): \(words(forErrorsIn: difference))"
    case .other:
      if difference.newVersionHasErrors { return "\(path(of: difference), .bold): has errors" }
      let isNew = difference.files.allSatisfy { $0.old == nil }
      return "\(path(of: difference), .bold): \(isNew ? "created" : difference.isDeletion ? "deleted" : "changed")"
    }
  }

  /// Returns the words for a file of which at least one version has errors or an invalid name.
  private static func words(forErrorsIn difference: StoreDifference) -> String {
    if difference.isDeletion { return "deleted" }
    if difference.newVersionHasErrors { return "has errors" }
    return difference.files.contains(where: \.newVersionHasErrors) ? "has an invalid name" : "errors fixed"
  }

  /// Returns the words for the file of a playlist or a podcast.
  ///
  /// - Parameter changes: The words for the values that differ. They are left out if only the id has changed.
  private static func words<ID: RawRepresentable<String>>(
    for difference: StoreDifference, _ old: ID?, _ new: ID?, _ changes: String
  ) -> StyledText {
    let id = (new ?? old)?.rawValue ?? path(of: difference)
    guard let old else { return "\(id, .bold): created" }
    guard let new else { return "\(id, .bold): deleted" }
    guard old.rawValue != new.rawValue else { return "\(id, .bold): \(changes)" }
    let renaming = "id changed from \(old.rawValue)"
    return "\(id, .bold): \(changes == EventReport.unspecified ? renaming : "\(renaming), \(changes)")"
  }

  private static func path(of difference: StoreDifference) -> String { difference.files.first?.path ?? "" }
}

// MARK: - Conflicts and decisions

extension SyncReportText {
  /// Returns the message and hint about a value that both sides changed.
  static func wording(of conflict: MergeConflict, in context: CommandContext) -> (message: String, hint: String) {
    let (winner, loser) = (conflict[conflict.winner], conflict[conflict.winner == .ours ? .theirs : .ours])
    let times = Timestamp.distinct(winner.date, loser.date, utcOffset: context.utcOffset)
    let texts = ConflictText.texts(of: [winner.value, loser.value]).map { shortened($0.joined(separator: ", ")) }
    let first = "\(texts[0]) (\(winner.author), \(times.0))"
    let second = "\(texts[1]) (\(loser.author), \(times.1))"
    let comparison =
      conflict.hasEqualTimes
      ? "\(first) and \(second) have the same time; \(texts[0]) was chosen arbitrarily"
      : "\(first) is newer than \(second)"
    return (
      "both sides changed `\(conflict.key)` of \(conflict.name): \(comparison)",
      hintOfConflicts
    )
  }

  /// Returns the message and hint about conflicts of merges that others made; `nil` without any.
  static func wording(ofReceived conflicts: [OpenConflict]) -> (message: String, hint: String)? {
    guard !conflicts.isEmpty else { return nil }
    let names = listed(first: mostReceived, of: conflicts.map { "\($0.name) `\($0.key)`" })
    return ("received \(counted(conflicts.count, "value")) in conflict: \(names)", hintOfConflicts)
  }

  private static let mostReceived = 5
  private static let hintOfConflicts = "`mixtape conflicts` shows both values; `--take` chooses one"

  /// Returns the value of a side on one line, shortened if it is long.
  static func value(_ value: String?) -> String {
    shortened(ConflictText.lines(of: value).joined(separator: " "))
  }

  private static func shortened(_ line: String) -> String {
    line.count > ConflictText.longestLine ? "\(line.prefix(ConflictText.longestLine))…" : line
  }

  /// Returns the message about a commit that the branch of the remote lost, and that this store does not have either.
  static func wording(of lost: CommitID, lostBy branch: RemoteBranch) -> String {
    "the history of \(branch.name) was rewritten: like this store, it no longer contains the commit \(lost.abbreviated)"
  }

  /// Returns the message about comments that have no other place in a merged file than its end.
  static func wording(ofCommentsAtEnd comments: [String], of path: String) -> String {
    let verb = comments.count == 1 ? "is" : "are"
    let number = counted(comments.count, "comment")
    return "\(path): \(number) \(verb) now at the end of the file: \(comments.joined(separator: ", "))"
  }

  /// Returns the message about a decision about whole files.
  static func wording(of notice: MergeNotice) -> String {
    switch notice {
    case .kept(let path, let base, let side):
      let (deleter, editor) = side == .ours ? ("this store", "the remote") : ("the remote", "this store")
      let change = path == base ? "changed it" : "\(moving(base, to: path)) it to \(path)"
      return "\(deleter) deleted \(base), and \(editor) \(change); the file stays"
    case .movedDifferently(let path, let other, let base?, let winner):
      return "both sides \(moving(base, to: path)) \(base); it is now \(path) and not \(other), because the change of "
        + "\(name(of: winner)) is newer"
    case .movedDifferently(let path, let other, nil, let winner):
      return "both sides created a file with one id; it is now \(path) and not \(other), because the file of "
        + "\(name(of: winner)) is newer"
    case .idTaken(let path, let other, let replacement, let side) where path == other:
      let moved = side.map { "that of \(name(of: $0))" } ?? "one of them"
      return "both sides have a file \(path); \(moved) is now \(replacement)"
    case .idTaken(let path, let other, let replacement, _):
      return "\(other) and \(path) have the same id; \(path) is now \(replacement)"
    case .episodeMovedDifferently(let episode, let new, let other):
      return "both sides moved the episode \(episode); it is now \(new) and not \(other)"
    case .sameExceptCase(let first, let second):
      return "\(first) and \(second) differ only in upper and lower case; some file systems cannot hold both"
    case .commentsAtEnd(let comments, let path): return wording(ofCommentsAtEnd: comments, of: path)
    }
  }

  private static func name(of side: MergeSide) -> String { side == .ours ? "this store" : "the remote" }

  /// Returns the verb for a new path of a file.
  private static func moving(_ old: String, to new: String) -> String {
    FilePath(old).lastComponent == FilePath(new).lastComponent ? "moved" : "renamed"
  }
}

/// The values of both sides of a conflict as text. Of two lists, only the elements that differ are shown.
enum ConflictText {
  /// The length of the longest value that stands beside the name of its side.
  static let longestLine = 100

  /// Returns a line for each side, and the lines of long values below them.
  static func lines(of versions: [(name: String, value: String?, cells: [StyledText])]) -> [StyledText] {
    let values = versions.map(\.value)
    let texts = texts(of: values)
    let isShort = texts.allSatisfy { $0.count == 1 && $0[0].count <= longestLine }
    var table = TextTable(indentation: 2)
    for (version, text) in zip(versions, texts) {
      table.rows.append(
        [StyledText(version.name, .bold)] + (isShort ? text.map { StyledText($0) } : []) + version.cells)
    }
    let common = commonCount(of: values)
    if common > 0 { table.append(StyledText("both", .bold), StyledText(counted(common, "equal element"), .faint)) }
    if isShort { return table.lines }
    let below = texts.map { text in text.map { StyledText("    \($0)") } }
    return zip(table.lines, below + [[]]).flatMap { [$0] + $1 }
  }

  /// Returns the lines of each value. Of two lists, these are the elements that the other one does not have, if there are any.
  static func texts(of values: [String?]) -> [[String]] {
    guard let lists = lists(in: values) else { return values.map(lines) }
    return lists.indices.map { index in
      let own = lists[index].filter { !lists[1 - index].contains($0) }
      return own.isEmpty ? ["nothing else"] : own
    }
  }

  /// Returns the lines of a value without their indentation. A list is one line.
  static func lines(of value: String?) -> [String] {
    guard let value else { return ["no value"] }
    guard value.hasPrefix("[") else { return value.split(whereSeparator: \.isNewline).map(String.init) }
    let lines = value.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
    return [lines.joined(separator: " ")]
  }

  /// Returns the number of elements that two lists with different elements have in common.
  private static func commonCount(of values: [String?]) -> Int {
    guard let lists = lists(in: values) else { return 0 }
    return lists[0].count { lists[1].contains($0) }
  }

  /// Returns the elements of two lists as they are written; `nil` unless both are lists, and one has an element that the other does not
  /// have.
  private static func lists(in values: [String?]) -> [[String]]? {
    let lists = values.compactMap { value -> [String]? in
      guard let value, value.hasPrefix("[") else { return nil }
      return TOMLDocument(parsing: Array("value = \(value)\n".utf8)).root["value"]?.array?.map(\.text)
    }
    return lists.count == 2 && values.count == 2 && Set(lists[0]) != Set(lists[1]) ? lists : nil
  }
}

extension ConflictValues {
  /// Returns the times of both changes, as precise as needed to tell them apart.
  func times(in context: CommandContext) -> [ConflictChoice: String] {
    let times = Timestamp.distinct(
      mine.change?.author.date, theirs.change?.author.date, utcOffset: context.utcOffset)
    return [.mine: times.0, .theirs: times.1]
  }
}

extension ConflictValues.Version {
  /// Returns the author and the time of the change; empty if it is missing in a shallow clone.
  func origin(at time: String?) -> String { change.map { "\($0.author.name), \(time ?? "")" } ?? "" }
}
