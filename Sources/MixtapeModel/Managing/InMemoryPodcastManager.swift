/// A manager of a library in memory, for tests, previews, and programs that store it elsewhere.
public final class InMemoryPodcastManager: PodcastManaging {
  /// A function that saves a plan before it is applied. If it throws, nothing changes.
  ///
  /// It runs under the lock of the manager, so it must not call the manager.
  public typealias Save = @Sendable (PodcastPlan) throws -> Void

  private let podcasts: InMemoryItems<Podcast>
  private let save: Save

  /// Makes a manager.
  ///
  /// - Parameters:
  ///   - podcasts: The initial podcasts. Of two with one id, the last stays.
  ///   - save: Saves changes elsewhere; by default, does nothing.
  public init(_ podcasts: [Podcast] = [], save: @escaping Save = { _ in }) {
    self.podcasts = InMemoryItems(podcasts)
    self.save = save
  }

  /// Returns all podcasts and albums, in order of id.
  public func all() throws(MixtapeError) -> [Podcast] { podcasts.all() }

  /// Returns the podcast with an id, or `nil`.
  public func find(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? { podcasts.find(id) }

  /// Plans an operation, saves the plan and applies it.
  @discardableResult
  public func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan {
    try podcasts.perform(
      { (catalog) throws(MixtapeError) in try operation.plan(in: catalog) }, changes: \.changes, save: save)
  }

  /// Returns a stream of all changes from now on, in order.
  public func changes() -> AsyncStream<PodcastChange> { podcasts.listen() }
}
