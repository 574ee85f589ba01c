import MixtapeModel
import StoreBrowser

/// A change in one sentence.
struct PlanReport {
  /// The sentence for a change that was made.
  let done: StyledText
  /// The sentence for a change without effect, with the reason.
  let nothing: StyledText

  /// The maximum number of refused episodes that are named.
  static let mostRefused = 10

  init(done: StyledText, nothing: StyledText) {
    self.done = done
    self.nothing = nothing
  }

  /// Returns the sentence for a screen.
  func sentence(isDone: Bool) -> String { (isDone ? done : nothing).rendered(colored: false) }

  /// Creates the report of a change of playlists.
  init(_ plan: PlaylistPlan) {
    let count = counted(plan.episodes.count, "episode")
    let playlists = Self.naming(plan.changes.map(\.item.id))
    switch plan.operation {
    case .create(let playlist):
      self.init(
        done: "Created \(playlist.id, .bold)\(plan.episodes.isEmpty ? "" : " with \(count)").",
        nothing: "Nothing to create.")
    case .importing: self.init(done: "Imported \(playlists).", nothing: Self.nothingToImport)
    case .resolve: self.init(resolution: plan)
    case .update(let playlist):
      self.init(
        done: "Updated \(playlist.id, .bold).", nothing: "Nothing to change: \(playlist.id) already has these values.")
    case .edit(let ids, let edits):
      let name = ids.count == 1 ? "\(ids[0]) already has" : "all of them already have"
      if case .setting(let setting)? = edits.first, edits.count == 1 {
        self.init(
          done: "Set \(setting.key.rawValue) of \(playlists) to \(setting.value).",
          nothing: "Nothing to change: \(name) \(setting.key.rawValue) \(setting.value).")
      } else {
        self.init(done: "Updated \(playlists).", nothing: "Nothing to change: \(name) these values.")
      }
    case .delete: self.init(done: "Deleted \(playlists).", nothing: "Nothing to delete.")
    case .duplicate(let id, _):
      self.init(done: "Copied \(id) to \(plan.after?.id.rawValue ?? "", .bold).", nothing: "Nothing to copy.")
    case .rename(let id, let name):
      self.init(
        done: "Renamed \(id, .bold) to \"\(name)\".", nothing: "Nothing to change: \(id) already has that name.")
    case .describe(let id, let text):
      self.init(
        done: text.isEmpty ? "Removed the description of \(id, .bold)." : "Changed the description of \(id, .bold).",
        nothing: "Nothing to change: \(id) already has that description.")
    case .move(let ids, let folder):
      self.init(
        done: "Moved \(playlists) to \(folder.wording).",
        nothing: ids.count == 1
          ? "Nothing to change: \(ids[0]) is already there." : "Nothing to change: they are already there.")
    case .conditions(let id, _):
      let done: StyledText =
        switch (plan.before?.isSmart ?? false, plan.after?.isSmart ?? false) {
        case (_, true): "Changed the rules of \(id, .bold)."
        case (true, false): "Removed the rules of \(id, .bold)."
        case (false, false): "Updated \(id, .bold), which has no rules."
        }
      self.init(
        done: done,
        nothing: plan.after?.isSmart == false
          ? "Nothing to change: \(id) has no rules." : "Nothing to change: \(id) already has these rules.")
    case .freeze(let id, _):
      self.init(
        done: "Froze \(id, .bold): replaced its rules with \(count).",
        nothing: "Nothing to freeze: \(id) has no rules.")
    case .add(_, let id, _, _):
      self.init(done: "Added \(count) to \(id, .bold).", nothing: "Nothing to add: \(id) already contains them.")
    case .assign:
      self.init(
        done: Self.assignment(plan), nothing: "Nothing to change: the playlists already have this assignment.")
    case .remove(_, let id):
      let episodes = plan.episodes.count == 1 ? plan.episodes[0].rawValue : count
      self.init(done: "Removed \(episodes) from \(id, .bold).", nothing: "Nothing to remove from \(id).")
    case .reorder(let id, _, _):
      self.init(
        done: "Moved \(count) of \(id, .bold).", nothing: "Nothing to change: \(id) already has this order.")
    case .moveFolder(let folder, let destination):
      self.init(folder, movedTo: destination, with: plan.changes.count, "playlist")
    case .deleteFolder(let folder): self.init(folder, movedTo: nil, with: plan.changes.count, "playlist")
    }
  }

