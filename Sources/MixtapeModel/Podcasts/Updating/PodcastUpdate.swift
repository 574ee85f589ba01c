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

extension Podcast {
  /// Returns the podcast with the current values of a source: a feed, or a scan of files.
  ///
  /// Values that the source delivers replace those in the file, except values that the user edited and the source has not
  /// changed since, and values that the user wrote before a source had given any. Everything else stays: ratings, plays,
  /// tags, ids, the folder, and episodes that the source no longer has, unless the options say otherwise. A scan adds missing
  /// ratings and plays. New episodes get readable ids and the place that the order of the file shows. Episodes that the user removed
  /// are not new. A repeated update changes nothing.
  ///
  /// - Parameters:
  ///   - source: The podcast as the source has it. Its id and the ids of its episodes are ignored.
  ///   - options: The choices, and the edits of the user.
  /// - Complexity: O(*n* log *n*) in the number of episodes, and O(*n*) in those of the edits.
  public func updated(from source: Podcast, _ options: PodcastUpdateOptions = PodcastUpdateOptions()) -> PodcastUpdate {
    if options.recordsListening { return combining(listening: source, replacingRatings: options.replacesRatings) }
    let known = PodcastEdits(of: self, options.edits)
    let edits = options.overwrites ? known.withoutValues(of: self) : known
    let matches = options.recognized.map(places) ?? SourceMatching(source.episodes, in: edits.origin.episodes).matches
    let merge = SourceMerge(of: source, matches, into: self, edits, options)
    let named = naming(merge.new, from: source, edits, options)
    let (head, keptOfHead) = updatingHead(from: source, edits.head)
    var updated = merge.episodes
    let changed = zip(episodes, updated).filter { $0 != $1 }.map(\.1.id)
    // Values that a scan reads from a file are the episode's own, also if they equal those of the album.
    if options.recognized == nil {
      updated = updated.map { $0.inheriting(head.inheritance, insteadOf: inheritance) }
    } else if head.title != title {
      // Tracks that the scan has not read follow the title of the album.
      let read = Set(matches.compactMap(\.self))
      let (old, new) = (Episode.Inheritance(title: title), Episode.Inheritance(title: head.title))
      for index in updated.indices where !read.contains(index) {
        updated[index] = updated[index].inheriting(new, insteadOf: old)
      }
    }
    let missing = MissingEpisodes(of: self, matches, known, options)
    let present = updated.filter { !missing.dropped.contains($0.id) }
    let podcast = head.withEpisodes(
      kind == .album ? TrackPlacement.merge(named, into: present) : EpisodePlacement.merge(named, into: present))
    let added = Set(named.map(\.id))
    var notes = merge.notes + missing.notes
    let replaced = options.overwrites ? [] : replacedEdits(since: edits.origin, by: head.withEpisodes(updated))
    if !replaced.isEmpty { notes.append(.editsReplaced(replaced)) }
    let kept = keptOfHead.map { WrittenValue($0) } + merge.kept
    if !kept.isEmpty { notes.append(.writtenKept(kept)) }
    return PodcastUpdate(
      podcast: podcast, added: podcast.episodes.map(\.id).filter(added.contains), changed: changed, notes: notes)
  }

  /// Returns the indices of episodes with ids; `nil` for an id that the podcast does not have.
  private func places(of ids: [Episode.ID?]) -> [Int?] {
    let indices = Dictionary(zip(episodes.map(\.id), episodes.indices)) { first, _ in first }
    return ids.map { id in id.flatMap { indices[$0] } }
  }

  /// Returns new episodes with ids of this podcast and without inherited values. A track whose tags name the album by a title that
  /// the user replaced inherits the present one, as the other tracks do.
  private func naming(
    _ new: [Episode], from source: Podcast, _ edits: PodcastEdits, _ options: PodcastUpdateOptions
  ) -> [Episode] {
    var naming = EpisodeNaming(taken: Set(episodes.map(\.id.name)))
    let names = naming.names(for: new.map { $0.proposal(in: kind) })
    return zip(new, names).map { episode, name in
      var fields = episode.fields
      for field in Episode.Inheritance.fields where fields[field] == source.inheritance[field] { fields[field] = nil }
      if case .text(let album)? = fields[.album], edits.titles.contains(album) { fields[.album] = nil }
      if let date = options.dateAdded { fields[.dateAdded] = .date(date) }
      return Episode(
        id: Episode.ID(unchecked: id, name: name), guid: episode.guid, url: episode.url, published: episode.published,
        fields: fields)
    }
  }
}

