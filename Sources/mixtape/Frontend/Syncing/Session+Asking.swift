import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

extension Session {
  /// Throws an error unless a person can answer questions.
  func requireTerminal(for option: String) throws(CommandFailure) {
    guard wantsJSON || !context.standardInput.isTerminal else { return }
    throw CommandFailure(
      .usage, code: "no-terminal",
      wantsJSON ? "\(option) does not work with --json" : "\(option) requires a terminal",
      hints: "`mixtape sync` takes the newer values; `mixtape conflicts` then lists both values, and decides",
      "`mixtape sync --stop` shows the conflicts and changes nothing")
  }

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
    while true {
      reporter.ask("\("mine, theirs, newer or quit", .bold) [newer]: ")
      guard let answer = readAnswer() else {
        // After Ctrl-D, the cursor is still on the line of the question.
        reporter.show([""])
        return nil
      }
      if ConflictQuestionText.quits(answer) { return nil }
      if let side = ConflictQuestionText.side(of: conflict, for: answer) { return side }
      reporter.show(["\("error:", .boldRed) the answers are: mine, theirs, newer, quit"])
    }
  }

  private func readAnswer() -> String? {
    do throws(Errno) {
      return try context.standardInput.readLine()
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
    var table = TextTable(indentation: 2)
    let times = Timestamp.distinct(conflict.ours.date, conflict.theirs.date, utcOffset: context.utcOffset)
    let mark = conflict.hasEqualTimes ? ", greater commit id" : ", newer"
    for side in MergeSide.allCases {
      let version = conflict[side]
      let time = side == .ours ? times.0 : times.1
      table.append(
        StyledText(side == .ours ? "mine" : "theirs", .bold), StyledText(SyncReportText.value(version.value)),
        StyledText("\(version.author), \(time)\(side == conflict.newer ? mark : "")", .faint))
    }
    return ["Both sides changed `\(conflict.key)` of \(ErrorPresenter.name(of: conflict))\(number):"] + table.lines
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
