import ArgumentParser
import Feeds
import FileSystem
import Interchange
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

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
      "The playlists, or with OPML the podcasts; `-` reads them from standard input, one per line.", valueName: "id"),
    completion: .ofStore { completions, prefix in
      completions.words.contains { $0.hasSuffix("opml") } ? completions.podcasts(prefix) : completions.playlists(prefix)
    })
  var ids: [String] = []

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
      let podcasts = try ids.map(PodcastArgument.init(text:)).elements(in: session).withoutRepetitions
      if !ids.isEmpty, podcasts.isEmpty { return session.printNothingFound(to: "export", "podcast") }
      destination = try ExportDestination(output, count: 1, in: session.context)
      let exporter =
        try ids.isEmpty
        ? SubscriptionExporter(store.podcasts()) : SubscriptionExporter(of: podcasts.map(store.library.existing))
      session.warn(ofCredentialsOf: exporter.podcastsWithCredentials)
      session.note(ofFilesOf: exporter.podcastsInFiles)
      files = [ExportedFile(exporter)]
    } else {
      let playlists = try ids.map(PlaylistArgument.init(text:)).elements(in: session).withoutRepetitions
      if !all, playlists.isEmpty { return session.printNothingFound(to: "export", "playlist") }
      (destination, files, losses) = try exportedPlaylists(playlists, of: store, session)
      session.warn(ofCredentialsIn: files.filter(\.hasCredentials).compactMap(\.playlist))
    }
    losses += files.flatMap(\.losses)
    session.report(losses)
    if strict { try Session.requireNoLoss(losses.count, "exported") }
    try write(files, to: destination, session)
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
    let copies = try copyPlan(with: chosen.map(\.id), of: store, session)
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
      let items = try copies?.exportedItems(of: playlist.id) ?? store.exportedItems(of: playlist)
      skipped += (copies?.leftOut(of: playlist.id) ?? []).map {
        Loss(.entry($0.rawValue), of: playlist.id.rawValue, "the place gets no file of it")
      }
      let exported = exporter.playlist(playlist, items, as: format, file: try store.exportedText(of: playlist.id))
      files.append(ExportedFile(playlist, exported, as: format, inFolders: destination.isDirectory))
    }
    return (destination, files, skipped)
  }

  /// Returns the copies at the place, if it is one that gets copies.
  private func copyPlan(with playlists: [Playlist.ID], of store: Store, _ session: Session) throws -> CopyPlan? {
    guard let name = place, let place = store.copyPlaces.first(where: { $0.name == name }) else { return nil }
    return try session.copyPlan(for: place, adding: playlists, of: store)
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
    throw Problem(
      .usage, code: "no-place", "mixtape.toml has no place \(ErrorPresenter.quoted(name))",
      hints: places.isEmpty ? "a place is a table such as [export.car]" : "the places are \(listed(places, "and"))")
  }

  /// Returns the reason why a playlist cannot be exported: a format of rules would turn one without rules into one with all
  /// episodes.
  private func reasonToRefuse(exportOf playlist: Playlist, _ format: any InterchangeFormat) throws -> String? {
    guard format.capabilities[.key(.episodes)] == .none, playlist.criteria.conditions == nil else { return nil }
    let reason = "has no rules; \(format.title) supports only rules"
    guard !all else { return "it \(reason)" }
    throw Problem(.invalid, code: "no-rules", "\(playlist.id) \(reason)", hints: "export it as m3u8 or xspf")
  }
}

extension Export {
  private func write(_ files: [ExportedFile], to destination: ExportDestination, _ session: Session) throws {
    let places: [(file: ExportedFile, path: FilePath, shown: String)]
    switch destination {
    case .standardOutput: return Self.present(files.map { ($0, nil) }, session)
    case .file(let path, let shown): places = files.map { ($0, path, shown) }
    case .directory(let directory, let shown):
      places = files.map {
        ($0, directory.pushing(FilePath($0.relativePath)), "\(FilePath(shown).appending($0.relativePath))")
      }
    }
    if !force {
      for place in places { try Self.requireReplaceable(place.path, place.shown) }
    }
    for place in places { try Self.write(place.file, to: place.path, place.shown) }
    Self.present(places.map { ($0.file, $0.shown) }, session)
  }

  private static func present(_ written: [(file: ExportedFile, path: String?)], _ session: Session) {
    let json: JSONNode = [
      "operation": "export",
      "files": .array(
        written.map { file, path in
          [
            "playlist": .optional(file.playlist?.rawValue), "format": .string(file.format),
            "entries": .integer(file.entryCount), "path": .optional(path),
            "content": path == nil ? .string(file.text) : .null,
          ]
        }),
      "losses": JSONOutput.losses(written.flatMap(\.file.losses)),
    ]
    session.print(json: json) {
      for (file, path) in written {
        if let path {
          session.print("Exported \(file.name, .bold) to \(path).")
        } else if session.context.standardOutput.isTerminal {
          session.print(lines: file.text)
        } else {
          session.print(raw: file.text)
        }
      }
    }
  }

