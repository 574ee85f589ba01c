import ArgumentParser
import StoreBrowser

struct Browse: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Browse and change the whole store on a full screen.",
    discussion: """
      Shows the playlists in their folders, and the episodes of the selected one; 2 and 3 show the library by folder \
      and by tag. Each change is one commit, and the last line names the command that makes the same change; `u` \
      undoes it. Changes by other programs and by hand show at once.

      `c` edits the rules of a playlist, with the episodes that they find as you type. `U` updates feeds, and `I` adds a \
      feed, scans a directory or imports a list, while you go on. `?` explains the keys:

        \(BrowserKeys.overview.joined(separator: "\n  "))

      Example:
        mixtape browse
      """)

  @Option(help: ArgumentHelp("The service that plays (default: mpv if it is installed).", valueName: "name"))
  var service: PlayerServiceName?

  @OptionGroup var mpv: MPVOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try mpv.validate(for: service) }

  func perform(in session: Session) throws -> ExitStatus {
    try session.browse(try session.openStore(), playingOn: service, mpv.arguments)
  }
}
