import ArgumentParser
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser
import SystemPackage

struct EpisodeCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "episode",
    abstract: "Add, change and download the episodes of the library.",
    subcommands: [
      ListEpisodes.self, AddEpisode.self, RemoveEpisodes.self, MoveEpisodes.self, RateEpisodes.self, MarkAsPlayed.self,
      DownloadEpisodes.self, ForgetDownloads.self,
    ])
}

/// The episodes that a command changes, and whether it only shows what would change.
struct EpisodeSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Episodes, podcasts, albums or playlists, by id or name; `-` reads them from standard input, one per line.",
      valueName: "what"))
  var episodes: [WhatArgument] = []

  @OptionGroup var found: WhereOptions

  @OptionGroup var preview: DryRunOptions

  /// Makes a change of the episodes, and prints the result.
  ///
  /// - Parameters:
  ///   - kind: The kind of the change.
  ///   - command: The command, for a hint.
  ///   - verb: The action, for the remark that there are no episodes.
  func perform(
    _ kind: PodcastOperation.Kind, of command: String, in session: Session, verb: String = "change",
    _ operation: ([Episode.ID]) throws -> PodcastOperation
  ) throws -> ExitStatus {
    let ids = try ids(of: command, in: session)
    guard !ids.isEmpty else { return printNothingFound(to: verb, operation: kind.rawValue, in: session) }
    return try session.perform(try operation(ids), preview, in: try session.currentStore())
  }

  /// Returns the episodes that are named, followed by those that are found, each once. A playlist, a podcast or an album stands for
  /// its episodes, in its order.
  ///
  /// - Parameter command: The command, for a hint.
  /// - Throws: A ``Problem`` if there are neither arguments nor a rule nor a search.
  func ids(of command: String, in session: Session) throws -> [Episode.ID] {
    try found.require(or: episodes, of: command)
    let store = try session.currentStore()
    let named = try episodes.elements(in: session).flatMap { try store.episodeIDs(of: $0) }
    return (named + (try found.episodes(in: store, session))).withoutRepetitions
  }

  func printNothingFound(to verb: String, operation: String, in session: Session) -> ExitStatus {
    session.printNothingFound(to: verb, by: found.finding.noun, or: episodes, operation: operation)
  }
}

struct DownloadEpisodes: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "download",
    abstract: "Download episodes to this machine. The player then plays the files.",
    discussion: """
      The table `[downloads]` of mixtape.toml sets the directory and the maximum size of all downloads (default: 20 GB). A \
      download that breaks off continues when the command runs again. Nothing is committed.

      Examples:
        mixtape episode download night-sky/042-auroras
        mixtape episode download --where 'added in the last 7 days' --limit '2 GB'
        mixtape episode download --where 'playCount is missing' --dry-run
      """)

  @OptionGroup var selection: EpisodeSelection

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try selection.ids(of: "episode download", in: session)
    guard !ids.isEmpty else {
      return selection.printNothingFound(to: "download", operation: "download", in: session)
    }
    let store = try session.currentStore()
    let known = try store.requireKnown(ids)
    let episodes = ids.compactMap { known[$0] }
    let directory = try session.downloadDirectory(of: store)
    let plan = DownloadPlan(of: episodes, try directory.contents(), refuses: store.refusesAddress)
    guard !selection.preview.dryRun, !plan.items.isEmpty || !plan.complete.isEmpty else {
      return present(DownloadReport(plan, selection.preview.dryRun ? nil : [], in: directory), session)
    }
    return present(try download(episodes, to: directory, of: store, session), session)
  }

  private func download(
    _ episodes: [Episode], to directory: DownloadDirectory, of store: Store, _ session: Session
  ) throws -> DownloadReport {
    let downloads = try LockedDownloads(directory)
    let contents = try downloads.directory.contents()
    let plan = DownloadPlan(of: episodes, contents, refuses: store.refusesAddress)
    try downloads.claim(plan.complete.compactMap { contents.items[$0]?.name })
    return try session.run(plan, in: downloads, of: store)
  }

  private func present(_ report: DownloadReport, _ session: Session) -> ExitStatus {
    session.print(json: report.json) {
      if report.isEmpty {
        if report.failures.isEmpty { session.remark(report.nothing) }
      } else {
        if let sentence = report.sentence { session.print(sentence) }
        session.print(report.lines)
        report.remarks.forEach { session.remark($0) }
      }
    }
    for failure in report.failures { session.reporter.warn(failure) }
    guard report.failures.isEmpty else { return .unavailable }
    return report.isEmpty ? .nothingToDo : .done
  }
}

struct ForgetDownloads: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove downloads from this machine. The episodes stay in the library.",
    discussion: """
      Removes the files of downloads, also those of episodes that the library does not have any \
      more. Other files in the directory stay.

      Examples:
        mixtape episode forget night-sky/042-auroras
        mixtape episode forget --where 'playCount > 0'
        mixtape episode forget --all --dry-run
      """)

  @OptionGroup var selection: EpisodeSelection

  @Flag(help: "Remove all downloads of the store.")
  var all = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if all, !selection.episodes.isEmpty || !selection.found.finding.isEmpty {
      throw ValidationError("name episodes or give --all, not both")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let ids: Set<Episode.ID> = all ? [] : Set(try selection.ids(of: "episode forget", in: session))
    let directory = try session.downloadDirectory(of: try session.currentStore())
    let downloads = try directory.contents()
    let chosen = downloads.all.filter { all || ids.contains($0.name.episode) }
      .sorted { ($0.name.episode, $0.name.fileExtension) < ($1.name.episode, $1.name.fileExtension) }
    if !selection.preview.dryRun, !chosen.isEmpty {
      let locked = try LockedDownloads(directory)
      for item in chosen { try locked.remove(item.name) }
    }
    present(chosen, in: directory, session)
    return chosen.isEmpty ? .nothingToDo : .done
  }

  private func present(_ removed: [Downloads.Item], in directory: DownloadDirectory, _ session: Session) {
    let isDryRun = selection.preview.dryRun
    let json: JSONNode = [
      "operation": "forget",
      "dryRun": .bool(isDryRun),
      "directory": .string(directory.path.string),
      "downloads": .array(
        removed.map { JSONOutput.download($0.name.episode, at: $0.path.string, bytes: $0.bytes) }),
    ]
    session.print(json: json) {
      guard !removed.isEmpty else { return session.remark("Nothing to remove: not downloaded.") }
      let size = byteCount(removed.reduce(0) { $0 + $1.bytes })
      let count = counted(Set(removed.map(\.name.episode)).count, "download")
      session.print("\(isDryRun ? "Would remove" : "Removed") \(count) (\(size)).")
      if isDryRun {
        session.print(removed.map { "  \($0.name.episode, .bold)" })
        session.remark("Nothing was changed.")
      }
    }
  }
}
