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
      everything in a playlist file, also its comments. A feed is RSS, to which every podcast program can subscribe.

      Smart playlists are exported as the episodes that they find now. XSPF, JSPF and NSP also get the rules. Parts \
      that the format does not support are listed before anything is written.

      OPML is the format of lists of podcasts. It contains the feeds, folders and tags of the podcasts with the given ids, \
      or of all subscribed ones.

      Examples:
        mixtape export focus
        mixtape export focus --to jspf
        mixtape export short-and-unheard --to nsp
        mixtape export focus --to feed --output focus.xml
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
    help: ArgumentHelp("The format: m3u8, m3u, pls, xspf, jspf, podcast, nsp, feed or opml.", valueName: "format"))
  var format: FormatArgument?

  @Option(
    help: ArgumentHelp(
      "The output file, or a directory that exists or ends with `/` (default: standard output).", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Write paths of music files relative to a directory.", valueName: "dir"), completion: .directory)
  var relativeTo: String?

  @Option(
    help: ArgumentHelp(
      "With --relative-to: the web address of that directory, for feeds that contain music files.",
      valueName: "address"))
  var base: String?

  @Option(
    help: ArgumentHelp(
      "Write the paths for a place in mixtape.toml, and in its format: `car` for `[export.car]`.", valueName: "name"))
  var place: String?

  @Flag(help: "Fail if anything would be lost.")
  var strict = false

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if isOfSubscriptions {
      for (option, value) in [("--relative-to", relativeTo), ("--base", base), ("--place", place)] where value != nil {
        throw ValidationError("\(option) cannot be used with OPML")
      }
    } else if ids.isEmpty && !all {
      throw ValidationError("name a playlist to export, or use --all")
    }
    if !ids.isEmpty && all { throw ValidationError("--all takes no ids") }
    if place != nil && relativeTo != nil { throw ValidationError("--place cannot be used with --relative-to") }
    if let base {
      if relativeTo == nil { throw ValidationError("--base requires --relative-to") }
      if !["http://", "https://"].contains(where: base.lowercased().hasPrefix) {
        throw ValidationError("--base requires a web address, such as https://example.org/music")
      }
    }
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
    let chosen = try all ? store.playlists() : ids.map { try store.existing($0) }
    let destination = try ExportDestination(output, count: chosen.count, in: session.context)
    let place = try place.map { try exportPlace($0, of: store) }
    let format =
      try format?.format(toWrite: true) ?? place?.format ?? destination.format() ?? InterchangeFormats.all[0]
    let exporter = PlaylistExporter(
      podcasts: try store.podcastHeads(), paths: try place?.paths ?? exportedPaths(in: session.context))
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

  private func exportedPaths(in context: CommandContext) throws -> ExportedPaths {
    guard let directory = try relativeTo.map({ try context.absolute($0).string }) else { return .absolute }
    return base.map { .moved(from: directory, to: $0) } ?? .relative(to: directory)
  }

  private func exportPlace(
    _ name: String, of store: Store
  ) throws -> (format: any InterchangeFormat, paths: ExportedPaths) {
    if let place = store.exportPlace(name) { return place }
    let places = store.exportPlaces
    throw CommandFailure(
      .usage, code: "no-place", "mixtape.toml has no place \(ErrorPresenter.quoted(name))",
      hints: places.isEmpty ? "a place is a table such as [export.car]" : "the places are \(listed(places, "and"))")
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
