/// Whoever keeps podcasts and albums: in memory, or as the library of a store.
///
/// Calls may come from any thread; each does its work on the thread that calls, input and output included, and has its
/// effect as a whole or not at all: when one throws, nothing has changed, neither in memory nor on disk.
public protocol PodcastManaging: Sendable {
  /// Every podcast and album, in order of id.
  func all() throws(MixtapeError) -> [Podcast]

  /// The podcast of an id, or `nil`.
  func find(_ id: Podcast.ID) throws(MixtapeError) -> Podcast?

  /// Plans an operation on the library as it is and saves the result.
  ///
  /// - Returns: the plan as saved. A plan that changes nothing is saved nowhere, and no listener hears of it.
  /// - Throws: what ``PodcastOperation/plan(in:)`` throws, or ``MixtapeError/Code/saveFailed``.
  @discardableResult
  func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan

  /// Every change from now on, whoever makes it, in order.
  func changes() -> AsyncStream<PodcastChange>
}

// MARK: - Looking

extension PodcastManaging {
  /// The podcasts in a folder, and in none of those within it.
  public func findByFolder(_ folder: Folder) throws(MixtapeError) -> [Podcast] {
    try all().filter { $0.folder == folder }
  }

  /// The podcasts in a folder and in those within it.
  public func findByFolderRecursive(_ folder: Folder) throws(MixtapeError) -> [Podcast] {
    try all().filter { $0.folder.isWithin(folder) }
  }

  /// The podcasts that have a tag.
  public func findByTag(_ tag: String) throws(MixtapeError) -> [Podcast] {
    try all().filter { $0.tags.contains(tag) }
  }

  /// The podcasts that are in no folder and have no tag.
  public func findUnorganized() throws(MixtapeError) -> [Podcast] { try all().filter(\.isUnorganized) }
}

// MARK: - Changing

extension PodcastManaging {
  /// Puts a podcast into the library. Throws `alreadyExists` if its id is taken.
  @discardableResult
  public func add(_ podcast: Podcast) throws(MixtapeError) -> PodcastPlan { try perform(.add(podcast)) }

  /// Makes the podcast of the same id equal to this one.
  @discardableResult
  public func update(_ podcast: Podcast) throws(MixtapeError) -> PodcastPlan { try perform(.update(podcast)) }

  /// Takes a podcast with its episodes out of the library.
  @discardableResult
  public func remove(id: Podcast.ID) throws(MixtapeError) -> PodcastPlan { try perform(.remove(id)) }

  /// Changes the head of a podcast.
  @discardableResult
  public func edit(_ id: Podcast.ID, _ edits: PodcastEdit...) throws(MixtapeError) -> PodcastPlan {
    try perform(.edit(id, edits))
  }

  /// Gives podcasts a tag.
  @discardableResult
  public func tag(_ ids: [Podcast.ID], _ tag: String) throws(MixtapeError) -> PodcastPlan {
    try perform(.tag(ids, tag))
  }

  /// Takes a tag from podcasts.
  @discardableResult
  public func untag(_ ids: [Podcast.ID], _ tag: String) throws(MixtapeError) -> PodcastPlan {
    try perform(.untag(ids, tag))
  }

  /// Gives a tag another name, wherever it is.
  @discardableResult
  public func renameTag(_ tag: String, to name: String) throws(MixtapeError) -> PodcastPlan {
    try perform(.renameTag(tag, to: name))
  }

  /// Puts a folder, with all in it, into the place of another.
  @discardableResult
  public func moveFolder(_ folder: Folder, to destination: Folder) throws(MixtapeError) -> PodcastPlan {
    try perform(.moveFolder(folder, to: destination))
  }

  /// Removes a folder with all in it.
  @discardableResult
  public func deleteFolder(_ folder: Folder) throws(MixtapeError) -> PodcastPlan {
    try perform(.deleteFolder(folder))
  }

  /// Rates episodes; `nil` takes their ratings away.
  @discardableResult
  public func rate(_ episodes: [Episode.ID], _ rating: Int64?) throws(MixtapeError) -> PodcastPlan {
    try perform(.rate(episodes, rating))
  }

  /// Keeps in mind that episodes were played, as one change, whatever podcasts they are of.
  @discardableResult
  public func recordPlays(_ plays: [Episode.ID: EpisodePlays]) throws(MixtapeError) -> PodcastPlan {
    try perform(.recordPlays(plays))
  }
}
