internal import GitHistory
internal import MixtapeModel

extension CommitMessage {
  /// Makes the message of a change of the library.
  init(of plan: PodcastPlan, trailers: [Commit.Trailer] = []) {
    self.init(
      Self.subject(of: plan), body: Self.body(of: plan), operation: plan.operation.kind.rawValue, trailers: trailers)
  }

  private static func subject(of plan: PodcastPlan) -> String {
    let episodes = counted(plan.episodes.count, "episode")
    let podcasts = plan.changes.count == 1 ? plan.changes[0].item.id.rawValue : counted(plan.changes.count, "podcast")
    switch plan.operation {
    case .add(let podcast): return "Add \(podcast.kind.rawValue) \(podcast.id)"
    case .update(let podcast): return "Update \(podcast.kind.rawValue) \(podcast.id)"
    case .remove: return plan.changes.count == 1 ? "Remove \(kind(of: plan)) \(podcasts)" : "Remove \(podcasts)"
    case .edit(let id, _):
      if case .moved(_, let after)? = plan.changes.first {
        return move("\(kind(of: plan)) \(id)", to: after.folder)
      }
      return "Update \(kind(of: plan)) \(id)"
    case .tag(_, let tag): return "Tag \(podcasts) with \"\(tag)\""
    case .untag(_, let tag): return "Remove the tag \"\(tag)\" from \(podcasts)"
    case .renameTag(let tag, let name): return "Rename the tag \"\(tag)\" to \"\(name)\""
    case .moveFolder(let folder, let destination): return "Move folder \(folder) of the library to \(destination)"
    case .deleteFolder(let folder):
      return "Delete folder \(folder) of the library with \(counted(plan.changes.count, "podcast"))"
    case .addEpisodes(_, let id, _): return "Add \(episodes) to \(kind(of: plan)) \(id)"
    case .editEpisodes(_, let edits):
      let known = plan.changes.flatMap { ($0.after ?? $0.item).episodes }
      return edit(edits, of: name(of: plan.episodes) { id in known.first { $0.id == id }?.title })
    case .removeEpisodes: return "Remove \(episodes) from the library"
    case .moveEpisodes(_, let id, _):
      return plan.renamed.isEmpty ? "Move \(episodes) within \(id)" : "Move \(episodes) to \(id)"
    case .merge(let merges):
      return merges.allSatisfy(\.options.recordsListening) ? listening(plan) : merge(plan)
    case .scan: return scan(plan)
    case .recordPlays: return record(plan)
    }
  }

  /// Returns the subject of a session: `Record plays of 3 episodes`, with the number of positions if there are some.
  private static func record(_ plan: PodcastPlan) -> String {
    let played = plan.playedEpisodes.count
    let positions = plan.episodes.count - played
    if played == 0 {
      return "Record \(positions == 1 ? "the position" : "positions") of \(counted(positions, "episode"))"
    }
    let plays = "Record plays of \(counted(played, "episode"))"
    return positions == 0 ? plays : "\(plays) and \(counted(positions, "position"))"
  }

  /// Returns the subject of an update: `Update 38 podcasts: 112 new episodes`.
  private static func merge(_ plan: PodcastPlan) -> String {
    let created = plan.changes.filter { $0.before == nil }
    let updated = plan.changes.count - created.count
    let parts = [
      part("add", created.map(\.item)), part("update", plan.changes.filter { $0.before != nil }.map(\.item)),
    ]
    let subject = parts.compactMap(\.self).joined(separator: " and ")
    let removed = plan.removedEpisodes.count
    let counts = [
      plan.episodes.isEmpty ? nil : counted(plan.episodes.count, updated == 0 ? "episode" : "new episode"),
      removed == 0 ? nil : counted(removed, "removed episode"),
    ].compactMap(\.self)
    return subject.prefix(1).uppercased() + subject.dropFirst()
      + (counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))")
  }

  /// Returns the subject of an import of ratings and plays: `Import listening data of 12 episodes`.
  private static func listening(_ plan: PodcastPlan) -> String {
    "Import listening data of \(counted(plan.updatedEpisodes.count, "episode"))"
  }

  /// Returns the subject of a scan: `Scan music: 3 albums added, 2 changed`.
  private static func scan(_ plan: PodcastPlan) -> String {
    let added = plan.changes.count { $0.before == nil }
    let changed = plan.changes.count - added
    let parts =
      added == 0
      ? ["\(counted(changed, "album")) changed"]
      : ["\(counted(added, "album")) added"] + (changed == 0 ? [] : ["\(changed) changed"])
    return "Scan music: \(parts.joined(separator: ", "))"
  }

  private static func part(_ verb: String, _ podcasts: [Podcast]) -> String? {
    guard let first = podcasts.first else { return nil }
    let kind = podcasts.allSatisfy { $0.kind == .album } ? Podcast.Kind.album : .podcast
    return podcasts.count == 1
      ? "\(verb) \(kind.rawValue) \(first.id)" : "\(verb) \(counted(podcasts.count, kind.rawValue))"
  }

  private static func edit(_ edits: [EpisodeEdit], of episodes: String) -> String {
    if edits == EpisodeEdit.unplayed { return "Mark \(episodes) as not played" }
    guard edits.count == 1, edits[0].key == .field(.rating) else {
      return "Update \(edits.map(\.key.name).joined(separator: ", ")) of \(episodes)"
    }
    guard case .integer(let stars)? = edits[0].value else { return "Remove the rating of \(episodes)" }
    return "Rate \(episodes) \(counted(Int(stars), "star"))"
  }

  private static func kind(of plan: PodcastPlan) -> String {
    (plan.changes.first?.item.kind ?? .podcast).rawValue
  }

  private static func body(of plan: PodcastPlan) -> [String] {
    switch plan.operation {
    case .edit, .update:
      let fields = plan.changes.flatMap { change -> [String] in
        let difference = PodcastDifference(from: change.before, to: change.after)
        return difference.fields.map(\.rawValue)
          + (difference.episodes.isEmpty && difference.changedEpisodes.isEmpty ? [] : ["episodes"])
      }
      return fields.isEmpty ? [] : ["Changed: \(fields.joined(separator: ", "))"]
    case .addEpisodes, .editEpisodes, .removeEpisodes, .moveEpisodes, .recordPlays:
      let states = plan.changes.flatMap { [$0.after, $0.before].compactMap(\.self) }
      let titles = states.flatMap(\.episodes).map { ($0.id, $0.title) }
      return list(plan.episodes, Dictionary(titles) { first, _ in first })
    default: return list(plan.changes.map { "\($0.item.title) (\($0.item.id))" })
    }
  }
}