  /// Words an assignment: `Added 2 episodes to lamps, removed them from late.`
  private static func assignment(_ plan: PlaylistPlan) -> StyledText {
    let (added, removed) = plan.assignment
    let episodes = counted(plan.episodes.count, "episode")
    let pronoun = plan.episodes.count == 1 ? "it" : "them"
    func names(_ ids: [Playlist.ID]) -> String {
      ids.count <= 3 ? listed(ids.map(\.rawValue)) : counted(ids.count, "playlist")
    }
    if added.isEmpty { return "Removed \(episodes) from \(names(removed), .bold)." }
    if removed.isEmpty { return "Added \(episodes) to \(names(added), .bold)." }
    return "Added \(episodes) to \(names(added), .bold), removed \(pronoun) from \(names(removed), .bold)."
  }
}

extension PlanReport {
  /// Creates the report of a change of the library, or of an update from feeds or files that a dry run has planned.
  init(_ plan: PodcastPlan, isDryRun: Bool = false) {
    let items = plan.changes.map(\.item)
    let podcasts = Self.contents(items) ?? "0 podcasts"
    let episodes: StyledText =
      plan.episodes.count == 1
      ? StyledText(plan.episodes[0], .bold) : StyledText(counted(plan.episodes.count, "episode"))
    switch plan.operation {
    case .add(let podcast):
      self.init(done: "Added \(podcast.kind.rawValue) \(podcast.id, .bold).", nothing: "Nothing to add.")
    case .update(let podcast):
      self.init(
        done: "Updated \(podcast.id, .bold).", nothing: "Nothing to change: \(podcast.id) already has these values.")
    case .edit(let ids, _):
      let name = ids.count == 1 ? "\(ids[0]) already has" : "all of them already have"
      self.init(
        done: plan.destination.map { "Moved \(podcasts) to \($0.wording)." } ?? "Updated \(podcasts).",
        nothing: "Nothing to change: \(name) these values.")
    case .remove:
      let contents =
        plan.changes.count == 1
        ? plan.changes[0].item.contents
        : counted(plan.changes.reduce(0) { $0 + $1.item.episodes.count }, "episode")
      self.init(done: "Deleted \(podcasts) with \(contents).", nothing: "Nothing to delete.")
    case .tag(_, let tag):
      self.init(
        done: "Tagged \(podcasts) with \"\(tag)\".", nothing: "Nothing to change: already tagged \"\(tag)\"."
      )
    case .untag(_, let tag):
      self.init(
        done: "Removed the tag \"\(tag)\" from \(podcasts).",
        nothing: "Nothing to change: no podcast has the tag \"\(tag)\".")
    case .renameTag(let tag, let name):
      self.init(
        done: "Renamed the tag \"\(tag)\" to \"\(name)\" in \(podcasts).",
        nothing: "Nothing to change: the tag already has that name.")
    case .moveFolder(let folder, let destination):
      self.init(folder, movedTo: destination, with: items.count, Self.noun(of: items))
    case .deleteFolder(let folder): self.init(folder, movedTo: nil, with: items.count, Self.noun(of: items))
    case .addEpisodes(_, let id, _): self.init(done: "Added \(episodes) to \(id, .bold).", nothing: "Nothing to add.")
    case .editEpisodes(_, let edits): self.init(edits, of: episodes)
    case .removeEpisodes: self.init(done: "Removed \(episodes) from the library.", nothing: "Nothing to remove.")
    case .moveEpisodes(_, let id, _):
      self.init(
        done: Self.singleMove(plan) ?? "Moved \(episodes) \(plan.renamed.isEmpty ? "within" : "to") \(id, .bold).",
        nothing: "Nothing to change: \(id) already has this order.")
    case .merge: self.init(done: Self.merge(plan, "episode", isDryRun), nothing: "Nothing new.")
    case .scan: self.init(done: Self.merge(plan, "track", isDryRun), nothing: "Nothing new.")
    case .recordPlays:
      self.init(done: "Recorded plays of \(episodes).", nothing: "Nothing to record.")
    }
  }

  /// Words a move of one episode to another podcast: `Moved night-sky/042-x to daily-byte/042-x.`
  private static func singleMove(_ plan: PodcastPlan) -> StyledText? {
    guard plan.episodes.count == 1, let (old, new) = plan.renamed.first else { return nil }
    return "Moved \(old) to \(new, .bold)."
  }

