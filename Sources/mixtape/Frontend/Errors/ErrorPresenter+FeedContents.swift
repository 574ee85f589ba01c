import Feeds

extension ErrorPresenter {
  /// Returns the problem for a document that is not a feed.
  static func problem(for error: FeedError, of name: String) -> Problem {
    let (message, hints) = wording(of: error)
    return Problem(code: "not-a-feed", "\(name): \(message)", hints: hints, status: .invalid)
  }

  /// Words the reason why a document is not a feed, without its address.
  static func wording(of error: FeedError) -> (message: String, hints: [String]) {
    switch error {
    case .empty: ("the document is empty", [])
    case .webPage: ("this is a web page, not a feed", ["look for the address of its RSS feed on the page"])
    case .json: ("this is JSON; JSON Feed is not supported", ["most podcasts have an RSS feed as well"])
    case .compressed(let format):
      ("the document is compressed (\(format))", ["download it, decompress it, and use the file"])
    case .opml: ("this is a list of feeds (OPML), not a feed", ["`mixtape import` reads it"])
    case .playlist(let format): ("this is a playlist (\(format)), not a feed", ["`mixtape import` reads it"])
    case .otherXML(let root): ("this is not a feed: its outermost element is <\(root)>", [])
    case .cutOff: ("the feed is cut off before its title and its first item", ["try again"])
    case .notXML: ("this is not a feed", ["a feed is an XML document: RSS or Atom"])
    }
  }
}
