/// The reason why bytes are not a feed.
public enum FeedError: Error, Hashable, Sendable {
  /// There is nothing.
  case empty
  /// A web page.
  case webPage
  /// JSON, perhaps a JSON Feed.
  case json
  /// Compressed data; the value is the name of the format.
  case compressed(String)
  /// A list of feeds: `import` reads it.
  case opml
  /// A playlist; the value is the name of the format.
  case playlist(String)
  /// Other XML; the value is its outermost element.
  case otherXML(String)
  /// The beginning of a feed, without a title or an item.
  case cutOff
  /// No XML.
  case notXML
}
