/// A manager of playlists, in memory or as files in a store.
///
/// Calls may come from any thread. They are synchronous, input and output included, and atomic: if a call throws, nothing
/// has changed, neither in memory nor on disk.
public protocol PlaylistManaging: Sendable {
  /// Returns all playlists, in order of id.
  func all() throws(MixtapeError) -> [Playlist]

  /// Returns the playlist with an id, or `nil`.
  func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist?

  /// Plans an operation on the present playlists, and saves the result.
  ///
  /// - Returns: The plan as it was saved. A plan that changes nothing is not saved, and not sent to listeners.
  /// - Throws: The errors of ``PlaylistOperation/plan(in:)``, or ``MixtapeError/Code/saveFailed``.
  @discardableResult
  func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan

  /// Returns a stream of all changes from now on, in order.
  func changes() -> AsyncStream<PlaylistChange>
}

extension PlaylistManaging {
  /// Creates a playlist. Throws `alreadyExists` if its id is taken.
  @discardableResult
  public func create(_ playlist: Playlist) throws(MixtapeError) -> Playlist {
    try perform(.create(playlist)).after ?? playlist
  }

  /// Replaces the playlist with the same id.
  @discardableResult
  public func update(_ playlist: Playlist) throws(MixtapeError) -> Playlist {
    try perform(.update(playlist)).after ?? playlist
  }

  /// Deletes a playlist.
  public func delete(_ id: Playlist.ID) throws(MixtapeError) {
    try perform(.delete(id))
  }

  /// Copies a playlist, with a new id. The default name is `<name> copy`.
  @discardableResult
  public func duplicate(_ id: Playlist.ID, name: String? = nil) throws(MixtapeError) -> PlaylistPlan {
    try perform(.duplicate(id, name: name))
  }

  /// Changes the name.
  @discardableResult
  public func rename(_ id: Playlist.ID, to name: String) throws(MixtapeError) -> PlaylistPlan {
    try perform(.rename(id, to: name))
  }

  /// Changes the description.
  @discardableResult
  public func describe(_ id: Playlist.ID, as description: String) throws(MixtapeError) -> PlaylistPlan {
    try perform(.describe(id, as: description))
  }

  /// Changes several values at once.
  @discardableResult
  public func edit(_ id: Playlist.ID, _ edits: [PlaylistEdit]) throws(MixtapeError) -> PlaylistPlan {
    try perform(.edit(id, edits))
  }

  /// Moves a playlist to a folder.
  @discardableResult
  public func move(_ id: Playlist.ID, to folder: Folder) throws(MixtapeError) -> PlaylistPlan {
    try perform(.move(id, to: folder))
  }

  /// Moves a folder with its contents. The destination must be empty or missing.
  @discardableResult
  public func moveFolder(_ folder: Folder, to destination: Folder) throws(MixtapeError) -> PlaylistPlan {
    try perform(.moveFolder(folder, to: destination))
  }

  /// Deletes a folder with its contents.
  @discardableResult
  public func deleteFolder(_ folder: Folder) throws(MixtapeError) -> PlaylistPlan {
    try perform(.deleteFolder(folder))
  }

  /// Changes a setting for the player.
  @discardableResult
  public func set(_ setting: PlaybackSettings.Setting, of id: Playlist.ID) throws(MixtapeError) -> PlaylistPlan {
    try perform(.edit(id, [.setting(setting)]))
  }

  /// Adds episodes. The plan lists those that were already in the playlist.
  @discardableResult
  public func add(
    _ episodes: [Episode.ID], to id: Playlist.ID, at offset: Int? = nil
  ) throws(MixtapeError) -> PlaylistPlan {
    try perform(.add(episodes, to: id, at: offset))
  }

  /// Removes episodes.
  @discardableResult
  public func remove(_ episodes: [EpisodeReference], from id: Playlist.ID) throws(MixtapeError) -> PlaylistPlan {
    try perform(.remove(episodes, from: id))
  }

  /// Moves the episodes at `offsets` before the one at `destination`, like SwiftUI's `move(fromOffsets:toOffset:)`.
  @discardableResult
  public func reorder(
    _ id: Playlist.ID, fromOffsets offsets: RangeSet<Int>, toOffset destination: Int
  ) throws(MixtapeError) -> PlaylistPlan {
    let references = offsets.ranges.flatMap { $0.map(EpisodeReference.offset) }
    return try perform(.reorder(id, references, to: .before(offset: destination)))
  }
}
