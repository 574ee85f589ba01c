/// A manager of podcasts and albums, in memory or as the library of a store.
///
/// Calls may come from any thread. They are synchronous, input and output included, and atomic: if a call throws, nothing
/// has changed, neither in memory nor on disk.
public protocol PodcastManaging: Sendable {
  /// Returns all podcasts and albums, in order of id.
  func all() throws(MixtapeError) -> [Podcast]

  /// Returns the podcast with an id, or `nil`.
  func find(_ id: Podcast.ID) throws(MixtapeError) -> Podcast?

  /// Plans an operation on the present library, and saves the result.
  ///
  /// - Returns: The plan as it was saved. A plan that changes nothing is not saved, and not sent to listeners.
  /// - Throws: The errors of ``PodcastOperation/plan(in:)``, or ``MixtapeError/Code/saveFailed``.
  @discardableResult
  func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan

  /// Returns a stream of all changes from now on, in order.
  func changes() -> AsyncStream<PodcastChange>
}

// MARK: - Finding

extension PodcastManaging {
  /// Returns the podcasts in a folder, without those in folders below it.
  public func findByFolder(_ folder: Folder) throws(MixtapeError) -> [Podcast] {
    try all().filter { $0.folder == folder }
  }

  /// Returns the podcasts in a folder and in the folders below it.
  public func findByFolderRecursive(_ folder: Folder) throws(MixtapeError) -> [Podcast] {
    try all().filter { $0.folder.isWithin(folder) }
  }

  /// Returns the podcasts with a tag.
  public func findByTag(_ tag: String) throws(MixtapeError) -> [Podcast] {
    try all().filter { $0.tags.contains(tag) }
  }

  /// Returns the podcasts in the top folder that have no tag.
  public func findUnorganized() throws(MixtapeError) -> [Podcast] { try all().filter(\.isUnorganized) }
}

// MARK: - Changing

extension PodcastManaging {
  /// Adds a podcast to the library. Throws `alreadyExists` if its id is taken.
  @discardableResult
  public func add(_ podcast: Podcast) throws(MixtapeError) -> PodcastPlan { try perform(.add(podcast)) }

  /// Replaces the podcast with the same id.
  @discardableResult
  public func update(_ podcast: Podcast) throws(MixtapeError) -> PodcastPlan { try perform(.update(podcast)) }

  /// Removes a podcast with its episodes from the library.
  @discardableResult
  public func remove(id: Podcast.ID) throws(MixtapeError) -> PodcastPlan { try perform(.remove(id)) }

  /// Edits the head of a podcast.
  @discardableResult
  public func edit(_ id: Podcast.ID, _ edits: PodcastEdit...) throws(MixtapeError) -> PodcastPlan {
    try perform(.edit(id, edits))
  }

  /// Adds a tag to podcasts.
  @discardableResult
  public func tag(_ ids: [Podcast.ID], _ tag: String) throws(MixtapeError) -> PodcastPlan {
    try perform(.tag(ids, tag))
  }

  /// Removes a tag from podcasts.
  @discardableResult
  public func untag(_ ids: [Podcast.ID], _ tag: String) throws(MixtapeError) -> PodcastPlan {
    try perform(.untag(ids, tag))
  }

  /// Renames a tag of all podcasts.
  @discardableResult
  public func renameTag(_ tag: String, to name: String) throws(MixtapeError) -> PodcastPlan {
    try perform(.renameTag(tag, to: name))
  }

  /// Moves a folder with its contents. The destination must be empty or missing.
  @discardableResult
  public func moveFolder(_ folder: Folder, to destination: Folder) throws(MixtapeError) -> PodcastPlan {
    try perform(.moveFolder(folder, to: destination))
  }

  /// Deletes a folder with its contents.
  @discardableResult
  public func deleteFolder(_ folder: Folder) throws(MixtapeError) -> PodcastPlan {
    try perform(.deleteFolder(folder))
  }

  /// Adds episodes to a podcast. Throws `alreadyExists` if an id is taken.
  @discardableResult
  public func addEpisodes(
    _ episodes: [Episode], to id: Podcast.ID, at offset: Int? = nil
  ) throws(MixtapeError) -> PodcastPlan {
    try perform(.addEpisodes(episodes, to: id, at: offset))
  }

  /// Edits episodes of any podcasts as one change.
  @discardableResult
  public func editEpisodes(_ ids: [Episode.ID], _ edits: EpisodeEdit...) throws(MixtapeError) -> PodcastPlan {
    try perform(.editEpisodes(ids, edits))
  }

  /// Removes episodes from their podcasts.
  @discardableResult
  public func removeEpisodes(_ ids: [Episode.ID]) throws(MixtapeError) -> PodcastPlan {
    try perform(.removeEpisodes(ids))
  }

  /// Moves episodes to a podcast, or within it.
  @discardableResult
  public func moveEpisodes(
    _ ids: [Episode.ID], to id: Podcast.ID, at offset: Int? = nil
  ) throws(MixtapeError) -> PodcastPlan {
    try perform(.moveEpisodes(ids, to: id, at: offset))
  }

  /// Rates episodes; `nil` removes their ratings.
  @discardableResult
  public func rate(_ episodes: [Episode.ID], _ rating: Int64?) throws(MixtapeError) -> PodcastPlan {
    try perform(.rate(episodes, rating))
  }

  /// Adds podcasts and updates others with what a source says, as one change.
  @discardableResult
  public func merge(_ merges: [PodcastMerge]) throws(MixtapeError) -> PodcastPlan { try perform(.merge(merges)) }

  /// Adds and updates albums from music files, as one change.
  @discardableResult
  public func scan(_ merges: [PodcastMerge]) throws(MixtapeError) -> PodcastPlan { try perform(.scan(merges)) }

  /// Records plays of episodes of any podcasts as one change.
  @discardableResult
  public func recordPlays(_ plays: [Episode.ID: EpisodePlays]) throws(MixtapeError) -> PodcastPlan {
    try perform(.recordPlays(plays))
  }
}
