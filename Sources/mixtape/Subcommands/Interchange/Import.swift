import ArgumentParser
import Interchange
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Import: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import playlists and podcasts of other programs.",
    discussion: """
      Reads M3U, M3U8, PLS, XSPF, JSPF, Podcasting 2.0 lists, smart playlists of Navidrome, and libraries of iTunes \
      and Apple Music. The format is recognized by content and name. Directories are searched for playlist \
      files, and their subdirectories become folders.

      Mixtape looks up entries in the library by id, guid, address, path, and artist and title. Missing entries keep \
      their place, with a comment that describes them. --resolve looks them up again, and --take chooses the episode of \
      an uncertain entry. If an id is taken, Mixtape adds a number. One import is one commit.

      A list of podcasts in OPML becomes a podcast for each feed that the library does not have, with folders and tags. \
      `mixtape feed update` then fetches the episodes.

      Examples:
        mixtape import evening.m3u8
        mixtape import ~/Playlists --folder imported --dry-run
        mixtape import subscriptions.opml --folder podcasts
        mixtape import --resolve
        mixtape import --resolve late --take unresolved/auroras=night-sky/042-auroras
      """)

  @Argument(
    help: ArgumentHelp(
      "Files and directories; `-` reads standard input. With --resolve: playlists (default: all); `-` reads ids, one per line.",
      valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The format (default: recognized): \(FormatArgument.names).", valueName: "format"))
  var format: FormatArgument?

  @Option(help: "Folder for the playlists or podcasts (default: the top folder).")
  var folder: FolderArgument?

  @Flag(help: "Look up missing entries of playlists again.")
  var resolve = false

  @Option(
    help: ArgumentHelp(
      "With --resolve and one playlist: the episode for a missing entry; may be repeated.", valueName: "entry=episode"))
  var take: [TakenEpisodeArgument] = []

  @Flag(help: "Fail if anything would be lost or skipped.")
  var strict = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if resolve && (format != nil || folder != nil || strict) {
      throw ValidationError("with --resolve, only playlists, --take and --dry-run are allowed")
    }
    if !take.isEmpty && (!resolve || files.count != 1 || files == ["-"]) {
      throw ValidationError("--take requires --resolve and one playlist")
    }
    if files.isEmpty && !resolve { throw ValidationError("name a file to import, or `-` for standard input") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    if resolve {
      let ids = try files.map(PlaylistArgument.init(text:)).elements(in: session)
      if !take.isEmpty, let id = ids.first {
        let taken = try take.map { try $0.replacement }
        return try session.resolve(id, taken, isDryRun: preview.dryRun, in: store)
      }
      if !files.isEmpty, ids.isEmpty { return session.nothing(to: "resolve", [], "playlist") }
      return try session.resolve(ids, isDryRun: preview.dryRun, in: store)
    }
    // An unknown format is reported before a missing file.
    let playlistFormat = try format.flatMap { $0.isOfSubscriptions ? nil : try $0.format() }
    var collector = ImportFileCollector(in: session.context)
    for file in files { try collector.add(file) }
    for (path, reason) in collector.skipped {
      session.reporter.warn(code: "skipped-list", "\(ErrorPresenter.quoted(path)): \(reason); skipped")
    }
    let (lists, subscriptions) = try session.separated(collector.files, as: format)
    let folder = try self.folder?.folder ?? .top
    guard subscriptions.isEmpty else {
      return try session.importSubscriptions(
        subscriptions, into: folder, of: store, skipped: strict ? collector.skipped.count : nil,
        isDryRun: preview.dryRun)
    }
    let imported = try session.importedFiles(lists, as: playlistFormat, into: folder, of: store)
    let losses = imported.flatMap(\.losses)
    session.report(losses)
    if strict {
      let skipped = collector.skipped.count + collector.files.count - imported.count
      let faults = imported.flatMap(\.diagnostics).count(where: \.isLoss)
      try session.requireNoLoss(losses.count + faults, skipping: skipped, "imported")
    }
    return try finish(imported, in: session, store)
  }

  private func finish(_ imported: [ImportedFile], in session: Session, _ store: Store) throws -> ExitStatus {
    let report = ImportReport(files: imported, isDryRun: preview.dryRun)
    session.report(report.uncertain, areSaved: !preview.dryRun)
    let playlists = imported.flatMap(\.playlists)
    let plan = preview.dryRun || playlists.isEmpty ? nil : try session.save(imported, in: store)
    session.print(json: report.json(commit: plan?.savedVersion, changed: plan?.changesNothing == false)) {
      guard !playlists.isEmpty else {
        session.remark(PlanReport.nothingToImport)
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
