import GitHistory
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser
import SystemPackage

extension Session {
  /// Runs a call with git, and shows the progress of its transfers on a terminal.
  ///
  /// On a terminal, git may ask for passwords. Elsewhere nobody is asked.
  func transferring<Result>(
    isInteractive: Bool = true, showing shown: TransferProgress? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, _ body: (GitProgram) throws(MixtapeError) -> Result
  ) throws(MixtapeError) -> Result {
    let progress = shown ?? TransferProgress(on: context.standardError)
    defer { progress.end() }
    let asks = isInteractive && context.standardError.isTerminal
    // A password takes longer to type than a server to answer.
    // Between two runs, there can be notes, which need a free line.
    let git = GitProgram(
      asks ? .terminal : .none, patience: .seconds(asks ? 300 : 60), onStart: { progress.begin($0) },
      onOutput: { progress.show($0) }, onEnd: { progress.end() }, isCancelled: isCancelled)
    return try body(git)
  }

  /// Reports decisions about files, and a commit that the branch of the remote lost.
  func note(_ notices: [MergeNotice], lost: CommitID?, of branch: RemoteBranch) {
    if let lost { reporter.note(code: "rewritten-history", SyncReportText.wording(of: lost, lostBy: branch)) }
    for notice in notices { reporter.note(code: "merged-files", SyncReportText.wording(of: notice)) }
  }

  /// Warns of values that both sides changed, and of decisions about files.
  func warn(of report: SyncReport) {
    note(report.notices, lost: report.lost, of: report.branch)
    if let (message, hint) = SyncReportText.wording(ofReceived: report.receivedConflicts) {
      reporter.note(code: "received-conflicts", message, hints: [hint])
    }
    let open = report.conflicts.filter { $0.decision == nil }
    for (offset, conflict) in open.enumerated() {
      let (message, hint) = SyncReportText.wording(of: conflict, in: context)
      // All have the same hint.
      reporter.warn(code: "sync-conflict", message, hints: offset == open.count - 1 ? [hint] : [])
    }
  }
}

extension Session {
  /// Asks which value of each conflict to take.
  ///
  /// - Returns: A side for each conflict; `nil` if the user quits, or at the end of the input.
  func askAbout(_ conflicts: [MergeConflict]) -> [MergeSide]? {
    var sides: [MergeSide] = []
    for (offset, conflict) in conflicts.enumerated() {
      let number = conflicts.count > 1 ? " (\(offset + 1) of \(conflicts.count))" : ""
      reporter.show(ConflictQuestionText.lines(for: conflict, numbered: number, in: context))
      guard let side = ask(conflict) else { return nil }
      sides.append(side)
    }
    return sides
  }

  private func ask(_ conflict: MergeConflict) -> MergeSide? {
    while let answer = readAnswer() {
      if ConflictQuestionText.quits(answer) { return nil }
      if let side = ConflictQuestionText.side(of: conflict, for: answer) { return side }
      reporter.show(["\("error:", .boldRed) the answers are: mine, theirs, newer, quit"])
    }
    return nil
  }

  private func readAnswer() -> String? {
    do throws(Errno) {
      return try answer(to: "\("mine, theirs, newer or quit", .bold) [newer]: ")
    } catch {
      // A closed terminal gives no answers.
      return nil
    }
  }
}

/// The question about a value that both sides changed, and its answers.
enum ConflictQuestionText {
  /// Returns the lines before the question: both values, their authors and dates.
  static func lines(
    for conflict: MergeConflict, numbered number: String, in context: CommandContext
  ) -> [StyledText] {
    let times = Timestamp.distinct(conflict.ours.date, conflict.theirs.date, utcOffset: context.utcOffset)
    let mark = conflict.hasEqualTimes ? ", chosen arbitrarily" : ", newer"
    let versions = MergeSide.allCases.map { side in
      let (version, time) = (conflict[side], side == .ours ? times.0 : times.1)
      let origin = StyledText("\(version.author), \(time)\(side == conflict.newer ? mark : "")", .faint)
      return (name: side == .ours ? "mine" : "theirs", value: version.value, cells: [origin])
    }
    return ["Both sides changed `\(conflict.key)` of \(conflict.name)\(number):"]
      + ConflictText.lines(of: versions)
  }

  /// Returns whether an answer cancels the sync.
  static func quits(_ answer: String) -> Bool { ["quit", "q"].contains(answer.trimmingBlanks.lowercased()) }

  /// Returns the side that an answer chooses; `nil` if the answer is invalid. An empty answer chooses the newer change. Of two
  /// with the same time, that is the one with the greater commit id.
  static func side(of conflict: MergeConflict, for answer: String) -> MergeSide? {
    switch answer.trimmingBlanks.lowercased() {
    case "mine", "m": .ours
    case "theirs", "t": .theirs
    case "newer", "n", "": conflict.newer
    default: nil
    }
  }
}
