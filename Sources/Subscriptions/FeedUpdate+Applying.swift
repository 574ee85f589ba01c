internal import FeedFetching
internal import Interchange
public import MixtapeModel
internal import MixtapeStore
internal import SystemPackage

extension FeedUpdate {
  /// Updates the podcasts of the fetched feeds in one commit, and saves the states of the feeds.
  ///
  /// Podcasts that cannot be updated join the ``failures``: those whose feed moved to the feed of another podcast, whose files
  /// have errors, or whose files would become too large.
  public mutating func apply() throws(MixtapeError) -> PodcastPlan {
    let plan = try merge { (library, operation) throws(MixtapeError) in try library.perform(operation) }
    try keepStates()
    return plan
  }

  /// Returns the plan of the update, and changes nothing.
  public mutating func preview() throws(MixtapeError) -> PodcastPlan {
    try merge { (library, operation) throws(MixtapeError) in try library.preview(operation).plan }
  }

  /// Merges what can be merged.
  private mutating func merge(
    by perform: (StoreLibrary, PodcastOperation) throws(MixtapeError) -> PodcastPlan
  ) throws(MixtapeError) -> PodcastPlan {
    try excludeMergedFeeds()
    while true {
      let merges = outcomes.compactMap(\.merge)
      do throws(MixtapeError) {
        return try perform(store.library, .merge(merges))
      } catch {
        guard [.invalidFile, .fileTooLarge].contains(error.code), case .file(let path) = error.subject,
          let target = try podcast(of: merges, in: store.directory.appending(path))
        else { throw error }
        exclude(target, because: try failure(of: target, for: error))
      }
    }
  }

  private func podcast(of merges: [PodcastMerge], in file: FilePath) throws(MixtapeError) -> Podcast.ID? {
    for id in merges.compactMap(\.target) {
      if try store.path(of: id) == file { return id }
    }
    return nil
  }

  private func failure(of id: Podcast.ID, for error: MixtapeError) throws(MixtapeError) -> FeedUpdateFailure {
    guard error.code == .fileTooLarge else { return .invalidFile(error) }
    return .fileTooLarge(error, hasEpisodes: try store.library.find(id)?.episodes.isEmpty == false)
  }

  /// Excludes podcasts whose feed moved to the feed of another podcast. They keep their address and their episodes.
  private mutating func excludeMergedFeeds() throws(MixtapeError) {
    let moved = outcomes.compactMap { outcome in outcome.movedTo.map { (outcome.id, $0) } }
    guard !moved.isEmpty else { return }
    let feeds = try store.library.summaries().compactMap { podcast in
      podcast.head.feed.map { (FeedIdentity(of: $0), podcast.head.id) }
    }
    var owners = Dictionary(feeds) { first, _ in first }
    for (id, address) in moved {
      let owner = owners[FeedIdentity(of: address)] ?? id
      owners[FeedIdentity(of: address)] = owner
      if owner != id { exclude(id, because: .moved(to: address, feedOf: owner)) }
    }
  }

  private mutating func exclude(_ id: Podcast.ID, because failure: FeedUpdateFailure) {
    for place in outcomes.indices where outcomes[place].id == id {
      outcomes[place] = Outcome(subscription: outcomes[place].subscription, failure: failure)
    }
  }

  /// Saves the validators for the next update. Feeds that the library has no more lose theirs.
  private mutating func keepStates() throws(MixtapeError) {
    let responses = outcomes.compactMap { outcome in
      outcome.validators.map { (Subscription(id: outcome.id, feed: outcome.feed), $0) }
    }
    states.note(responses, appliedTo: try store.contentDigests(of: responses.map(\.0.id)), at: now)
    states.keep(Set(try store.library.summaries().compactMap(\.head.feed)))
    try store.keepFeedStates(states.encoded)
  }
}
