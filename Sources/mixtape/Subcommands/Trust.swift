import ArgumentParser
import MixtapeStore
import TerminalUI

struct Trust: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Accept settings of others that lead out of the store.",
    discussion: """
      Everybody who can push to the remote can change mixtape.toml. A `directory` or a `path` in it that leads out of \
      the store therefore has no effect on this machine, until you edit it here or accept it with this command. The \
      private state keeps the accepted values; nothing is committed. `mixtape status` lists the others.

      Examples:
        mixtape trust --dry-run
        mixtape trust
      """)

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let settings = try preview.dryRun ? store.untrustedSettings() : store.trustSettings()
    session.print(json: ["settings": .array(settings.map(JSONOutput.setting))]) {
      for setting in settings {
        session.print("\(preview.dryRun ? "Would accept" : "Accepted") \(ErrorPresenter.text(of: setting)).")
      }
      if settings.isEmpty { session.remark("Nothing to accept: no setting of others leads out of the store.") }
    }
    return settings.isEmpty ? .nothingToDo : .done
  }
}
