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
        result.losses.append(Loss(.element(leaf.outline.label), of: nil, "Mixtape does not fetch \(feed.onOneLine)"))
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
  /// Returns the title: gPodder writes the description as the text.
  static func title(of outline: OPMLOutline) -> String? {
    [outline.title, outline.text].compactMap(\.self).first { TitleRules.violation(in: $0) == nil }
  }

  private func podcast(_ leaf: OPMLDocument.PlacedOutline, _ address: String) -> (Podcast, [Loss]) {
    let outline = leaf.outline
    let host = String(address.split(separator: "/", maxSplits: 2).dropFirst().first ?? "")
    let name = Self.title(of: outline) ?? (TitleRules.violation(in: host) == nil ? host : "Podcast")
    let id = Podcast.ID.suggested(by: [name, host])
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
  var label: String { (title ?? text.nonEmpty ?? feed ?? target ?? "outline without a name").onOneLine }
}
