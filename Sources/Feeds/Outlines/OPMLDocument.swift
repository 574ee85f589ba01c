/// A list of feeds in OPML, as podcast programs exchange it.
public struct OPMLDocument: Hashable, Sendable {
  /// The title of the list.
  public var title: String?
  /// The outermost outlines: feeds and folders.
  public var outlines: [OPMLOutline]
  /// Whether the document ends inside an element, so that its end is missing.
  public internal(set) var isCutOff = false
  /// The attributes of outlines that are not read, by their names, with the numbers of outlines.
  public internal(set) var unreadAttributes: [String: Int] = [:]
  /// The attributes of outlines whose values cannot be read, by their names, with the numbers of outlines.
  public internal(set) var invalidAttributes: [String: Int] = [:]

  /// Makes a document.
  public init(title: String? = nil, outlines: [OPMLOutline] = []) {
    self.title = title
    self.outlines = outlines
  }
}

extension OPMLDocument {
  /// An outline of a list, with the folders that it is in.
  public struct PlacedOutline: Hashable, Sendable {
    /// The names of the folders, outermost first.
    public let path: [String]
    /// The outline, which has no outlines inside, or is a feed.
    public let outline: OPMLOutline
  }

  /// The feeds and all other outlines except folders, in the order of the list.
  ///
  /// An outermost folder `feeds`, which Overcast, Pocket Casts and Apple Podcasts write, does not count as a folder.
  public var leaves: [PlacedOutline] {
    var leaves: [PlacedOutline] = []
    // A list of the outlines to come, as nesting may be deep.
    var pending = outlines.reversed().map { (path: [String](), outline: $0, isOutermost: true) }
    while let (path, outline, isOutermost) = pending.popLast() {
      let isFolder = outline.feed == nil && !outline.children.isEmpty
      if !isFolder { leaves.append(PlacedOutline(path: path, outline: outline)) }
      let isWrapper = isOutermost && outline.text.lowercased() == "feeds"
      let inner = isWrapper || !isFolder ? path : path + [outline.text]
      pending += outline.children.reversed().map { (inner, $0, false) }
    }
    return leaves
  }
}
