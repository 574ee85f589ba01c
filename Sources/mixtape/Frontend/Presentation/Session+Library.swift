import MixtapeModel
import MixtapeStore
import StoreBrowser

extension Session {
  /// Makes a change of the library or previews it, and prints the result.
  func perform(
    _ operation: PodcastOperation, _ preview: DryRunOptions, in store: Store
  ) throws(MixtapeError) -> ExitStatus {
    guard preview.dryRun else { return try present(try store.library.perform(operation), of: store) }
    let (plan, preview) = try store.library.preview(operation)
    return try present(preview, of: store, operation: operation.kind.rawValue, nothing: PlanReport(plan).nothing)
  }

  /// Prints the result of a change of the library.
  func present(_ plan: PodcastPlan, of store: Store) throws(MixtapeError) -> ExitStatus {
    if !plan.changesNothing { noteChange() }
    let affected = try affectedPlaylists(after: plan, in: store)
    if wantsJSON {
      print(
        plan.operation.folder.map { folder, destination in
          JSONOutput.folderChange(
            plan.operation.kind.rawValue, changed: plan.hasEffect, .library, folder, destination: destination,
            items: plan.changes.map(\.item.id.rawValue), affected: affected, commit: plan.savedVersion)
        } ?? JSONOutput.plan(plan, affected: affected))
    } else {
      present(PlanReport(plan), isDone: plan.hasEffect)
    }
    warn(ofMissing: affected)
    return plan.hasEffect ? .done : .nothingToDo
  }

  /// Returns the playlists with entries that are missing after a change, and their numbers.
  private func affectedPlaylists(after plan: PodcastPlan, in store: Store) throws(MixtapeError) -> [(
    id: Playlist.ID, count: Int
  )] {
    let podcasts = Set(plan.changes.filter { $0.after == nil }.map(\.item.id))
    let episodes: Set<Episode.ID> = if case .removeEpisodes = plan.operation { Set(plan.episodes) } else { [] }
    guard !podcasts.isEmpty || !episodes.isEmpty else { return [] }
    return try store.playlists(whereEpisode: { podcasts.contains($0.podcast) || episodes.contains($0) })
  }

  /// Prints the result of a change, or the reason why it has no effect.
  func present(_ report: PlanReport, isDone: Bool) {
    if isDone { print(report.done) } else { remark(report.nothing) }
  }

  /// The maximum number of playlists with missing episodes that are named.
  private static let mostPlaylists = 10

  private func warn(ofMissing affected: [(id: Playlist.ID, count: Int)]) {
    guard !affected.isEmpty else { return }
    let count = affected.reduce(0) { $0 + $1.count }
    let names = listed(first: Self.mostPlaylists, of: affected.map { "\($0.id) (\($0.count))" })
    let verb = count == 1 ? "is" : "are"
    remark(
      "\("warning:", .boldYellow) \(counted(count, "entry", "entries")) of playlists \(verb) now missing: \(names)"
    )
  }
}

/// The source of the values of an update, as messages name it.
enum UpdateSource {
  case feed
  case music

  fileprivate var name: String {
    switch self {
    case .feed: "the feed"
    case .music: "the tags"
    }
  }

  /// Returns the command that replaces the values of the user.
  fileprivate func overwriting(_ id: Podcast.ID) -> String {
    switch self {
    case .feed: "`mixtape feed update \(id) --overwrite`"
    case .music: "`mixtape scan --overwrite`"
    }
  }
}

extension Session {
  /// Reports facts about updates of podcasts.
  func report(_ notes: [PodcastMergeNote], of source: UpdateSource, isDryRun: Bool = false) {
    for fact in notes {
      let (code, text) = Self.wording(of: fact.note, source, fact.podcast, isDryRun)
      reporter.note(code: code, "\(fact.podcast): \(text)")
    }
  }

  private static func wording(
    of note: PodcastUpdateNote, _ source: UpdateSource, _ podcast: Podcast.ID, _ isDryRun: Bool
  ) -> (code: String, text: String) {
    switch note {
    case .guidsChanged(let count):
      ("guids-changed", "the feed changed the guids of \(counted(count, "episode")); they are the same episodes")
    case .olderLeftOut(let count):
      ("older-left-out", "skipped \(counted(count, "episode")) older than those in the file; `--all` adds them")
    case .dropped(let episodes):
      (
        "dropped",
        "\(isDryRun ? "would remove" : "removed") \(counted(episodes.count, "episode")) that the feed does not have any more: \(names(of: episodes))"
      )
    case .missingKept(let episodes):
      (
        "missing-kept",
        "kept \(counted(episodes.count, "episode")) that the feed does not have any more, because \(episodes.count == 1 ? "it has" : "they have") a rating, notes or a position, or \(episodes.count == 1 ? "is" : "are") downloaded, in a playlist, or written by you: \(names(of: episodes))"
      )
    case .removedLeftOut(let count):
      (
        "removed-left-out",
        "skipped \(counted(count, "music file")), because you removed \(count == 1 ? "its track" : "their tracks"); `--all` adds \(count == 1 ? "it" : "them")"
      )
    case .skipped(let count): ("skipped", "\(counted(count, "episode")) skipped by the rules in `skip`")
    case .unidentified(let count):
      ("unidentified", "skipped \(counted(count, "episode")) without guid, address and title")
    case .editsReplaced(let values):
      (
        "edits-replaced",
        "\(source.name) changed values that you had edited, and \(isDryRun ? "would replace" : "replaced") yours: \(list(of: values))"
      )
    case .writtenKept(let values):
      (
        "values-kept",
        "kept your values of \(list(of: values)), which differ from \(source.name); \(source.overwriting(podcast)) replaces yours"
      )
    case .noneRecognized(let count):
      (
        "none-recognized",
        "no episode of the feed was recognized, so \(count) \(isDryRun ? "would be added; they may be duplicates" : "\(count == 1 ? "was" : "were") added; `mixtape undo` removes \(count == 1 ? "a duplicate" : "duplicates")")"
      )
    }
  }

  /// The maximum number of episodes that a note names.
  private static let mostNamed = 10

  private static func names(of episodes: [Episode.ID]) -> String {
    listed(first: mostNamed, of: episodes.map(\.name))
  }

  /// Returns the names of values: `title, 042-auroras (title, duration)`.
  private static func list(of values: [WrittenValue]) -> String {
    var keys: [(episode: Episode.ID?, keys: [String])] = []
    for value in values {
      if keys.last?.episode == value.episode, !keys.isEmpty {
        keys[keys.count - 1].keys.append(value.key)
      } else {
        keys.append((value.episode, [value.key]))
      }
    }
    let shown = keys.prefix(mostNamed).map { episode, keys in
      let list = keys.joined(separator: ", ")
      return episode.map { "\($0.name) (\(list))" } ?? list
    }
    let rest = keys.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(counted(rest, "more episode"))" : "")
  }
}
