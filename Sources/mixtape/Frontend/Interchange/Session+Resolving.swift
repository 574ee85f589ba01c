import Interchange
import MixtapeModel
import MixtapeStore

extension Session {
  /// Looks up missing entries of playlists, or of all, again, and replaces those that the library now has. Takes single candidates
  /// of uncertain entries if `takesSingle`.
  func resolve(_ ids: [Playlist.ID], takesSingle: Bool, isDryRun: Bool, in store: Store) throws -> ExitStatus {
    let playlists =
      try ids.isEmpty ? store.playlists() : ids.map { try store.existing($0) }
    let matcher = LibraryMatcher(try store.podcasts())
    var replacements: [Playlist.ID: [EntryReplacement]] = [:]
    var (missing, uncertain) = (0, [UncertainEntry]())
    for playlist in playlists {
      for line in try store.describedEntries(in: playlist.id) {
        guard !matcher.contains(line.id), let entry = MissingEntry(comment: line.comment)?.entry else { continue }
        func replace(by episode: Episode.ID) {
          replacements[playlist.id, default: []].append(EntryReplacement(at: line.offset, of: line.id, by: episode))
        }
        switch matcher.match(entry) {
        case .episode(let episode, _): replace(by: episode)
        case .unsure(let candidates) where takesSingle && candidates.count == 1: replace(by: candidates[0])
        case .missing: missing += 1
        case .unsure(let candidates):
          uncertain.append(UncertainEntry(playlist: playlist.id, id: line.id, entry: entry, candidates: candidates))
        }
      }
    }
    report(uncertain.withoutRepetitions)
    return try replace(replacements, missing: missing, uncertain, isDryRun: isDryRun, in: store)
  }

  /// Replaces missing entries of a playlist by the episodes that the user names. An id stands for all its occurrences.
  ///
  /// - Throws: A ``MixtapeError`` if the playlist does not have an entry, or the library an episode; a ``Problem`` if an
  ///   entry has several episodes, or the library has it.
  func resolve(
    _ id: Playlist.ID, _ taken: [(entry: Episode.ID, episode: Episode.ID)], isDryRun: Bool, in store: Store
  ) throws -> ExitStatus {
    let entries = try store.existing(id).episodes
    if let unknown = taken.first(where: { !entries.contains($0.entry) }) {
      throw MixtapeError(.episodeNotInPlaylist, .episode(unknown.entry))
    }
    try store.requireKnown(taken.map(\.episode))
    let known = try store.episodes(taken.map(\.entry))
    if let present = taken.first(where: { known[$0.entry] != nil && $0.entry != $0.episode }) {
      throw Problem(
        .invalid, code: "entry-not-missing", "the entry \(present.entry) is not missing: the library has it",
        hints: "`mixtape remove` and `mixtape add` replace an entry")
    }
    var episodes: [Episode.ID: Episode.ID] = [:]
    for (entry, episode) in taken {
      guard let other = episodes.updateValue(episode, forKey: entry), other != episode else { continue }
      throw Problem.usage("--take names 2 episodes for \(entry): \(other) and \(episode)")
    }
    let replacements = entries.enumerated().compactMap { offset, entry in
      episodes[entry].map { EntryReplacement(at: offset, of: entry, by: $0) }
    }
    let rest = try store.describedEntries(in: id).count { episodes[$0.id] == nil }
    return try replace([id: replacements], missing: rest, [], isDryRun: isDryRun, in: store)
  }

  private func replace(
    _ replacements: [Playlist.ID: [EntryReplacement]], missing: Int, _ uncertain: [UncertainEntry],
    isDryRun: Bool, in store: Store
  ) throws -> ExitStatus {
    let operation = PlaylistOperation.resolve(replacements)
    let plan = isDryRun ? try store.preview(operation).plan : try store.change(operation)
    if !isDryRun, !plan.changesNothing { noteChange() }
    present(plan, missing: missing, uncertain, isDryRun: isDryRun)
    return plan.changesNothing ? .nothingToDo : .done
  }

  private func present(_ plan: PlaylistPlan, missing: Int, _ uncertain: [UncertainEntry], isDryRun: Bool) {
    print(
      json: [
        "operation": "resolve", "dryRun": .bool(isDryRun), "changed": .bool(!isDryRun && !plan.changesNothing),
        "resolved": .array(
          plan.replacedEntries.map { replaced in
            [
              "playlist": .string(replaced.playlist.rawValue), "entry": .string(replaced.entry.rawValue),
              "episode": .string(replaced.episode.rawValue),
            ]
          }),
        "missing": .integer(missing), "uncertain": .integer(uncertain.count),
        "candidates": .array(
          uncertain.map { entry in
            [
              "playlist": .string(entry.playlist.rawValue), "entry": .string(entry.id.rawValue),
              "episodes": .strings(entry.candidates),
            ]
          }),
        "commit": .optional(plan.savedVersion),
      ]
    ) {
      let rest = missing + uncertain.count
      let report = PlanReport(resolution: plan, isDryRun: isDryRun, missing: rest)
      plan.changesNothing ? remark(report.nothing) : print(report.done)
    }
  }
}

/// A playlist entry that matches several episodes, or one not certainly.
struct UncertainEntry: Hashable {
  let playlist: Playlist.ID
  let id: Episode.ID
  let entry: InterchangeEntry
  let candidates: [Episode.ID]

  /// Returns the candidates, and the command that takes one.
  ///
  /// - Parameter isSaved: Whether the playlist has the entry, so that the command works.
  func message(isSaved: Bool) -> String {
    let place = entry.line > 0 ? "line \(entry.line): " : ""
    let found = listed(candidates.map(\.rawValue), "or")
    let message = "\(playlist): \(place)\(ErrorPresenter.quoted(entry.display)) may be \(found)"
    guard isSaved else { return message }
    let episode = candidates.count == 1 ? candidates[0].rawValue : "EPISODE"
    return
      "\(message); `mixtape import --resolve \(playlist) --take \(id)=\(episode)` accepts \(candidates.count == 1 ? "it" : "one")"
  }
}

extension Session {
  /// Reports entries that match several episodes.
  ///
  /// - Parameter areSaved: Whether playlists of the store have them.
  func report(_ entries: [UncertainEntry], areSaved: Bool = true) {
    for entry in entries.prefix(Self.mostShown) {
      reporter.note(code: "uncertain-entry", entry.message(isSaved: areSaved))
    }
    if entries.count > Self.mostShown {
      reporter.note(
        code: "uncertain-entry",
        "\(counted(entries.count - Self.mostShown, "more entry", "more entries")) uncertain; `--json` lists all")
    }
    let single = entries.filter { $0.candidates.count == 1 }
    if areSaved, single.count > 1 {
      let playlists = single.map(\.playlist.rawValue).withoutRepetitions.joined(separator: " ")
      reporter.note(
        code: "uncertain-entry",
        "\(single.count) entries have one candidate; `mixtape import --resolve \(playlists) --take-single` accepts all of these"
      )
    }
  }
}
