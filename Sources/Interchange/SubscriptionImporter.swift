public import Feeds
public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Makes podcasts of lists of feeds, each feed once. It reads no feed.
public struct SubscriptionImporter: Sendable {
  let baseFolder: Folder
  private var folderNames = FolderNames()
  private let now: Date
  /// The podcasts of the library, and those of the lists so far, by the addresses of their feeds.
  private var known: [String: Known] = [:]
  /// The same podcasts, by the guids of their feeds in lower case.
  private var knownGuids: [String: Known] = [:]
  /// The podcasts of the library that were listed.
  private var present: Set<Podcast.ID> = []

  /// A podcast that an outline may mean.
  private enum Known {
    case inLibrary(Podcast)
    case listed(title: String)
  }

  /// Makes an importer.
  ///
  /// - Parameters:
  ///   - library: The podcasts of the library. Their episodes get the plays of the lists.
  ///   - folder: The folder that contains everything that is imported.
  ///   - now: The time of addition of podcasts whose time of addition is not in the list.
  public init(library: [Podcast], folder: Folder = .top, now: Date) {
    baseFolder = folder
    self.now = now
    for podcast in library {
      if let feed = podcast.feed { note(.inLibrary(podcast), feed: feed) }
    }
    // A feed can declare any guid, also that of another feed's address.
    for podcast in library where podcast.feed != nil {
      if let guid = podcast.guid?.lowercased(), knownGuids[guid] == nil { knownGuids[guid] = .inLibrary(podcast) }
    }
  }

  /// Returns the podcasts of a list that the library does not have.
  ///
  /// - Complexity: O(*n*).
  public mutating func subscriptions(of document: OPMLDocument) -> ImportedSubscriptions {
    var result = ImportedSubscriptions()
    result.losses += Self.losses(of: document)
    for leaf in document.leaves {
      guard let feed = leaf.outline.feed else {
        result.losses.append(Self.loss(of: leaf.outline))
        continue
      }
      guard let address = FeedAddress.normalized(feed) else {
        let name = AddressReference(feed).withoutCredentials.onOneLine
        result.losses.append(Loss(.element(leaf.outline.label), of: nil, "Mixtape does not fetch \(name)"))
        continue
      }
      switch find(leaf.outline, address) {
      case .inLibrary(let podcast)?:
        if present.insert(podcast.id).inserted { result.present.append(podcast.id) }
        let (played, losses) = Self.plays(of: leaf.outline, in: podcast)
        if let played { result.played.append(played) }
        result.losses += self.losses(of: leaf, besides: podcast) + losses
      case .listed(let title)?:
        let place = leaf.path.isEmpty ? "at the top" : "in \(leaf.path.joined(separator: "/").onOneLine)"
        let episodes = leaf.outline.episodes.count
        let rest =
          episodes == 0 ? "its place \(place) is" : "its place \(place) and \(counted(episodes, "episode")) are"
        result.losses.append(Loss(.element(title), of: nil, "its feed is listed twice; \(rest) ignored"))
      case nil:
        let (podcast, losses) = podcast(leaf, address)
        result.podcasts.append(podcast)
        result.losses += folderNames.losses(of: leaf.path) + losses
        note(.listed(title: podcast.title), feed: address)
        if let guid = leaf.outline.guid { knownGuids[guid.lowercased()] = .listed(title: podcast.title) }
      }
    }
    return result
  }

  private mutating func note(_ podcast: Known, feed: String) {
    known[AddressKey.feed(feed)] = podcast
    knownGuids[FeedGuid.ofFeed(feed)] = podcast
  }

  private func find(_ outline: OPMLOutline, _ address: String) -> Known? {
    known[AddressKey.feed(address)] ?? outline.guid.flatMap { knownGuids[$0.lowercased()] }
  }
}

// MARK: - Podcasts

