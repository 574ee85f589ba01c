/// A library in memory: for tests, previews, and programs that keep it elsewhere.
public final class InMemoryPodcastManager: PodcastManaging {
  /// Saves a plan before it takes effect; when it throws, the change does not happen.
  ///
  /// It runs while the manager is locked, so it must not call the manager.
  public typealias Save = @Sendable (PodcastPlan) throws -> Void

  private let podcasts: InMemoryItems<Podcast>
  private let save: Save

  /// Makes a manager.
  ///
  /// - Parameters:
  ///   - podcasts: What is there at first; of two with one id, the last stays.
  ///   - save: Where changes are kept besides; nowhere by default.
  public init(_ podcasts: [Podcast] = [], save: @escaping Save = { _ in }) {
    self.podcasts = InMemoryItems(podcasts)
    self.save = save
  }

  /// Every podcast and album, in order of id.
  public func all() throws(MixtapeError) -> [Podcast] { podcasts.all() }

  /// The podcast of an id, or `nil`.
  public func find(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? { podcasts.find(id) }

  /// Plans an operation, saves the plan, and puts it into effect.
  @discardableResult
  public func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan {
    try podcasts.perform(
      { (catalog) throws(MixtapeError) in try operation.plan(in: catalog) }, changes: \.changes, save: save)
  }

  /// Every change from now on, in order.
  public func changes() -> AsyncStream<PodcastChange> { podcasts.listen() }
}
