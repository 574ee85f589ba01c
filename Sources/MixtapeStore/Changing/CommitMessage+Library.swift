internal import MixtapeModel

extension CommitMessage {
  /// Makes the message of a change of the library.
  init(of plan: PodcastPlan) {
    self.init(
      Self.subject(of: plan), body: Self.body(of: plan), operation: plan.operation.kind.rawValue)
  }

  private static func subject(of plan: PodcastPlan) -> String {
    let episodes = count(plan.episodes.count, "episode")
    let podcasts = plan.changes.count == 1 ? plan.changes[0].item.id.rawValue : count(plan.changes.count, "podcast")
    switch plan.operation {
    case .add(let podcast): return "Add \(podcast.kind.rawValue) \(podcast.id)"
    case .update(let podcast): return "Update \(podcast.kind.rawValue) \(podcast.id)"
    case .remove(let id): return "Remove \(kind(of: plan)) \(id)"
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
      return "Delete folder \(folder) of the library with \(count(plan.changes.count, "podcast"))"
    case .rate(_, let rating?): return "Rate \(episodes) \(rating)"
    case .rate(_, nil): return "Remove the rating of \(episodes)"
    case .merge: return merge(plan)
    case .recordPlays: return "Record plays of \(episodes)"
    }
  }

  /// Returns the subject of an update: `Update 38 podcasts: 112 new episodes`.
  private static func merge(_ plan: PodcastPlan) -> String {
    let created = plan.changes.filter { $0.before == nil }
    let updated = plan.changes.count - created.count
    let parts = [
      part("add", created.map(\.item)), part("update", plan.changes.filter { $0.before != nil }.map(\.item)),
    ]
    let subject = parts.compactMap(\.self).joined(separator: " and ")
    let episodes =
      plan.episodes.isEmpty ? "" : ": \(count(plan.episodes.count, updated == 0 ? "episode" : "new episode"))"
    return subject.prefix(1).uppercased() + subject.dropFirst() + episodes
  }

  private static func part(_ verb: String, _ podcasts: [Podcast]) -> String? {
    guard let first = podcasts.first else { return nil }
    let kind = podcasts.allSatisfy { $0.kind == .album } ? Podcast.Kind.album : .podcast
    return podcasts.count == 1
      ? "\(verb) \(kind.rawValue) \(first.id)" : "\(verb) \(count(podcasts.count, kind.rawValue))"
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
    case .rate, .recordPlays:
      let titles = plan.changes.flatMap(\.item.episodes).map { ($0.id, $0.title) }
      return list(plan.episodes, Dictionary(titles) { first, _ in first })
    default: return list(plan.changes.map { "\($0.item.title) (\($0.item.id))" })
    }
  }
}
