/// A change of playlists. In a store, it is one commit and one step of undo.
public enum PlaylistOperation: Hashable, Sendable {
  /// Creates a playlist. Its id must be free.
  case create(Playlist)
  /// Creates playlists from files of other programs. If an id is taken, the playlist gets the first free one of `-2`, `-3` and so
  /// on.
  case importing([Playlist])
  /// Replaces entries of playlists, which the library did not have, by its episodes.
  case resolve([Playlist.ID: [EntryReplacement]])
  /// Replaces the playlist with the same id, except for its times.
  case update(Playlist)
  /// Changes values of playlists.
  case edit([Playlist.ID], [PlaylistEdit])
  /// Deletes playlists.
  case delete([Playlist.ID])
  /// Copies a playlist, with a new id. The default name is `<name> copy`, with a number if that is taken.
  case duplicate(Playlist.ID, name: String?)
  /// Changes the name. The id stays.
  case rename(Playlist.ID, to: String)
  /// Changes the description.
  case describe(Playlist.ID, as: String)
  /// Moves playlists to another folder. Their ids stay.
  case move([Playlist.ID], to: Folder)
  /// Changes the criteria. A playlist becomes smart by its first rule or search.
  case conditions(Playlist.ID, [CriteriaEdit])
  /// Appends the episodes that rules have found to the hand-picked ones, and removes the rules.
  case freeze(Playlist.ID, found: [Episode.ID])
  /// Inserts episodes before the one at an offset, or at the end. Episodes that are already in the playlist are refused and
  /// reported, unless they should be added again; the others are added.
  case add([Episode.ID], to: Playlist.ID, at: Int?, again: Bool = false)
  /// Appends episodes to some playlists, removes all their occurrences from others, and creates playlists that end with them. A
  /// playlist that has an episode already does not get it again.
  case assign([Episode.ID], to: [Playlist.ID], from: [Playlist.ID], creating: [Playlist])
  /// Removes episodes. An id stands for all occurrences of the episode.
  case remove([EpisodeReference], from: Playlist.ID)
  /// Moves episodes. Their relative order stays.
  case reorder(Playlist.ID, [EpisodeReference], to: ReorderDestination)
  /// Moves a folder with its contents. The destination must be empty or missing.
  case moveFolder(Folder, to: Folder)
  /// Deletes a folder with its contents.
  case deleteFolder(Folder)

  /// The kinds of operations, by their names in commits and `--json`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case create
    case importing = "import"
    case resolve
    case update, delete, duplicate, rename, describe, move, conditions, freeze, add, assign, remove, reorder
    case moveFolder = "move-folder"
    case deleteFolder = "delete-folder"
  }

  /// The kind of the operation.
  public var kind: Kind {
    switch self {
    case .create: .create
    case .importing: .importing
    case .resolve: .resolve
    case .update, .edit: .update
    case .delete: .delete
    case .duplicate: .duplicate
    case .rename: .rename
    case .describe: .describe
    case .move: .move
    case .conditions: .conditions
    case .freeze: .freeze
    case .add: .add
    case .assign: .assign
    case .remove: .remove
    case .reorder: .reorder
    case .moveFolder: .moveFolder
    case .deleteFolder: .deleteFolder
    }
  }
}

extension PlaylistOperation {
  /// Deletes a playlist.
  public static func delete(_ id: Playlist.ID) -> Self { .delete([id]) }

  /// Moves a playlist to another folder. The id stays.
  public static func move(_ id: Playlist.ID, to folder: Folder) -> Self { .move([id], to: folder) }

  /// Changes values of a playlist.
  public static func edit(_ id: Playlist.ID, _ edits: [PlaylistEdit]) -> Self { .edit([id], edits) }
}

extension PlaylistOperation {
  /// The folder that the operation moves or deletes, and its destination; `nil` for other operations.
  public var folder: (folder: Folder, destination: Folder?)? {
    switch self {
    case .moveFolder(let folder, let destination): (folder, destination)
    case .deleteFolder(let folder): (folder, nil)
    default: nil
    }
  }
}

