#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The result of an update: a podcast with the current values of a source.
public struct PodcastUpdate: Hashable, Sendable {
  /// The podcast after the update.
  public let podcast: Podcast
  /// The new episodes, in the order of the file.
  public let added: [Episode.ID]
  /// The episodes with other values than before, in the order of the file.
  public let changed: [Episode.ID]
  /// Decisions of the update that the user should know.
  public let notes: [PodcastUpdateNote]
}

/// A fact about an update that a user may want to know.
public enum PodcastUpdateNote: Hashable, Sendable {
  /// The feed changed the guids of a number of episodes, which were recognized by their address or their title and date.
  case guidsChanged(Int)
  /// A number of episodes is older than all in the file, and was not added.
  case olderLeftOut(Int)
  /// A number of episodes has neither a guid nor an address nor a title, and was not added.
  case unidentified(Int)
  /// A number of new episodes fits a rule of ``Podcast/skip``, and was not added.
  case skipped(Int)
  /// A number of music files belongs to tracks that the user removed. They were not added.
  case removedLeftOut(Int)
  /// Values that the user changed, and later the source. The values of the source replaced them.
  case editsReplaced([WrittenValue])
  /// Values that the user wrote, which differ from those of the source and stay.
  case writtenKept([WrittenValue])
  /// Episodes that the source does not have any more, which were removed.
  case dropped([Episode.ID])
  /// Episodes that the source does not have any more, which stay for a reason of ``PodcastUpdateOptions/dropsMissing``.
  case missingKept([Episode.ID])
  /// The source has no episode of the file, and gave a number of new ones.
  case noneRecognized(new: Int)
}

/// A value of a podcast that its user wrote.
public struct WrittenValue: Hashable, Sendable {
  /// The episode with the value; `nil` for the head of the podcast.
  public let episode: Episode.ID?
  /// The key of the value.
  public let key: String

  /// Makes the name of a value.
  public init(_ key: String, of episode: Episode.ID? = nil) {
    self.episode = episode
    self.key = key
  }
}

/// The choices for an update.
public struct PodcastUpdateOptions: Hashable, Sendable {
  /// The time of addition of new episodes, for their `dateAdded`; `nil` for none.
  public var dateAdded: Date?
  /// Whether all episodes are added, also those that are older than all in the file, and those that the user removed.
  public var includesOlder: Bool
  /// The episodes of the library for those of the source, in their order, if the source has recognized them: `nil` for a new one.
  /// Without this, episodes are recognized by guid, address, title and time.
  public var recognized: [Episode.ID?]?
  /// The earlier addresses of sounds that have moved, by their present ones, as far as the source knows them. A new episode with
  /// the earlier address of an episode that the user removed is the same one.
  public var earlierAddresses: [String: [String]] = [:]
  /// The recognized episodes that have another sound than before. They lose their rating and their plays.
  public var replaced: Set<Episode.ID> = []
  /// The offsets of the episodes of the source that fit a rule of ``Podcast/skip``. They are not added.
  public var skipped: Set<Int> = []
  /// The changes of the podcast by its user, newest first. The update keeps them: it replaces an edited value only if the
  /// source has changed it since, and does not add removed episodes again.
  public var edits: [EditedPodcast] = []
  /// Whether episodes that the source does not have are removed. Those with a rating, notes or a position stay, and those that are
  /// ``kept`` or written by the user. Without an episode that the source has, none is removed.
  public var dropsMissing = false
  /// The episodes that ``dropsMissing`` does not remove.
  public var kept: Set<Episode.ID> = []
  /// Whether values of the source replace all values of the user, also edited ones. Removed episodes stay removed.
  public var overwrites = false
  /// Whether the source is a record of listening: it is combined with the values of the episodes with the same ids, see
  /// ``Episode/combining(listening:replacingRating:)``. Nothing else of the source is used.
  public var recordsListening = false
  /// Whether the ratings of a record of listening replace those of the library.
  public var replacesRatings = false

  /// Makes options.
  public init(dateAdded: Date? = nil, includesOlder: Bool = false, recognized: [Episode.ID?]? = nil) {
    self.dateAdded = dateAdded
    self.includesOlder = includesOlder
    self.recognized = recognized
  }
}
