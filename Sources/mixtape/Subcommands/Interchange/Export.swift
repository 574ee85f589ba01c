import ArgumentParser
import Interchange
import MixtapeModel
import MixtapeStore
import SystemPackage

struct Export: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export playlists for other programs.",
    discussion: """
      Writes to standard output, to a file, or to a directory with a file for each playlist; folders become directories. \
      The format is that of --to, else that of the file's extension, else M3U8. XSPF and JSPF keep everything.

      Smart playlists are exported as the episodes that they find now. XSPF, JSPF and NSP also get the rules. What the \
      format cannot say is listed before anything is written.

      Examples:
        mixtape export focus
        mixtape export focus --to jspf
        mixtape export short-and-unheard --to nsp
      """)

  @Argument(help: ArgumentHelp("The playlists.", valueName: "id"))
  var playlists: [PlaylistArgument] = []

  @Flag(help: "Export all playlists.")
  var all = false

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The format: m3u8, m3u, pls, xspf, jspf, podcast or nsp.", valueName: "format"))
  var format: FormatArgument?

  @Option(
    help: ArgumentHelp(
      "The file, or the directory, which ends with `/` or exists (default: standard output).", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Write paths of music files relative to a directory.", valueName: "dir"), completion: .directory)
  var relativeTo: String?

  @Flag(help: "Refuse to export if something gets lost.")
  var strict = false

  @Flag(help: "Replace files that Mixtape has not written.")
  var force = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if playlists.isEmpty && !all { throw ValidationError("name a playlist to export, or use --all") }
    if !playlists.isEmpty && all { throw ValidationError("--all takes no playlists") }
    if output == "" { throw ValidationError("--output requires a path; this one is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let chosen =
      try all ? store.playlists(withTimes: false) : playlists.map { try store.existing(try $0.id, withTimes: false) }
    let destination = try ExportDestination(output, count: chosen.count, in: session.context)
    let format = try format?.format(toWrite: true) ?? destination.format ?? InterchangeFormats.all[0]
    let exporter = PlaylistExporter(
      podcasts: try store.podcastHeads(), relativeTo: relativeTo.map { session.context.absolute($0).string })
    var files: [ExportedFile] = []
    for playlist in chosen {
      guard try requireRules(playlist, format, session) else { continue }
      let exported = exporter.playlist(playlist, try store.exportedItems(of: playlist), as: format)
      files.append(ExportedFile(playlist, exported, as: format, inFolders: destination.isDirectory))
    }
    let losses = files.flatMap(\.losses)
    session.report(losses)
    if strict { try session.requireNoLoss(losses, "exported") }
    try session.write(files, to: destination, replacingOthers: force)
    return files.isEmpty ? .nothingToDo : .done
  }

  /// Returns whether a playlist can be exported: a format of rules would turn one without rules into one with all episodes.
  private func requireRules(_ playlist: Playlist, _ format: any InterchangeFormat, _ session: Session) throws -> Bool {
    guard format.capabilities[.key(.episodes)] == .none, playlist.criteria.conditions == nil else { return true }
    let message = "\(playlist.id) has no rules, and \(format.title) has nothing else"
    guard all else { throw CommandFailure(.invalid, code: "no-rules", message, hints: "export it as m3u8 or xspf") }
    session.reporter.warn(code: "no-rules", "\(message); it is left out")
    return false
  }
}