extension Podcast {
  /// Returns a copy with the values of the head of a source. Values that the source does not have stay. A title that breaks
  /// ``TitleRules`` is ignored.
  ///
  /// - Parameter edits: The values that the user set.
  /// - Returns: The copy, and the keys of values that stay because the user wrote them.
  private func updatingHead(from source: Podcast, _ edits: OwnValues<Podcast>) -> (podcast: Podcast, kept: [String]) {
    var kept: [String] = []
    func take<Value: Equatable>(_ key: String, _ value: (Podcast) -> Value?) -> Value? {
      let (result, isKept) = edits.updating(value(self), from: value(source), value)
      if isKept { kept.append(key) }
      return result
    }
    let keepsTitle = TitleRules.violation(in: source.title) != nil || edits.replacesTitle(source.title)
    let title = keepsTitle ? title : take("title", \.title)
    let author = take("author", \.author)
    let guid = take("guid", \.guid)
    let artwork = take("artwork", \.artwork)
    let description = take("description", \.description)
    let categories = take("categories") { $0.categories.isEmpty ? nil : $0.categories }
    let podcast = with {
      $0.title = title ?? self.title
      $0.author = author
      $0.guid = guid
      $0.artwork = artwork
      $0.description = description
      $0.categories = categories ?? []
      $0.feed = source.feed ?? $0.feed
    }
    return (podcast, kept)
  }
}

extension Episode {
  /// Returns the values that its name is made of.
  fileprivate func proposal(in kind: Podcast.Kind) -> EpisodeNaming.Proposal {
    var number = integer(.trackNumber)
    // As with rooms of a hotel, track 3 of disc 2 is 203.
    if kind == .album, let disc = integer(.discNumber), (2...99).contains(disc), let track = number, track < 100 {
      number = disc * 100 + track
    }
    let file = url.map(AddressReference.withoutQuery)?.split(separator: "/").last.map(Self.withoutExtension)
    return EpisodeNaming.Proposal(title: text(.title), number: number, published: published, substitute: file ?? guid)
  }

  /// Returns a file name without an extension such as `mp3` or `opus`.
  private static func withoutExtension(_ name: Substring) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    let ending = name[dot...].dropFirst()
    let isExtension = (2...4).contains(ending.count) && ending.first?.isLetter == true
    return String(isExtension ? name[..<dot] : name)
  }
}

/// The episodes of a podcast that its source does not have any more.
struct MissingEpisodes {
  /// The episodes to remove.
  private(set) var dropped: Set<Episode.ID> = []
  /// The facts for the user.
  private(set) var notes: [PodcastUpdateNote] = []

  /// Finds the episodes, if the options remove them.
  ///
  /// - Parameter matches: The index of the podcast's episode for each episode of the source; `nil` for a new one.
  init(of podcast: Podcast, _ matches: [Int?], _ edits: PodcastEdits, _ options: PodcastUpdateOptions) {
    let present = Set(matches.compactMap(\.self))
    // A source that replaced everything at once is more likely than one that dropped everything.
    guard options.dropsMissing, !present.isEmpty else { return }
    var (kept, removed): ([Episode.ID], [Episode.ID]) = ([], [])
    for (index, episode) in podcast.episodes.enumerated() where !present.contains(index) {
      let stays = edits.episodes[index].written != nil || episode.isInUse || options.kept.contains(episode.id)
      if stays { kept.append(episode.id) } else { removed.append(episode.id) }
    }
    dropped = Set(removed)
    if !removed.isEmpty { notes.append(.dropped(removed)) }
    if !kept.isEmpty { notes.append(.missingKept(kept)) }
  }
}

extension Episode {
  /// Whether the user has rated the episode, begun it, or written notes about it.
  fileprivate var isInUse: Bool { rating != nil || (position ?? 0) > 0 || fields[.notes] != nil }
}

// The rules of items that updates from a feed skip: ``Podcast/skip``.

extension Rule {
  /// A value in the rule that an item of a feed cannot have, as messages name it. `nil` for a rule without one.
  ///
  /// Such a rule of ``Podcast/skip`` fits no item: one that asks for a missing rating would keep all items out.
  public var nameMissingInFeeds: String? {
    leaves.lazy.compactMap { leaf -> String? in
      if case .comparison(let condition) = leaf {
        condition.field.isMissingInFeeds ? "`\(condition.field.rawValue)`" : nil
      } else {
        "playlists"
      }
    }.first
  }
}

extension RuleField {
  /// Whether only the user, the player or the library gives the field.
  fileprivate var isMissingInFeeds: Bool {
    switch self {
    case .rating, .playCount, .position, .lastPlayedAt, .dateAdded: true
    default: false
    }
  }
}

extension Podcast {
  /// Returns the podcast of a source as it would be in the library, for the rules of ``skip``: with the id, the folder, the
  /// names and the tags of this one.
  package func placing(_ source: Podcast) -> Podcast {
    let renamed = source.with {
      $0.title = title
      $0.author = author
      $0.folder = folder
      $0.kind = kind
      $0.tags = tags
    }
    return renamed.withID(id)
  }
}
