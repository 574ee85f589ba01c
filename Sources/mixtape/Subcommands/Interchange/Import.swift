import ArgumentParser
import Interchange
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Import: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import playlists of other programs.",
    discussion: """
      Reads M3U, M3U8, PLS, XSPF, JSPF, Podcasting 2.0 lists, smart playlists of Navidrome, and libraries of iTunes and \
      Apple Music. The format is recognized by content and name. A directory is searched for lists; its directories \
      become folders.

      Entries are looked up in the library by id, guid, address, path, and artist and title. An entry that the library \
      does not have stays in the playlist as missing, with a comment that describes it; --resolve looks again. An id that is taken gets a \
      number. One import is one commit.

      Examples:
        mixtape import evening.m3u8
        mixtape import ~/Playlists --folder imported --dry-run
        mixtape import --resolve
      """)

  @Argument(
    help: ArgumentHelp(
      "Files and directories; `-` reads standard input. With --resolve: playlists (default: all).", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The format (default: recognized): \(FormatArgument.names).", valueName: "format"))
  var format: FormatArgument?

  @Option(help: "The folder that the playlists go to (default: the top).")
  var folder: FolderArgument?

  @Flag(help: "Look for the missing entries of playlists again.")
  var resolve = false

  @Flag(help: "Refuse to import if something gets lost.")
  var strict = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if files.isEmpty && !resolve { throw ValidationError("name a file to import, or `-` for standard input") }
    if resolve && (format != nil || folder != nil || strict) {
      throw ValidationError("--resolve takes playlists and --dry-run only")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    if resolve {
      let ids = try files.map { try PlaylistArgument(text: $0).id }
      return try session.resolve(ids, isDryRun: preview.dryRun, in: store)
    }
    var collector = ImportFileCollector(in: session.context)
    for file in files { try collector.add(file) }
    for (path, reason) in collector.skipped {
      session.reporter.warn(code: "skipped-list", "\(ErrorPresenter.quoted(path)): \(reason); it is left out")
    }
    let imported = try session.importedFiles(
      collector.files, as: try format?.format(), into: try folder?.folder ?? .top, of: store)
    let losses = imported.flatMap(\.losses)
    session.report(losses)
    if strict { try session.requireNoLoss(losses, "imported") }
    return try finish(imported, in: session, store)
  }

  private func finish(_ imported: [ImportedFile], in session: Session, _ store: Store) throws -> ExitStatus {
    let report = ImportReport(files: imported, isDryRun: preview.dryRun)
    session.report(uncertain: report.uncertain)
    let playlists = imported.flatMap(\.playlists)
    let plan = preview.dryRun || playlists.isEmpty ? nil : try session.save(imported, in: store)
    session.print(json: report.json(commit: plan?.savedVersion, changed: plan?.changesNothing == false)) {
      guard !playlists.isEmpty else {
        session.remark("Nothing to import: there are no lists.")
        return
      }
      session.print(report.sentence)
      session.print(report.lines)
      if playlists.contains(where: { !$0.comments.isEmpty }) {
        session.hint("`mixtape import --resolve` looks for missing entries again when the library has changed")
      }
    }
    return playlists.isEmpty ? .nothingToDo : .done
  }
}
