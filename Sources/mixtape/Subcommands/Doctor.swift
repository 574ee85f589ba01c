import ArgumentParser
import MixtapeStore
import TerminalUI

struct Doctor: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the store and its repository for problems, and repair them.",
    discussion: """
      Checks the files, the repository with its index, locks and objects, your name in git, and git settings that \
      Mixtape ignores. Changes nothing without --repair. The exit status is 65 if Mixtape cannot work.

      Examples:
        mixtape doctor
        mixtape doctor --repair
      """)

  @Flag(help: "Make all repairs that lose no data.")
  var repair = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    // Errors in files are the result of this command, so they are not reported as warnings.
    let store = try session.openStore { if case .fileInvalid = $0 { false } else { true } }
    let findings = try repair ? store.repair() : store.examine()
    session.print(json: .array(findings.map(JSONOutput.finding))) {
      // Several checks can fail for one reason.
      var advice: Set<String> = []
      for finding in findings {
        let (message, remedy) = ErrorPresenter.wording(of: finding)
        session.print("\(Self.mark(finding)) \(finding.part.rawValue): \(message)")
        guard let remedy else { continue }
        if case .unexamined = finding.kind, !advice.insert(remedy).inserted { continue }
        session.print("        \(remedy)")
      }
    }
    return findings.contains { $0.severity == .error && $0.isOpen } ? .invalid : .done
  }

  private static func mark(_ finding: Finding) -> StyledText {
    if finding.severity != .ok, !finding.isOpen { return StyledText("fixed  ", .green) }
    return switch finding.severity {
    case .ok: StyledText("ok     ", .green)
    case .warning: StyledText("warning", .yellow)
    case .error: StyledText("error  ", .red)
    }
  }
}
