import MixtapeModel
import TerminalUI

extension PlanReport {
  /// Creates the report of a change of the library.
  init(_ plan: PodcastPlan) {
    let podcasts: StyledText =
      plan.changes.count == 1
      ? StyledText(plan.changes[0].item.id, .bold) : StyledText(counted(plan.changes.count, "podcast"))
    let episodes: StyledText =
      plan.episodes.count == 1
      ? StyledText(plan.episodes[0], .bold) : StyledText(counted(plan.episodes.count, "episode"))
    switch plan.operation {
    case .add(let podcast):
      self.init(done: "Added \(podcast.kind.rawValue) \(podcast.id, .bold).", nothing: "Nothing to add.")
    case .update(let podcast):
      self.init(
        done: "Updated \(podcast.id, .bold).", nothing: "Nothing to change: \(podcast.id) already has these values.")
    case .edit(let id, _):
      self.init(done: Self.edit(plan, id), nothing: "Nothing to change: \(id) already has these values.")
    case .remove:
      let contents =
        plan.changes.count == 1
        ? plan.changes[0].item.contents
        : counted(plan.changes.reduce(0) { $0 + $1.item.episodes.count }, "episode")
      self.init(done: "Removed \(podcasts) with \(contents).", nothing: "Nothing to remove.")
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
      self.init(folder, movedTo: destination, with: plan.changes.count, "podcast")
    case .deleteFolder(let folder): self.init(folder, movedTo: nil, with: plan.changes.count, "podcast")
    case .addEpisodes(_, let id, _): self.init(done: "Added \(episodes) to \(id, .bold).", nothing: "Nothing to add.")
    case .editEpisodes(_, let edits): self.init(edits, of: episodes)
    case .removeEpisodes: self.init(done: "Removed \(episodes) from the library.", nothing: "Nothing to remove.")
    case .moveEpisodes(_, let id, _):
      self.init(
        done: Self.singleMove(plan) ?? "Moved \(episodes) \(plan.renamed.isEmpty ? "within" : "to") \(id, .bold).",
        nothing: "Nothing to change: \(id) already has this order.")
    case .merge: self.init(done: Self.merge(plan, "episode"), nothing: "Nothing new.")
    case .scan: self.init(done: Self.merge(plan, "track"), nothing: "Nothing new.")
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
  private static func merge(_ plan: PodcastPlan, _ noun: String) -> StyledText {
    let created = plan.changes.filter { $0.before == nil }
    let updated = plan.changes.filter { $0.before != nil }
    let removed = plan.removedEpisodes.count
    let counts = [
      plan.episodes.isEmpty ? nil : counted(plan.episodes.count, updated.isEmpty ? noun : "new \(noun)"),
      removed == 0 ? nil : counted(removed, "removed \(noun)"),
    ].compactMap(\.self)
    let episodes = counts.isEmpty ? "." : ": \(counts.joined(separator: ", "))."
    switch (contents(created.map(\.item)), contents(updated.map(\.item))) {
    case (let new?, let old?): return "Added \(new) and updated \(old)\(episodes)"
    case (let new?, nil): return "Added \(new)\(episodes)"
    case (nil, let old?): return "Updated \(old)\(episodes)"
    case (nil, nil): return "Nothing new."
    }
  }

  private static func contents(_ podcasts: [Podcast]) -> StyledText? {
    guard let first = podcasts.first else { return nil }
    let kind = podcasts.allSatisfy { $0.kind == .album } ? Podcast.Kind.album : .podcast
    return podcasts.count == 1 ? StyledText(first.id, .bold) : StyledText(counted(podcasts.count, kind.rawValue))
  }

  /// Words edits of episodes.
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

  private static func edit(_ plan: PodcastPlan, _ id: Podcast.ID) -> StyledText {
    guard case .moved(_, let after)? = plan.changes.first else { return "Updated \(id, .bold)." }
    return "Moved \(id, .bold) to \(after.folder.wording)."
  }

  /// Creates the report of a change of a folder.
  init(_ folder: Folder, movedTo destination: Folder?, with count: Int, _ noun: String) {
    let contents = count == 0 ? " (empty)" : " with \(counted(count, noun))"
    self.init(
      done: destination.map { "Moved the folder \(folder, .bold) to \($0.path)\(contents)." }
        ?? "Deleted the folder \(folder, .bold)\(contents).",
      nothing: "Nothing to change: the folder is already there.")
  }
}
