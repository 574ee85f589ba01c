/// A change of the library by a user or the player. In a store, it is one commit and one step of undo.
public enum PodcastOperation: Hashable, Sendable {
  /// Adds a podcast or an album to the library. Its id must be free.
  case add(Podcast)
  /// Replaces the podcast with the same id.
  case update(Podcast)
  /// Removes podcasts with their episodes from the library. Playlists keep their entries, which are then missing.
  case remove([Podcast.ID])
  /// Edits the heads of podcasts.
  case edit([Podcast.ID], [PodcastEdit])
  /// Adds a tag to podcasts.
  case tag([Podcast.ID], String)
  /// Removes a tag from podcasts.
  case untag([Podcast.ID], String)
  /// Renames a tag of all podcasts. If a podcast already has the new tag, it keeps one of them.
  case renameTag(String, to: String)
  /// Moves a folder with its contents. The destination must be empty or missing.
  case moveFolder(Folder, to: Folder)
  /// Deletes a folder with its contents.
  case deleteFolder(Folder)
  /// Adds episodes to a podcast before the one at an offset, or at the end. Their ids must be free.
  case addEpisodes([Episode], to: Podcast.ID, at: Int?)
  /// Edits episodes of any podcasts.
  case editEpisodes([Episode.ID], [EpisodeEdit])
  /// Removes episodes from their podcasts. Playlists keep their entries, which are then missing.
  case removeEpisodes([Episode.ID])
  /// Moves episodes to a podcast, in the given order. The first one gets an offset; without one, they go to the end.
  /// Episodes of other podcasts get the podcast's id in their ids.
  case moveEpisodes([Episode.ID], to: Podcast.ID, at: Int?)
  /// Records plays of episodes and their positions. Episodes that are not in the library are refused and reported.
  case recordPlays([Episode.ID: EpisodePlays])

  /// Adds podcasts, and updates others with what a source says: feeds, files of music or a list. One change for all.
  case merge([PodcastMerge])
  /// Adds and updates albums from music files, as one change.
  case scan([PodcastMerge])

  /// The kinds of operations, by their names in commits and `--json`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case add = "add-podcast"
    case update = "update-podcast"
    case remove = "delete-podcast"
    case tag, untag
    case renameTag = "rename-tag"
    case moveFolder = "move-folder"
    case deleteFolder = "delete-folder"
    case addEpisodes = "add-episode"
    case editEpisodes = "update-episode"
    case removeEpisodes = "remove-episode"
    case moveEpisodes = "move-episode"
    case rate
    case recordPlays = "play"
    case merge = "update-library"
    case scan
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
    case .addEpisodes: .addEpisodes
    case .editEpisodes(_, let edits): edits.map(\.key) == [.field(.rating)] ? .rate : .editEpisodes
    case .removeEpisodes: .removeEpisodes
    case .moveEpisodes: .moveEpisodes
    case .recordPlays: .recordPlays
    case .merge: .merge
    case .scan: .scan
    }
  }
}

extension PodcastOperation {
  /// Removes a podcast with its episodes from the library.
  public static func remove(_ id: Podcast.ID) -> Self { .remove([id]) }

  /// Edits the head of a podcast.
  public static func edit(_ id: Podcast.ID, _ edits: [PodcastEdit]) -> Self { .edit([id], edits) }

  /// Rates episodes; `nil` removes their ratings.
  public static func rate(_ episodes: [Episode.ID], _ rating: Int64?) -> Self {
    .editEpisodes(episodes, [.rating(rating)])
  }

  /// The folder that the operation moves or deletes, and its destination; `nil` for other operations.
  public var folder: (folder: Folder, destination: Folder?)? {
    switch self {
    case .moveFolder(let folder, let destination): (folder, destination)
    case .deleteFolder(let folder): (folder, nil)
    default: nil
    }
  }
}

/// The result of an operation on the present library, planned before anything is written.
public struct PodcastPlan: Hashable, Sendable {
  /// The operation that was planned.
  public let operation: PodcastOperation
  /// The changes of podcasts, in order of id.
  public let changes: [PodcastChange]
  /// The episodes that the operation names and changes, in order; by their new ids, if these change.
  public let episodes: [Episode.ID]
  /// The episodes that the operation names and that are not in the library.
  public let refused: [Episode.ID]
  /// The facts about the updates of podcasts that a user may want to know.
  public let notes: [PodcastMergeNote]
  /// The new ids of episodes whose ids change, by their old ones. The store also changes them in playlists.
  public let renamed: [Episode.ID: Episode.ID]
  /// The version that the plan was saved as, as in ``PlaylistPlan/savedVersion``.
  public let savedVersion: String?

  /// Whether the plan changes nothing.
  public var changesNothing: Bool { changes.isEmpty }

  /// Whether the plan changes something, or moves or deletes a folder. An empty folder has no file that changes.
  public var hasEffect: Bool { !changesNothing || operation.changesFolder }

  /// Makes a plan.
  public init(
    _ operation: PodcastOperation, changes: [PodcastChange?], episodes: [Episode.ID] = [], refused: [Episode.ID] = [],
    notes: [PodcastMergeNote] = [], renamed: [Episode.ID: Episode.ID] = [:], savedVersion: String? = nil
  ) {
    self.operation = operation
    self.changes = changes.compactMap(\.self).sorted { $0.item.id < $1.item.id }
    self.episodes = episodes
    self.refused = refused
    self.notes = notes
    self.renamed = renamed
    self.savedVersion = savedVersion
  }

  /// The episodes that the plan records as played to their end. Other episodes of a record of plays only keep a position.
  public var playedEpisodes: [Episode.ID] {
    guard case .recordPlays(let plays) = operation else { return [] }
    return episodes.filter { plays[$0].map { $0.count > 0 } ?? false }
  }

  /// The episodes that were in their podcasts before and have other values now: their states before and after.
  public var updatedEpisodes: [(before: Episode, after: Episode)] {
    changes.flatMap { change -> [(before: Episode, after: Episode)] in
      guard let before = change.before, let after = change.after else { return [] }
      let known = Dictionary(before.episodes.map { ($0.id, $0) }) { first, _ in first }
      return after.episodes.compactMap { episode in
        known[episode.id].flatMap { $0 == episode ? nil : (before: $0, after: episode) }
      }
    }
  }

  /// The episodes that the changed podcasts have no longer.
  public var removedEpisodes: [Episode.ID] {
    changes.flatMap { change -> [Episode.ID] in
      guard let before = change.before, let after = change.after else { return [] }
      let kept = Set(after.episodes.map(\.id))
      return before.episodes.map(\.id).filter { !kept.contains($0) }
    }
  }

  /// The folder to which the plan only moves podcasts; `nil` for other plans.
  public var destination: Folder? {
    let destinations = changes.map { if case .moved(_, let podcast) = $0 { podcast.folder } else { nil as Folder? } }
    guard let first = destinations.first, destinations.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Returns the plan with the version that it was saved as.
  public func saved(in version: String) -> PodcastPlan {
    PodcastPlan(
      operation, changes: changes, episodes: episodes, refused: refused, notes: notes, renamed: renamed,
      savedVersion: version)
  }
}
