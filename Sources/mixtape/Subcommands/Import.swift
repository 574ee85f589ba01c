import ArgumentParser
import MixtapeModel
import MixtapeStore

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
      an uncertain entry. --take-single accepts all entries with one candidate. If an id is taken, Mixtape adds a number. One import is one commit.

      A list of podcasts in OPML becomes a podcast for each feed that the library does not have, with folders and tags. \
      `mixtape feed update` then fetches the episodes.

      --ratings and --plays import no playlists, but stars, numbers of plays, times of the last play and dates of addition \
      from libraries of iTunes and Rhythmbox. Episodes get the larger number, the later play and the earlier date, so a \
      second import changes nothing.

      Examples:
        mixtape import evening.m3u8
        mixtape import ~/Playlists --folder imported --dry-run
        mixtape import subscriptions.opml --folder podcasts
        mixtape import Library.xml --ratings --plays
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
  var take: [ResolutionArgument] = []

  @Flag(help: "With --resolve: accept each uncertain entry that has one candidate.")
  var takeSingle = false

  @Flag(help: "Import the ratings of a library of iTunes or Rhythmbox, for episodes without one.")
  var ratings = false

  @Flag(help: "Import plays and dates of addition of a library of iTunes or Rhythmbox.")
  var plays = false

  @Flag(help: "With --ratings: replace other ratings of episodes.")
  var replace = false

  @Flag(help: "Fail if anything would be lost or skipped.")
  var strict = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    let isOfListening = ratings || plays
    if resolve && (format != nil || folder != nil || strict || isOfListening) {
      throw ValidationError("with --resolve, only playlists, --take, --take-single and --dry-run are allowed")
    }
    if takeSingle && !resolve { throw ValidationError("--take-single requires --resolve") }
    if takeSingle && !take.isEmpty { throw ValidationError("use either --take or --take-single") }
    if !take.isEmpty && (!resolve || files.count != 1 || files == ["-"]) {
      throw ValidationError("--take requires --resolve and one playlist")
    }
    if isOfListening && folder != nil {
      throw ValidationError("--folder is for playlists and podcasts; --ratings and --plays import neither")
    }
    if replace && !ratings { throw ValidationError("--replace requires --ratings") }
    if files.isEmpty && !resolve { throw ValidationError("name a file to import, or `-` for standard input") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return resolve ? try resolveEntries(in: store, session) : try importFiles(to: store, session)
  }

  private func resolveEntries(in store: Store, _ session: Session) throws -> ExitStatus {
    let ids = try files.map(PlaylistArgument.init(text:)).elements(in: session)
    if !take.isEmpty, let id = ids.first {
      return try session.resolve(id, try take.map { try $0.replacement }, isDryRun: preview.dryRun, in: store)
    }
    if !files.isEmpty, ids.isEmpty { return session.printNothingFound(to: "resolve", "playlist") }
    return try session.resolve(ids, takesSingle: takeSingle, isDryRun: preview.dryRun, in: store)
  }

  private func importFiles(to store: Store, _ session: Session) throws -> ExitStatus {
    // An unknown format is reported before a missing file, and that one before an invalid folder.
    let playlistFormat = try format.flatMap { $0.isOfSubscriptions ? nil : try $0.format() }
    let lists = try session.readLists(files, as: format, isStrict: strict)
    let folder = try self.folder?.folder ?? .top
    if ratings || plays {
      let options = ListeningOptions(
        ratings: ratings, plays: plays, replacesRatings: replace, isDryRun: preview.dryRun)
      return try session.importListening(lists, as: playlistFormat, options, of: store)
    }
    if lists.areOfPodcasts {
      return try session.importSubscriptions(lists, into: folder, of: store, isDryRun: preview.dryRun)
    }
    return try session.importPlaylists(
      lists, as: playlistFormat, into: folder, of: store, isDryRun: preview.dryRun)
  }
}

/// A missing entry of a playlist and the episode for it: `unresolved/auroras=night-sky/042-auroras`.
struct ResolutionArgument: TextArgument {
  let text: String

  var replacement: (entry: Episode.ID, episode: Episode.ID) {
    get throws {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Problem.usage(
          "\(ErrorPresenter.quoted(text)) is not an entry and an episode",
          hints: "write ENTRY=EPISODE")
      }
      return (try Episode.ID(validating: String(parts[0])), try Episode.ID(validating: String(parts[1])))
    }
  }
}
