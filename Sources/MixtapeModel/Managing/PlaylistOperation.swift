/// One change that a user asks for; one commit, and one step of undo, in a store.
public enum PlaylistOperation: Hashable, Sendable {
  /// Make a playlist; its id must be free.
  case create(Playlist)
  /// Make the playlist of that id equal to the value given, its times aside.
  case update(Playlist)
  /// Remove a playlist.
  case delete(Playlist.ID)
  /// Make a copy, under a given name or `<name> copy`, with an id of its own.
  case duplicate(Playlist.ID, name: String?)
  /// Change the name; the id stays.
  case rename(Playlist.ID, to: String)
  /// Change the description.
  case describe(Playlist.ID, as: String)
  /// Put into another folder; the id stays.
  case move(Playlist.ID, to: Folder)
  /// Change one setting for the player.
  case configure(Playlist.ID, PlaybackSettings.Setting)
  /// Change how a smart playlist finds episodes; any other becomes smart by its first rule or search.
  case conditions(Playlist.ID, [CriteriaEdit])
  /// Put episodes that rules have found behind those picked by hand, and take the rules away.
  case freeze(Playlist.ID, found: [Episode.ID])
  /// Put episodes in before the one at an offset, or at the end. Those in the playlist already are refused and
  /// reported; the rest is added.
  case add([Episode.ID], to: Playlist.ID, at: Int?)
  /// Take episodes out. An id stands for every occurrence of the episode.
  case remove([EpisodeReference], from: Playlist.ID)
  /// Move episodes, which keep their order among themselves.
  case reorder(Playlist.ID, [EpisodeReference], to: ReorderDestination)
  /// Put a folder, with all in it, into the place of another, which must hold nothing.
  case moveFolder(Folder, to: Folder)
  /// Remove a folder with all in it.
  case deleteFolder(Folder)

  /// The kinds of operations, by the names that commits and `--json` use.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case create, update, delete, duplicate, rename, describe, move, configure, conditions, freeze, add, remove, reorder
    case moveFolder = "move-folder"
    case deleteFolder = "delete-folder"
  }

  /// The kind of the operation.
  public var kind: Kind {
    switch self {
    case .create: .create
    case .update: .update
    case .delete: .delete
    case .duplicate: .duplicate
    case .rename: .rename
    case .describe: .describe
    case .move: .move
    case .configure: .configure
    case .conditions: .conditions
    case .freeze: .freeze
    case .add: .add
    case .remove: .remove
    case .reorder: .reorder
    case .moveFolder: .moveFolder
    case .deleteFolder: .deleteFolder
    }
  }
}

extension PlaylistOperation {
  /// The folder that the operation is about as a whole, if it is, and where that goes; `nil` for nowhere.
  public var folder: (folder: Folder, destination: Folder?)? {
    switch self {
    case .moveFolder(let folder, let destination): (folder, destination)
    case .deleteFolder(let folder): (folder, nil)
    default: nil
    }
  }
}

/// Names an episode in a playlist.
public enum EpisodeReference: Hashable, Sendable {
  /// Every occurrence of an episode.
  case id(Episode.ID)
  /// The episode at an offset from the start; the first is at 0.
  case offset(Int)
}

/// Where episodes go.
public enum ReorderDestination: Hashable, Sendable {
  /// In front of the episode that is at this offset before the move; the count of episodes means the end. This is the
  /// destination of `move(fromOffsets:toOffset:)` in SwiftUI and of `moveSubranges(_:to:)` in the standard library.
  case before(offset: Int)
  /// Such that the first of them is at this offset after the move, or as near to it as the list's end allows.
  case landing(at: Int)
}