extension SubscriptionImporter {
  /// Returns the title: gPodder writes the description as the text. The title of a feed without one can be its address, with a
  /// password.
  static func title(of outline: OPMLOutline) -> String? {
    let title = [outline.title, outline.text].compactMap(\.self).first { TitleRules.violation(in: $0) == nil }
    return title.map { AddressReference($0).withoutCredentials }
  }

  private func podcast(_ leaf: OPMLDocument.PlacedOutline, _ address: String) -> (Podcast, [Loss]) {
    let outline = leaf.outline
    let source = FeedAddress.title(of: address)
    let name = Self.title(of: outline) ?? source ?? "Podcast"
    let id = Podcast.ID.suggested(by: [name, source ?? ""])
    var losses: [Loss] = []
    var tags: [String] = []
    for category in outline.categories where !tags.contains(category) {
      if TitleRules.violation(in: category) == nil {
        tags.append(category)
      } else {
        losses.append(Loss(.element("category of \(name)"), of: nil, "it is not a valid tag"))
      }
    }
    let podcast = Podcast(
      id: id, folder: folder(leaf.path, of: name, &losses), title: name, feed: address, artwork: outline.artwork,
      description: outline.description, tags: tags, subscribed: outline.subscribed,
      dateAdded: CalendarDay(of: outline.created ?? now)?.start,
      newSince: outline.subscribed ? CalendarDay(of: now)?.start : nil,
      episodes: Self.episodes(of: outline, in: id))
    return (podcast, losses)
  }

  /// Paths longer than this number of bytes are cut off, because file systems have a limit.
  private static let maximumPathLength = 1024

  private func folder(_ path: [String], of name: String, _ losses: inout [Loss]) -> Folder {
    var names = path
    var folder = FolderNames.folder(of: names, in: baseFolder)
    guard folder.path.utf8.count > Self.maximumPathLength else { return folder }
    while folder.path.utf8.count > Self.maximumPathLength, names.popLast() != nil {
      folder = FolderNames.folder(of: names, in: baseFolder)
    }
    losses.append(Loss(.folder, of: name, "its path is longer than \(Self.maximumPathLength) bytes"))
    return folder
  }

  static func episodes(of outline: OPMLOutline, in podcast: Podcast.ID) -> [Episode] {
    var naming = EpisodeNaming()
    let names = naming.names(for: outline.episodes.map { .init(title: $0.title, published: $0.published) })
    return zip(outline.episodes, names).compactMap { listed, name in
      var fields: Episode.Fields = [:]
      if let title = listed.title { fields[.title] = .text(title) }
      if listed.isPlayed {
        fields[.playCount] = .integer(1)
      } else if let position = listed.position {
        fields[.position] = .seconds(position)
      }
      if listed.isPlayed || listed.position != nil, let time = listed.lastUsed { fields[.lastPlayedAt] = .date(time) }
      return Episode.ID(podcast: podcast, name: name).map {
        Episode(id: $0, url: listed.enclosure, published: listed.published, fields: fields)
      }
    }
  }
}

/// The result of reading lists of feeds.
public struct ImportedSubscriptions: Hashable, Sendable {
  /// The podcasts that the library does not have. Their ids are proposals.
  public var podcasts: [Podcast] = []
  /// The podcasts of the library that the lists name.
  public var present: [Podcast.ID] = []
  /// Podcasts of the library with episodes that get plays and positions from the lists. Only these values count.
  public var played: [Podcast] = []
  /// The parts of the lists that get lost.
  public var losses: [Loss] = []

  /// Makes an empty result.
  public init() {}
}

extension OPMLOutline {
  /// The name for reports.
  var label: String {
    AddressReference(title ?? text.nonEmpty ?? feed ?? target ?? "outline without a name").withoutCredentials.onOneLine
  }
}

