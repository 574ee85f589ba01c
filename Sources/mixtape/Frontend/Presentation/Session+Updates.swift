import MixtapeModel
import MixtapeStore
import TerminalUI

/// The change of one podcast by an update from its feed.
private struct UpdatedPodcast {
  private let id: Podcast.ID
  private let newEpisodes: Int
  private let changedEpisodes: Int
  private let fields: [PodcastDifference.Field]

  init(_ change: PodcastChange) {
    let difference = PodcastDifference(from: change.before, to: change.after)
    id = change.item.id
    newEpisodes = difference.episodes.added.count
    changedEpisodes = difference.changedEpisodes.count
    fields = difference.fields
  }

  /// Whether nothing but new episodes came.
  var hasOnlyNewEpisodes: Bool { changedEpisodes == 0 && fields.isEmpty }

  var line: StyledText {
    let parts = [
      newEpisodes == 0 ? nil : counted(newEpisodes, "new episode"),
      changedEpisodes == 0 ? nil : counted(changedEpisodes, "changed episode"),
      fields.isEmpty ? nil : "new \(listed(fields.map(\.rawValue)))",
    ].compactMap(\.self)
    return "  \(id, .bold): \(parts.isEmpty ? "changed" : parts.joined(separator: ", "))"
  }
}

extension Session {
  /// Prints the result of an update from feeds. If the sentence does not say everything, the changes of each podcast follow.
  func present(update plan: PodcastPlan, of store: Store) throws(MixtapeError) {
    _ = try present(plan, of: store)
    let podcasts = plan.changes.map(UpdatedPodcast.init)
    if podcasts.count == 1, podcasts[0].hasOnlyNewEpisodes { return }
    print(podcasts.map(\.line))
  }

  /// Prints the plan of an update from feeds that was not made.
  func present(dryRun plan: PodcastPlan) {
    if plan.changesNothing { return remark(PlanReport(plan).nothing) }
    print(plan.changes.map { UpdatedPodcast($0).line })
    remark("Nothing was changed.")
  }
}