  /// Throws an error if a file exists that Mixtape does not keep up to date.
  private static func requireReplaceable(_ path: FilePath, _ shown: String) throws(Problem) {
    do throws(FileAccess.Failure) {
      let start = try FileAccess.readStart(of: path, count: 1024)
      if ExportMark.isPresent(in: start) { return }
    } catch {
      if case .absent = error { return }
    }
    throw Problem(
      .exists, code: "already-exists", "\(ErrorPresenter.quoted(shown)) already exists; nothing was exported",
      hints: "--force replaces it")
  }

  private static func write(_ file: ExportedFile, to path: FilePath, _ shown: String) throws(Problem) {
    do throws(Errno) {
      try DurableFile.write(file.bytes, to: path)
    } catch {
      throw Problem(.inputOutput, code: "input-output", "\(ErrorPresenter.quoted(shown)): \(error.reason)")
    }
  }
}

enum ExportDestination {
  case standardOutput
  case file(FilePath, shown: String)
  case directory(FilePath, shown: String)

  /// Parses the option `--output`.
  ///
  /// - Throws: A ``Problem`` if standard output or a file would get several playlists.
  init(_ output: String?, count: Int, in context: CommandContext) throws {
    guard let output, output != "-" else {
      if count > 1 {
        throw Problem.usage("several playlists need a directory", hints: "give one with --output DIR/")
      }
      self = .standardOutput
      return
    }
    let path = try context.absolute(output)
    let kind: FileKind?
    do throws(Errno) {
      kind = try FileKind(at: try SystemCalls.resolved(path))
    } catch .noSuchFileOrDirectory {
      kind = nil
    } catch {
      throw Problem(.inputOutput, code: "input-output", "\(ErrorPresenter.quoted(output)): \(error.reason)")
    }
    let isFile =
      kind.map { $0 != .directory } ?? (path.extension.flatMap { InterchangeFormats.withExtension($0) } != nil)
    if count > 1, isFile, !output.hasSuffix("/") {
      throw Problem.usage(
        "several playlists need a directory, and \(ErrorPresenter.quoted(output)) names a file",
        hints: "give one with --output DIR/")
    }
    if output.hasSuffix("/") || kind == .directory || count > 1 {
      self = .directory(path, shown: output)
    } else {
      self = .file(path, shown: output)
    }
  }

  /// Whether each playlist gets its own file in a directory.
  var isDirectory: Bool { if case .directory = self { true } else { false } }

  /// Returns the format for the extension of the file; `nil` without an extension.
  ///
  /// - Throws: A ``Problem`` if Mixtape writes no format with that extension.
  func format() throws(Problem) -> (any InterchangeFormat)? {
    // In `Vol. 1`, the last part is not an extension.
    guard case .file(let path, _) = self, let name = path.extension, name.contains(where: \.isLetter),
      !name.contains(where: \.isWhitespace)
    else { return nil }
    if let format = InterchangeFormats.withExtension(name, toWrite: true) { return format }
    throw FormatArgument.unknownExtension(name)
  }
}

/// A playlist, or the list of podcasts, that is ready to be written.
struct ExportedFile {
  /// The playlist; `nil` for the list of podcasts.
  let playlist: Playlist.ID?
  let name: String
  let format: String
  let bytes: [UInt8]
  let losses: [Loss]
  /// Whether addresses in it contain user names and passwords.
  let hasCredentials: Bool
  let entryCount: Int
  let relativePath: String

  /// Makes the file of a playlist.
  ///
  /// - Parameter inFolders: Whether the folders of playlists become directories, so that they are not lost.
  init(_ playlist: Playlist, _ exported: InterchangePlaylist, as format: any InterchangeFormat, inFolders: Bool) {
    let document = InterchangeDocument(playlists: [exported])
    self.playlist = playlist.id
    name = playlist.id.rawValue
    self.format = format.name
    bytes = format.write(document)
    losses = format.losses(of: document).filter { !inFolders || $0.part != .folder }
    hasCredentials = !format.hidesCredentials && exported.hasCredentials
    entryCount = exported.entries.count
    let fileName = "\(playlist.id.rawValue).\(format.fileExtensions[0])"
    relativePath = (playlist.folder.components + [fileName]).joined(separator: "/")
  }

  init(_ list: SubscriptionExporter) {
    playlist = nil
    name = counted(list.podcasts.count, "podcast")
    format = SubscriptionFormat.name
    bytes = list.document.bytes
    losses = list.losses
    hasCredentials = !list.podcastsWithCredentials.isEmpty
    entryCount = list.podcasts.count
    relativePath = "podcasts.\(SubscriptionFormat.fileExtension)"
  }

  /// The text. All written formats are in UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