extension SubscriptionImporter {
  /// Returns the parts of a list that no podcast file has a key for, or that are broken.
  static func losses(of document: OPMLDocument) -> [Loss] {
    var losses: [Loss] = []
    if document.isCutOff { losses.append(Loss(.element("the end of the list"), of: nil, "the file is cut off")) }
    func add(_ counts: [String: Int], _ reason: String) {
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
        losses.append(Loss(.element("attribute \(name.onOneLine) of \(counted(count, "outline"))"), of: nil, reason))
      }
    }
    var unread = document.unreadAttributes
    let leaves = document.leaves.map(\.outline)
    let links = leaves.count { $0.feed != nil && $0.link != nil }
    if links > 0 { unread["htmlUrl"] = links }
    add(unread, "podcast files have no key for it")
    add(document.invalidAttributes, "its value is invalid")
    for outline in leaves where outline.feed != nil {
      if !outline.children.isEmpty {
        losses.append(
          Loss(.element("outlines in \(outline.label)"), of: nil, "a feed is not a folder; they get its folder"))
      }
      losses += outline.unidentifiedEpisodes.map {
        Loss(.element("episode \($0.onOneLine)"), of: outline.label, "it has no address of a file")
      }
    }
    return losses
  }

  /// Returns the loss of an outline that is not a feed.
  static func loss(of outline: OPMLOutline) -> Loss {
    let reason =
      switch outline.type {
      case "include", "source": "lists that are included are not fetched"
      case "podcast-playlist": "playlists in OPML identify episodes by numbers that only their program knows"
      default: "it has no address of a feed"
      }
    return Loss(.element(outline.label), of: nil, reason)
  }

  /// Returns the values of an outline that differ from those of the podcast in the library, which stay.
  func losses(of leaf: OPMLDocument.PlacedOutline, besides podcast: Podcast) -> [Loss] {
    let outline = leaf.outline
    let names = FolderNames.folder(of: leaf.path, in: .top).components
    let differences: [(name: String, isLost: Bool)] = [
      ("title", Self.title(of: outline).map { $0 != podcast.title } ?? false),
      ("folder", !podcast.folder.components.suffix(names.count).elementsEqual(names)),
      ("tags", !Set(outline.categories).isSubset(of: podcast.tags)),
      ("subscribed", outline.subscribed != podcast.subscribed),
    ]
    return differences.filter(\.isLost).map {
      Loss(.element($0.name), of: podcast.id.rawValue, "the library has another value, which stays")
    }
  }
}

extension SubscriptionImporter {
  /// Returns the podcast of the library with the episodes that get plays or positions from a list, and what is lost of the others.
  /// Positions that the library has stay.
  static func plays(of outline: OPMLOutline, in podcast: Podcast) -> (played: Podcast?, losses: [Loss]) {
    let listed = episodes(of: outline, in: podcast.id)
    guard !listed.isEmpty else { return (nil, []) }
    let own = Dictionary(podcast.episodes.map { ($0.id, $0) }) { first, _ in first }
    var played: [Episode] = []
    var (unknown, differing) = (0, 0)
    for (listed, id) in zip(listed, podcast.ids(of: listed)) {
      guard let episode = id.flatMap({ own[$0] }) else {
        unknown += 1
        continue
      }
      let combined = episode.combining(listening: listed)
      if combined != episode { played.append(combined) }
      if !combined.hasPosition(of: listed) { differing += 1 }
    }
    var losses: [Loss] = []
    func add(_ count: Int, _ part: String, _ reason: String) {
      if count > 0 {
        losses.append(Loss(.element("\(part)\(counted(count, "episode"))"), of: podcast.id.rawValue, reason))
      }
    }
    add(unknown, "", "the podcast in the library does not have \(unknown == 1 ? "it" : "them")")
    add(differing, "positions of ", "the library has other ones, which stay")
    return (played.isEmpty ? nil : podcast.withEpisodes(played), losses)
  }
}

extension Episode {
  /// Returns whether an episode has the position that a list says. Of the plays, it has those of the list or later ones.
  fileprivate func hasPosition(of listed: Episode) -> Bool {
    guard let position = listed.position else { return true }
    return self.position.map { abs($0 - position) <= 1 } ?? false
  }
}
