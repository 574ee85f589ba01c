import MixtapeModel
import MixtapeStore
import StoreBrowser
import TerminalUI

/// The change of one podcast by an update from its feed.
private struct UpdatedPodcast {
  private let id: Podcast.ID
  /// The new episodes, the last published first.
  let newEpisodes: [Episode]
  private let changedEpisodes: Int
  private let removedEpisodes: Int
  private let fields: [PodcastDifference.Field]

  init(_ change: PodcastChange) {
    let difference = PodcastDifference(from: change.before, to: change.after)
    id = change.item.id
    let added = Set(difference.episodes.added.map(\.element))
    newEpisodes = change.item.episodes.filter { added.contains($0.id) }.lastPublishedFirst
    changedEpisodes = difference.changedEpisodes.count
    removedEpisodes = difference.episodes.removed.count
    fields = difference.fields
  }

  /// Whether episodes came and went, and nothing else changed.
  var hasOnlyEpisodes: Bool { changedEpisodes == 0 && fields.isEmpty }

  var line: StyledText {
    let parts = [
      newEpisodes.isEmpty ? nil : counted(newEpisodes.count, "new episode"),
      changedEpisodes == 0 ? nil : counted(changedEpisodes, "changed episode"),
      removedEpisodes == 0 ? nil : counted(removedEpisodes, "removed episode"),
      fields.isEmpty ? nil : "new \(listed(fields.map(\.rawValue)))",
    ].compactMap(\.self)
    return "  \(id, .bold): \(parts.isEmpty ? "changed" : parts.joined(separator: ", "))"
  }
}

extension Session {
  /// Prints the result of an update from feeds. If the sentence does not say everything, the changes of each podcast follow, with
  /// the titles of its newest episodes.
  func present(update plan: PodcastPlan, of store: Store) throws(MixtapeError) {
    _ = try present(plan, of: store)
    let podcasts = plan.changes.map(UpdatedPodcast.init)
    let isSaid = podcasts.count == 1 && podcasts[0].hasOnlyEpisodes
    for podcast in podcasts { print((isSaid ? [] : [podcast.line]) + newEpisodes(of: podcast)) }
    let titles = podcasts.flatMap(\.newEpisodes).map(\.title)
    if !titles.isEmpty {
      // The sentence ends with a full stop.
      let sentence = PlanReport(plan).done.rendered(colored: false).dropLast()
      context.listener?.summary("\(String(sentence)): \(listed(first: Self.mostTitles, of: titles))")
    }
  }

  /// The maximum number of new episodes that the result in one line names.
  private static let mostTitles = 3

  /// The maximum number of new episodes of a podcast that are listed.
  private static let mostNewEpisodes = 10

  private func newEpisodes(of podcast: UpdatedPodcast) -> [StyledText] {
    let texts = EpisodeTexts(now: context.now())
    let listed = podcast.newEpisodes.prefix(Self.mostNewEpisodes)
    let more = podcast.newEpisodes.count - listed.count
    return lines(of: listed, texts, [.date, .title, .length, .id], isChosen: false, indentation: 4)
      + (more > 0 ? ["    … and \(more) more"] : [])
  }

  /// Prints the plan of an update from feeds that was not made.
  func present(dryRun plan: PodcastPlan) {
    if plan.changesNothing { return remark(PlanReport(plan).nothing) }
    for podcast in plan.changes.map(UpdatedPodcast.init) { print([podcast.line] + newEpisodes(of: podcast)) }
    remark("Nothing was changed.")
  }
}
