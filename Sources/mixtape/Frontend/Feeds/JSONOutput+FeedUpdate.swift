import MixtapeModel
import Subscriptions

extension JSONOutput {
  /// Returns the result of an update of podcasts from their feeds, or its plan.
  static func update(_ plan: PodcastPlan, _ update: FeedUpdate, isDryRun: Bool) -> JSONValue {
    let added = Set(plan.episodes)
    let changed = plan.changes.flatMap { change in
      PodcastDifference(from: change.before, to: change.after).changedEpisodes.map(\.id).filter { !added.contains($0) }
    }
    return [
      "operation": .string(plan.operation.kind.rawValue),
      "dryRun": .bool(isDryRun),
      "changed": .bool(!isDryRun && !plan.changesNothing),
      "podcasts": .array(plan.changes.map { podcast($0.item) }),
      "episodes": .strings(plan.episodes),
      "changedEpisodes": .strings(changed),
      "failed": .array(
        update.failures.map { subscription, failure in
          let problem = ErrorPresenter.problem(for: failure, of: subscription)
          return [
            "id": .string(subscription.id.rawValue), "code": .string(problem.code), "message": .string(problem.message),
          ]
        }),
      "waiting": .strings(update.waiting.map(\.id.rawValue)),
      "commit": .optional(plan.savedVersion),
    ]
  }
}
