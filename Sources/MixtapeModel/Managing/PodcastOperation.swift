/// One change of the library that a user or the player asks for; one commit, and one step of undo, in a store.
public enum PodcastOperation: Hashable, Sendable {
  /// Put a podcast or an album into the library; its id must be free.
  case add(Podcast)
  /// Make the podcast of that id equal to the value given.
  case update(Podcast)
  /// Take a podcast with its episodes out of the library. Playlists keep the entries, which are missing then.
  case remove(Podcast.ID)
  /// Change the head of a podcast.
  case edit(Podcast.ID, [PodcastEdit])
  /// Give podcasts a tag.
  case tag([Podcast.ID], String)
  /// Take a tag from podcasts.
  case untag([Podcast.ID], String)
  /// Give a tag another name, wherever it is; where the podcast has that one too, they become one.
  case renameTag(String, to: String)
  /// Put a folder of the library, with all in it, into the place of another, which must hold nothing.
  case moveFolder(Folder, to: Folder)
  /// Remove a folder of the library with all in it.
  case deleteFolder(Folder)
  /// Rate episodes; `nil` takes their ratings away.
  case rate([Episode.ID], Int64?)
  /// Keep in mind that episodes were played. Those that the library does not have are refused and reported.
  case recordPlays([Episode.ID: EpisodePlays])

  /// The kinds of operations, by the names that commits and `--json` use.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case add = "add-podcast"
    case update = "update-podcast"
    case remove = "remove-podcast"
    case tag, untag
    case renameTag = "rename-tag"
    case moveFolder = "move-folder"
    case deleteFolder = "delete-folder"
    case rate
    case recordPlays = "play"
  }

  /// The kind of the operation.
  public var kind: Kind {
    switch self {
    case .add: .add
    case .update, .edit: .update
    case .remove: .remove
    case .tag: .tag
    case .untag: .untag
    case .renameTag: .renameTag
    case .moveFolder: .moveFolder
    case .deleteFolder: .deleteFolder
    case .rate: .rate
    case .recordPlays: .recordPlays
    }
  }
}

extension PodcastOperation {
  /// The folder that the operation is about as a whole, if it is, and where that goes; `nil` for nowhere.
  public var folder: (folder: Folder, destination: Folder?)? {
    switch self {
    case .moveFolder(let folder, let destination): (folder, destination)
    case .deleteFolder(let folder): (folder, nil)
    default: nil
    }
  }
}

/// What an operation comes to on the library as it is: planned before anything is written.
public struct PodcastPlan: Hashable, Sendable {
  /// The operation that was planned.
  public let operation: PodcastOperation
  /// What becomes of each podcast that differs, in order of id.
  public let changes: [PodcastChange]
  /// The episodes that the operation names and changes, in order.
  public let episodes: [Episode.ID]
  /// Episodes that the operation names and the library does not have.
  public let refused: [Episode.ID]
  /// The version that the plan was saved as, as in ``PlaylistPlan/savedVersion``.
  public let savedVersion: String?

  /// Whether there is nothing to write.
  public var changesNothing: Bool { changes.isEmpty }

  /// Makes a plan.
  public init(
    _ operation: PodcastOperation, changes: [PodcastChange?], episodes: [Episode.ID] = [], refused: [Episode.ID] = [],
    savedVersion: String? = nil
  ) {
    self.operation = operation
    self.changes = changes.compactMap(\.self).sorted { $0.item.id < $1.item.id }
    self.episodes = episodes
    self.refused = refused
    self.savedVersion = savedVersion
  }

  /// The plan as it was saved in a version.
  public func saved(in version: String) -> PodcastPlan {
    PodcastPlan(operation, changes: changes, episodes: episodes, refused: refused, savedVersion: version)
  }
}