/// A reference to an episode of a playlist.
public enum EpisodeReference: Hashable, Sendable {
  /// All occurrences of an episode.
  case id(Episode.ID)
  /// The episodes at offsets, counted from 0.
  case offsets(ClosedRange<Int>)

  /// Makes a reference to the episode at an offset, counted from 0.
  public static func offset(_ offset: Int) -> Self { .offsets(offset...offset) }
}

/// The destination of episodes that move.
public enum ReorderDestination: Hashable, Sendable {
  /// The place before the episode that is at this offset before the move; the number of episodes means the end.
  ///
  /// This is the destination of `move(fromOffsets:toOffset:)` in SwiftUI and of `moveSubranges(_:to:)` in the standard
  /// library.
  case before(offset: Int)
  /// The offset of the first episode after the move, or the nearest possible one.
  case landing(at: Int)
}

/// The result of an operation on the present playlists, planned before anything is written.
public struct PlaylistPlan: Hashable, Sendable {
  /// The operation that was planned.
  public let operation: PlaylistOperation
  /// The playlist before; `nil` if the operation creates one, or is about several playlists or a folder.
  public let before: Playlist?
  /// The playlist after; `nil` if the operation deletes it, or is about several playlists or a folder.
  public let after: Playlist?
  /// The changes of playlists, in order of id: of one, of several, or of all in a folder. Those of an import
  /// are in its order.
  public let changes: [PlaylistChange]
  /// The original of a copy.
  public let original: Playlist.ID?
  /// The episodes that are added, removed or moved, in order.
  public let episodes: [Episode.ID]
  /// The episodes to add that are already in the playlist.
  public let refused: [Episode.ID]
  /// The version that the save created, if the manager keeps a history: in a store, the id of the commit. `nil` if the plan
  /// is not saved or changes nothing.
  public let savedVersion: String?

  /// Whether the plan changes nothing.
  public var changesNothing: Bool { changes.isEmpty }

  /// Whether the plan changes something, or moves or deletes a folder. An empty folder has no file that changes.
  public var hasEffect: Bool { !changesNothing || operation.changesFolder }

  /// Makes a plan for one playlist.
  public init(
    _ operation: PlaylistOperation, from before: Playlist?, to after: Playlist?, original: Playlist.ID? = nil,
    episodes: [Episode.ID] = [], refused: [Episode.ID] = [], savedVersion: String? = nil
  ) {
    self.operation = operation
    self.savedVersion = savedVersion
    self.before = before
    self.after = after
    changes = [PlaylistChange(from: before, to: after)].compactMap(\.self)
    self.original = original
    self.episodes = episodes
    self.refused = refused
  }

  /// Makes a plan for several playlists, or for all in a folder.
  ///
  /// - Parameter episodes: The episodes of an assignment.
  public init(
    _ operation: PlaylistOperation, changes: [PlaylistChange], episodes: [Episode.ID] = [], savedVersion: String? = nil
  ) {
    self.operation = operation
    self.savedVersion = savedVersion
    (before, after) = (nil, nil)
    self.changes = changes
    original = nil
    self.episodes = episodes
    refused = []
  }

  /// Returns the plan with the playlists as they were saved, times included.
  ///
  /// - Parameter version: The version of the save. The default is that of the plan.
  public func saved(
    in version: String? = nil, as result: (_ before: Playlist?, _ after: Playlist) -> Playlist
  ) -> PlaylistPlan {
    let saved = changes.map { $0.with(after: result) }
    let version = version ?? savedVersion
    guard before != nil || after != nil else {
      return PlaylistPlan(operation, changes: saved, episodes: episodes, savedVersion: version)
    }
    return PlaylistPlan(
      operation, from: before, to: saved.first?.after ?? (changesNothing ? after : nil), original: original,
      episodes: episodes, refused: refused, savedVersion: version)
  }
}
