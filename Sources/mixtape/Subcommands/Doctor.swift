import ArgumentParser
import MixtapeStore

struct Doctor: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look for trouble with the store and its repository, and say what helps.",
    discussion: """
      Looks at the files, the repository, its locks, your name in git, and settings that have no effect here. Nothing \
      is changed. The exit status is 65 if something keeps Mixtape from working.

      Example:
        mixtape doctor
      """)

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let advisories = try store.advisories().map { Finding(.warning, "git settings", ErrorPresenter.wording(of: $0)) }
    let findings = try store.examine() + advisories
    session.print(json: .array(findings.map(JSONOutput.finding))) {
      for finding in findings {
        session.print("\(Self.mark(finding.severity)) \(finding.subject): \(finding.message)")
        if let remedy = finding.remedy { session.print("        \(remedy)") }
      }
    }
    return findings.contains { $0.severity == .error } ? .invalid : .done
  }

  private static func mark(_ severity: Finding.Severity) -> StyledText {
    switch severity {
    case .ok: StyledText("ok     ", .green)
    case .warning: StyledText("warning", .yellow)
    case .error: StyledText("error  ", .red)
    }
  }
}
