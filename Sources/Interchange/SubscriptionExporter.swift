public import Feeds
public import MixtapeModel

/// Makes a list of feeds of podcasts.
public struct SubscriptionExporter: Sendable {
  /// The podcasts that are written, in the order of their folders, titles and ids.
  public let podcasts: [Podcast]
  /// The parts of them that get lost.
  public let losses: [Loss]

  /// Makes an exporter of the subscribed podcasts of a library.
  public init(_ library: [Podcast]) {
    let podcasts = library.filter { $0.kind == .podcast }
    let unsubscribed = podcasts.filter { !$0.subscribed && $0.feed != nil }
    self.init(
      podcasts.filter(\.subscribed),
      unsubscribed.map { Loss(.element("podcast"), of: $0.id.rawValue, "it is not subscribed") })
  }

  /// Makes an exporter of chosen podcasts, also of those that are not subscribed.
  public init(of podcasts: [Podcast]) {
    let albums = podcasts.filter { $0.kind != .podcast }
    self.init(
      podcasts.filter { $0.kind == .podcast },
      albums.map { Loss(.element("album"), of: $0.id.rawValue, "OPML contains only podcasts") })
  }

  private init(_ chosen: [Podcast], _ others: [Loss]) {
    podcasts = chosen.filter { $0.feed != nil }.sorted { left, right in
      (left.folder, left.title, left.id) < (right.folder, right.title, right.id)
    }
    let withoutFeed = chosen.filter { $0.feed == nil }
    losses =
      podcasts.flatMap(Self.losses)
      + withoutFeed.map { Loss(.element("podcast"), of: $0.id.rawValue, "it has no address of a feed") } + others
  }

  /// The podcasts whose feeds have a user name or a password in their addresses, which the list contains.
  public var podcastsWithCredentials: [Podcast.ID] {
    podcasts.filter { podcast in podcast.feed.map { AddressReference($0).hasCredentials } ?? false }.map(\.id)
  }

  /// The podcasts whose feeds are files, which only programs on this computer find.
  public var podcastsInFiles: [Podcast.ID] {
    podcasts.filter { $0.feed?.prefix(5).lowercased() == "file:" }.map(\.id)
  }

  /// The list. Folders are outlines around those of their podcasts.
  public var document: OPMLDocument {
    var top = FolderNode()
    for podcast in podcasts { top.insert(podcast, at: podcast.folder.components[...]) }
    let outlines = top.outlines
    // An import ignores an outermost outline with this name.
    let needsWrapper = outlines.contains { $0.feed == nil && $0.text.lowercased() == "feeds" }
    return OPMLDocument(
      title: "Podcasts", outlines: needsWrapper ? [OPMLOutline(text: "feeds", children: outlines)] : outlines)
  }

  private static func losses(of podcast: Podcast) -> [Loss] {
    let label = podcast.id.rawValue
    var losses: [Loss] = []
    if Podcast.ID(suggestedBy: podcast.title) != podcast.id {
      losses.append(Loss(.id, of: label, "OPML has no ids; an import makes one from the title"))
    }
    for tag in podcast.tags where !tag.isCategory {
      losses.append(Loss(.element("tag \(tag)"), of: label, "OPML separates categories by commas"))
    }
    if podcast.notes != nil { losses.append(Loss(.element("notes"), of: label, "OPML has no notes")) }
    let own = podcast.episodes.count { episode in
      [.rating, .playCount, .lastPlayedAt, .position].contains { episode.fields[$0] != nil }
    }
    if own > 0 {
      losses.append(
        Loss(.element("listening data of \(counted(own, "episode"))"), of: label, "OPML has no ratings and plays"))
    }
    return losses
  }
}

extension String {
  /// Whether a tag is the same after it was written as a category.
  fileprivate var isCategory: Bool {
    !utf8.contains(UInt8(ascii: ",")) && split(separator: "/").joined(separator: "/") == self && onOneLine == self
  }
}

/// A folder with its podcasts and the folders in it, in order.
private struct FolderNode {
  private var folders: [(name: String, node: FolderNode)] = []
  private var podcasts: [OPMLOutline] = []

  /// Inserts a podcast. Podcasts come in the order of their folders, so the last folder is the only candidate.
  mutating func insert(_ podcast: Podcast, at path: ArraySlice<String>) {
    guard let name = path.first else { return podcasts.append(Self.outline(of: podcast)) }
    if folders.last?.name != name { folders.append((name, FolderNode())) }
    folders[folders.count - 1].node.insert(podcast, at: path.dropFirst())
  }

  /// The outlines of the folders, then those of the podcasts.
  var outlines: [OPMLOutline] {
    folders.map { OPMLOutline(text: $0.name, children: $0.node.outlines) } + podcasts
  }

  private static func outline(of podcast: Podcast) -> OPMLOutline {
    OPMLOutline(
      text: podcast.title, type: "rss", feed: podcast.feed, categories: podcast.tags.filter(\.isCategory),
      subscribed: podcast.subscribed, created: podcast.dateAdded)
  }
}

/// The format of lists of subscribed podcasts: OPML. It stands beside the formats of playlists, which have episodes.
public enum SubscriptionFormat {
  /// The name on the command line.
  public static let name = "opml"
  /// The name in sentences.
  public static let title = "OPML"
  /// The extension of its files.
  public static let fileExtension = "opml"

  /// Returns whether a file is a list of subscribed podcasts, by its content, else by its name.
  ///
  /// - Parameter name: The name of the file; `nil` for standard input.
  public static func recognizes(_ bytes: [UInt8], name: String?) -> Bool {
    let sample = FormatSample(bytes, size: InterchangeFormats.sampleSize)
    if sample.text.contains("<opml") { return true }
    return name.map(hasExtension) ?? false && InterchangeFormats.format(of: bytes, name: name) == nil
  }

  /// Returns whether a file has the extension of the format.
  public static func hasExtension(_ name: String) -> Bool {
    InterchangeFormats.fileExtension(of: name)?.lowercased() == fileExtension
  }
}