  /// Words an update: the added and the updated podcasts.
  private static func merge(_ plan: PodcastPlan, _ noun: String, _ isDryRun: Bool) -> StyledText {
    let created = plan.changes.filter { $0.before == nil }
    let updated = plan.changes.filter { $0.before != nil }
    let removed = plan.removedEpisodes.count
    let counts = [
      plan.episodes.isEmpty ? nil : counted(plan.episodes.count, updated.isEmpty ? noun : "new \(noun)"),
      removed == 0 ? nil : counted(removed, "removed \(noun)"),
    ].compactMap(\.self)
    let episodes = counts.isEmpty ? "." : ": \(counts.joined(separator: ", "))."
    let (add, update) = isDryRun ? ("Would add", "update") : ("Added", "updated")
    switch (contents(created.map(\.item)), contents(updated.map(\.item))) {
    case (let new?, let old?): return "\(add) \(new) and \(update) \(old)\(episodes)"
    case (let new?, nil): return "\(add) \(new)\(episodes)"
    case (nil, let old?): return "\(isDryRun ? "Would update" : "Updated") \(old)\(episodes)"
    case (nil, nil): return "Nothing new."
    }
  }

  private static func contents(_ podcasts: [Podcast]) -> StyledText? {
    guard let first = podcasts.first else { return nil }
    return podcasts.count == 1 ? StyledText(first.id, .bold) : StyledText(counted(podcasts.count, noun(of: podcasts)))
  }

  /// Returns `album` if all are albums, else `podcast`.
  private static func noun(of podcasts: [Podcast]) -> String {
    let isMusic = !podcasts.isEmpty && podcasts.allSatisfy { $0.kind == .album }
    return (isMusic ? Podcast.Kind.album : .podcast).rawValue
  }

  private init(_ edits: [EpisodeEdit], of episodes: StyledText) {
    if edits == EpisodeEdit.unplayed {
      self.init(
        done: "Marked \(episodes) as not played.", nothing: "Nothing to change: the episodes were never played.")
    } else if edits.count == 1, edits[0].key == .field(.rating) {
      if let rating = edits[0].value?.description {
        self.init(done: "Rated \(episodes) \(rating).", nothing: "Nothing to change: already rated \(rating).")
      } else {
        self.init(
          done: "Removed the rating of \(episodes).", nothing: "Nothing to change: the episodes have no rating.")
      }
    } else {
      self.init(done: "Updated \(episodes).", nothing: "Nothing to change: already in the requested state.")
    }
  }

  /// Creates the report of a change of a folder.
  init(_ folder: Folder, movedTo destination: Folder?, with count: Int, _ noun: String) {
    let contents = count == 0 ? " (empty)" : " with \(counted(count, noun))"
    self.init(
      done: destination.map { "Moved the folder \(folder, .bold) to \($0.path)\(contents)." }
        ?? "Deleted the folder \(folder, .bold)\(contents).",
      nothing: destination == nil
        ? "Nothing to commit: the folder \(folder) is empty." : "Nothing to change: the folder is already there.")
  }
}

extension PlanReport {
  /// The sentence for an import without playlists.
  static let nothingToImport: StyledText = "Nothing to import: no playlist files found."

  /// Returns the name of one playlist, or the number of several.
  static func naming(_ playlists: [Playlist.ID]) -> StyledText {
    playlists.count == 1 ? StyledText(playlists[0], .bold) : StyledText(counted(playlists.count, "playlist"))
  }

  /// Creates the report of replaced missing entries.
  init(resolution plan: PlaylistPlan, isDryRun: Bool = false, missing: Int = 0) {
    let entries = counted(plan.replacedEntries.count, "entry", "entries")
    let verb = isDryRun ? "Would resolve" : "Resolved"
    let end = missing == 0 ? "" : "; \(missing) still missing"
    let reason = missing == 0 ? "no entry is missing" : "\(missing) still missing"
    self.init(
      done: "\(verb) \(entries) in \(counted(plan.changes.count, "playlist"))\(end).",
      nothing: "Nothing to resolve: \(reason).")
  }
}

extension PlaylistPlan {
  /// The entries that have another episode after the change, in order of playlists.
  var replacedEntries: [(playlist: Playlist.ID, entry: Episode.ID, episode: Episode.ID)] {
    changes.flatMap { change in
      zip(change.before?.episodes ?? [], change.after?.episodes ?? []).filter { $0 != $1 }
        .map { (change.item.id, $0, $1) }
    }
  }
}
