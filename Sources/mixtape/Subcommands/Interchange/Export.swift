import ArgumentParser
import Interchange
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

struct Export: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export playlists and podcasts for other programs.",
    discussion: """
      Writes to standard output, to a file, or to a directory with a file for each playlist; folders become \
      directories. The format is that of --to or of the file's extension; without both, M3U8. XSPF and JSPF keep \
      everything in a playlist file, also its comments.

      Smart playlists are exported as the episodes that they find now. XSPF, JSPF and NSP also get the rules. Parts \
      that the format does not support are listed before anything is written.

      OPML is the format of lists of podcasts. It contains the feeds, folders and tags of the podcasts with the given ids, \
      or of all subscribed ones.

      Examples:
        mixtape export focus
        mixtape export focus --to jspf
        mixtape export short-and-unheard --to nsp
        mixtape export --to opml
        mixtape export night-sky --to opml
      """)

  @Argument(
    help: ArgumentHelp(
      "The playlists, or with OPML the podcasts; `-` reads them from standard input, one per line.", valueName: "id"))
  var ids: [ExportedItemArgument] = []

  @Flag(help: "Export all playlists, or with OPML all subscribed podcasts.")
  var all = false

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The format: m3u8, m3u, pls, xspf, jspf, podcast, nsp or opml.", valueName: "format"))
  var format: FormatArgument?

  @Option(
    help: ArgumentHelp(
      "The output file, or a directory that exists or ends with `/` (default: standard output).", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Write paths of music files relative to a directory.", valueName: "dir"), completion: .directory)
  var relativeTo: String?

  @Flag(help: "Fail if anything would be lost.")
  var strict = false

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if isOfSubscriptions {
      if relativeTo != nil { throw ValidationError("--relative-to cannot be used with OPML") }
    } else if ids.isEmpty && !all {
      throw ValidationError("name a playlist to export, or use --all")
    }
    if !ids.isEmpty && all { throw ValidationError("--all takes no ids") }
    if output == "" { throw ValidationError("--output requires a path; this one is empty") }
  }

  /// Whether podcasts are exported, and not playlists.
  private var isOfSubscriptions: Bool {
    format?.isOfSubscriptions ?? output.map(SubscriptionFormat.hasExtension) ?? false
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let destination: ExportDestination
    let files: [ExportedFile]
    var losses: [Loss] = []
    if isOfSubscriptions {
      let podcasts = try ids.map { PodcastArgument(text: $0.text) }.elements(in: session).withoutRepetitions
      if !ids.isEmpty, podcasts.isEmpty { return session.printNothingFound(to: "export", "podcast") }
      destination = try ExportDestination(output, count: 1, in: session.context)
      let exporter =
        try ids.isEmpty
        ? SubscriptionExporter(store.podcasts()) : SubscriptionExporter(of: podcasts.map(store.library.existing))
      session.warn(ofCredentialsOf: exporter.podcastsWithCredentials)
      session.note(ofFilesOf: exporter.podcastsInFiles)
      files = [ExportedFile(exporter)]
    } else {
      let playlists = try ids.map { PlaylistArgument(text: $0.text) }.elements(in: session).withoutRepetitions
      if !all, playlists.isEmpty { return session.printNothingFound(to: "export", "playlist") }
      (destination, files, losses) = try exportedPlaylists(playlists, of: store, session)
      session.warn(ofCredentialsIn: files.filter(\.hasCredentials).compactMap(\.playlist))
    }
    losses += files.flatMap(\.losses)
    session.report(losses)
    if strict { try session.requireNoLoss(losses.count, "exported") }
    try session.write(files, to: destination, replacingOthers: force)
    if files.isEmpty, losses.isEmpty { session.remark("Nothing to export: there are no playlists.") }
    return files.isEmpty ? .nothingToDo : .done
  }

  /// Returns the files of playlists, and the playlists that are skipped.
  private func exportedPlaylists(
    _ ids: [Playlist.ID], of store: Store, _ session: Session
  ) throws -> (ExportDestination, [ExportedFile], skipped: [Loss]) {
    let chosen = try all ? store.playlists(withTimes: false) : ids.map { try store.existing($0, withTimes: false) }
    let destination = try ExportDestination(output, count: chosen.count, in: session.context)
    let format = try format?.format(toWrite: true) ?? destination.format() ?? InterchangeFormats.all[0]
    let exporter = PlaylistExporter(
      podcasts: try store.podcastHeads(), relativeTo: try relativeTo.map { try session.context.absolute($0).string })
    let invalid = all ? Set(try store.playlistIDs()).subtracting(chosen.map(\.id)).sorted() : []
    var skipped = invalid.map { Loss(.element("playlist"), of: $0.rawValue, "its file has errors") }
    var files: [ExportedFile] = []
    for playlist in chosen {
      if let reason = try reasonToRefuse(exportOf: playlist, format) {
        skipped.append(Loss(.element("playlist"), of: playlist.id.rawValue, reason))
        continue
      }
      let exported = exporter.playlist(
        playlist, try store.exportedItems(of: playlist), as: format, file: try store.exportedText(of: playlist.id))
      files.append(ExportedFile(playlist, exported, as: format, inFolders: destination.isDirectory))
    }
    return (destination, files, skipped)
  }

  /// Returns the reason why a playlist cannot be exported: a format of rules would turn one without rules into one with all
  /// episodes.
  private func reasonToRefuse(exportOf playlist: Playlist, _ format: any InterchangeFormat) throws -> String? {
    guard format.capabilities[.key(.episodes)] == .none, playlist.criteria.conditions == nil else { return nil }
    let reason = "has no rules; \(format.title) supports only rules"
    guard !all else { return "it \(reason)" }
    throw CommandFailure(.invalid, code: "no-rules", "\(playlist.id) \(reason)", hints: "export it as m3u8 or xspf")
  }
}
