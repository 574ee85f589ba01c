/// Whoever keeps playlists: in memory, or as files in a store.
///
/// Calls may come from any thread; each does its work on the thread that calls, input and output included, and has its
/// effect as a whole or not at all: when one throws, nothing has changed, neither in memory nor on disk.
public protocol PlaylistManaging: Sendable {
  /// Every playlist, in order of id.
  func all() throws(MixtapeError) -> [Playlist]

  /// The playlist of an id, or `nil`.
  func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist?

  /// Plans an operation on the playlists as they are and saves the result.
  ///
  /// - Returns: the plan as saved. A plan that changes nothing is saved nowhere, and no listener hears of it.
  /// - Throws: what ``PlaylistOperation/plan(in:)`` throws, or ``MixtapeError/Code/saveFailed``.
  @discardableResult
  func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan

  /// Every change from now on, whoever makes it, in order.
  func changes() -> AsyncStream<PlaylistChange>
}

extension PlaylistManaging {
  /// Makes a playlist. Throws `alreadyExists` if its id is taken.
  @discardableResult
  public func create(_ playlist: Playlist) throws(MixtapeError) -> Playlist {
    try perform(.create(playlist)).after ?? playlist
  }

  /// Makes the playlist of the same id equal to this one.
  @discardableResult
  public func update(_ playlist: Playlist) throws(MixtapeError) -> Playlist {
    try perform(.update(playlist)).after ?? playlist
  }

  /// Removes a playlist.
  public func delete(_ id: Playlist.ID) throws(MixtapeError) {
    try perform(.delete(id))
  }

  /// Makes a copy, named `<name> copy` unless another name is given, with an id of its own.
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

  /// Puts a playlist into a folder.
  @discardableResult
  public func move(_ id: Playlist.ID, to folder: Folder) throws(MixtapeError) -> PlaylistPlan {
    try perform(.move(id, to: folder))
  }

  /// Puts a folder, with all in it, into the place of another.
  @discardableResult
  public func moveFolder(_ folder: Folder, to destination: Folder) throws(MixtapeError) -> PlaylistPlan {
    try perform(.moveFolder(folder, to: destination))
  }

  /// Removes a folder with all in it.
  @discardableResult
  public func deleteFolder(_ folder: Folder) throws(MixtapeError) -> PlaylistPlan {
    try perform(.deleteFolder(folder))
  }

  /// Changes one setting for the player.
  @discardableResult
  public func set(_ setting: PlaybackSettings.Setting, of id: Playlist.ID) throws(MixtapeError) -> PlaylistPlan {
    try perform(.configure(id, setting))
  }

  /// Adds episodes; the plan says which were refused because they are there already.
  @discardableResult
  public func add(
    _ episodes: [Episode.ID], to id: Playlist.ID, at offset: Int? = nil
  ) throws(MixtapeError) -> PlaylistPlan {
    try perform(.add(episodes, to: id, at: offset))
  }

  /// Takes episodes out.
  @discardableResult
  public func remove(_ episodes: [EpisodeReference], from id: Playlist.ID) throws(MixtapeError) -> PlaylistPlan {
    try perform(.remove(episodes, from: id))
  }

  /// Moves the episodes at some offsets in front of the one at another, as `move(fromOffsets:toOffset:)` does.
  @discardableResult
  public func reorder(
    _ id: Playlist.ID, fromOffsets offsets: RangeSet<Int>, toOffset destination: Int
  ) throws(MixtapeError) -> PlaylistPlan {
    let references = offsets.ranges.flatMap { $0.map(EpisodeReference.offset) }
    return try perform(.reorder(id, references, to: .before(offset: destination)))
  }
}
