/// A list of feeds in OPML, as podcast programs exchange it.
public struct OPMLDocument: Hashable, Sendable {
  /// The title of the list.
  public var title: String?
  /// The outermost outlines: feeds and folders.
  public var outlines: [OPMLOutline]

  /// Makes a document.
  public init(title: String? = nil, outlines: [OPMLOutline] = []) {
    self.title = title
    self.outlines = outlines
  }
}

/// An outline of OPML: a feed, or a folder with outlines.
public struct OPMLOutline: Hashable, Sendable {
  /// The text, `text`; the `title` if there is no text.
  public var text: String
  /// The title if it differs from the text.
  public var title: String?
  /// The `type`: `rss` for feeds, other words for things of one program.
  public var type: String?
  /// The address of the feed, `xmlUrl`; `nil` for a folder.
  public var feed: String?
  /// The web page, `htmlUrl`.
  public var link: String?
  /// The categories, `category` split at commas. A path such as `/Arts/Design` is kept as it is.
  public var categories: [String]
  /// Whether the user wants new episodes; `false` only if the list says so.
  public var subscribed: Bool
  /// The outlines inside.
  public var children: [OPMLOutline]

  /// Makes an outline.
  public init(
    text: String, title: String? = nil, type: String? = nil, feed: String? = nil, link: String? = nil,
    categories: [String] = [], subscribed: Bool = true, children: [OPMLOutline] = []
  ) {
    self.text = text
    self.title = title
    self.type = type
    self.feed = feed
    self.link = link
    self.categories = categories
    self.subscribed = subscribed
    self.children = children
  }
}

extension OPMLDocument {
  /// A feed of a list, with the folders that it is in.
  public struct ListedFeed: Hashable, Sendable {
    /// The names of the folders, outermost first.
    public let path: [String]
    /// The feed.
    public let outline: OPMLOutline
    /// The address of the feed.
    public let address: String
  }

  /// All feeds in the order of the list. The outermost folder `feeds`, which Overcast and Pocket Casts write, does not count
  /// as a folder.
  public var feeds: [ListedFeed] {
    var feeds: [ListedFeed] = []
    // A list of the outlines to come, as nesting may be deep.
    var pending = outlines.reversed().map { (path: [String](), outline: $0) }
    while let (path, outline) = pending.popLast() {
      if let address = outline.feed { feeds.append(ListedFeed(path: path, outline: outline, address: address)) }
      let isWrapper = path.isEmpty && outline.feed == nil && outline.text.lowercased() == "feeds"
      let inner = isWrapper || outline.feed != nil ? path : path + [outline.text]
      pending += outline.children.reversed().map { (inner, $0) }
    }
    return feeds
  }
}
