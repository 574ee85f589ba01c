/// The elements of feeds that Mixtape reads.
enum FeedTag: Equatable {
  case rss, rdf, atomFeed, channel, item, html, opml, playlist, script
  case title, itunesTitle, link, atomLink, guid, alternativeGUID, subtitle, description, content
  case date(ItemDate.Kind), duration, episode, season
  case itunesAuthor, author, creator, webMaster, owner, name
  case enclosure, mediaGroup, mediaContent, alternateEnclosure, source
  case itunesImage, image, logo, icon, thumbnail, url
  case itunesCategory, category, newAddress, podcastGUID, medium, remoteItem, chapters
  /// An element whose children are not those of the element around it: the `source` of Atom, which is the head of another feed,
  /// and elements of unknown vocabularies.
  case foreign
  case other

  /// Finds the meaning of a name, in any case of letters.
  ///
  /// A prefix that is not declared, or declared wrongly, means what it usually means.
  ///
  /// - Parameter isAtom: Whether the document is in Atom. In RSS, elements of Atom with a prefix only stand in for those of RSS.
  init(_ name: XMLName, isAtom: Bool) {
    let local = name.local.lowercased()
    switch FeedVocabulary(name) {
    case .core: self = Self.core(local)
    case .atom: self = isAtom || name.prefix == nil ? Self.atom(local) : Self.atomInRSS(local)
    case .itunes: self = Self.itunes(local)
    case .podcast: self = Self.podcast(local)
    case .media: self = Self.media(local)
    case .content: self = local == "encoded" ? .content : .other
    case .dublinCore: self = Self.dublinCore(local)
    case .rdf: self = local == "rdf" ? .rdf : .other
    case .other: self = .foreign
    }
  }

  private static func core(_ local: String) -> FeedTag {
    switch local {
    case "rss": .rss
    case "rdf": .rdf
    case "feed": .atomFeed
    case "channel": .channel
    case "item", "entry": .item
    case "html": .html
    case "opml": .opml
    case "playlist", "plist", "asx", "smil": .playlist
    case "title": .title
    case "link": .link
    case "guid", "id": .guid
    case "subtitle", "tagline": .subtitle
    case "description", "summary": .description
    case "content", "body", "fullitem": .content
    case "pubdate": .date(.pubDate)
    case "published": .date(.published)
    case "issued": .date(.issued)
    case "date": .date(.date)
    case "created": .date(.created)
    case "updated", "modified", "lastbuilddate": .date(.updated)
    case "author", "managingeditor": .author
    case "webmaster": .webMaster
    case "script", "style": .script
    case "name": .name
    case "enclosure": .enclosure
    case "image": .image
    case "logo": .logo
    case "icon": .icon
    case "url": .url
    case "category": .category
    case "duration": .duration
    case "source": .foreign
    default: .other
    }
  }

  private static func atom(_ local: String) -> FeedTag { local == "link" ? .atomLink : core(local) }

  private static func atomInRSS(_ local: String) -> FeedTag {
    switch local {
    case "title": .itunesTitle
    case "id": .alternativeGUID
    case "author": .webMaster
    case "summary": .subtitle
    default: atom(local)
    }
  }

  private static func itunes(_ local: String) -> FeedTag {
    switch local {
    case "title": .itunesTitle
    case "author": .itunesAuthor
    case "owner": .owner
    case "name": .name
    case "link": .atomLink
    case "duration": .duration
    case "episode": .episode
    case "season": .season
    case "image": .itunesImage
    case "category": .itunesCategory
    case "new-feed-url": .newAddress
    case "subtitle", "summary", "description": .subtitle
    default: .other
    }
  }

  private static func podcast(_ local: String) -> FeedTag {
    switch local {
    case "guid": .podcastGUID
    case "medium": .medium
    case "season": .season
    case "episode": .episode
    case "alternateenclosure": .alternateEnclosure
    case "source": .source
    case "remoteitem": .remoteItem
    case "chapters": .chapters
    default: .other
    }
  }

  private static func media(_ local: String) -> FeedTag {
    switch local {
    case "group": .mediaGroup
    case "content": .mediaContent
    case "thumbnail": .thumbnail
    case "title": .itunesTitle
    case "description": .subtitle
    default: .other
    }
  }

  private static func dublinCore(_ local: String) -> FeedTag {
    switch local {
    case "creator", "author": .creator
    case "description": .subtitle
    case "issued": .date(.issued)
    case "date": .date(.date)
    case "created": .date(.created)
    case "modified": .date(.updated)
    case "title": .itunesTitle
    default: .other
    }
  }
}

/// The namespaces of feeds.
enum FeedVocabulary {
  case core, atom, itunes, podcast, media, content, dublinCore, rdf, other

  /// Finds the namespace of a name by its URI, else by its prefix.
  init(_ name: XMLName) {
    let uri = name.namespace?.lowercased() ?? ""
    if name.prefix == nil, uri.isEmpty {
      self = .core
    } else {
      self = Self.of(uri: uri) ?? Self.of(prefix: name.prefix?.lowercased()) ?? .other
    }
  }

  private static func of(uri: String) -> FeedVocabulary? {
    switch uri {
    case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf
    case "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
      "http://channel.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2",
      "http://backend.userland.com/rss091", "http://blogs.law.harvard.edu/tech/rss", "http://purl.org/net/rss1.1#",
      "http://www.w3.org/1999/xhtml":
      .core
    case "http://purl.org/rss/1.0/modules/content/": .content
    // The enclosures of RSS 1.0.
    case "http://purl.oclc.org/net/rss_2.0/enc#": .core
    case _ where isAtom(uri: uri): .atom
    // Also with other ends than those of the standards, `/` and `#`.
    case _ where ["http://purl.org/atom/ns", "http://purl.org/echo"].contains(where: uri.hasPrefix): .atom
    case _ where uri.contains("itunes.com") || uri.contains("play-podcasts"): .itunes
    case _ where uri.contains("podcastindex"): .podcast
    case _ where uri.contains("search.yahoo.com/mrss"): .media
    case _ where uri.hasPrefix("http://purl.org/dc/"): .dublinCore
    case _ where uri.hasSuffix("opml.org/spec2"): .core
    case _ where uri.hasPrefix("http://xspf.org/ns"): .core
    default: nil
    }
  }

  /// Returns whether a namespace in lower case is that of Atom 1.0, also with another end than that of the standard.
  static func isAtom(uri: String) -> Bool {
    ["http://www.w3.org/2005/atom", "https://www.w3.org/2005/atom"].contains(where: uri.hasPrefix)
  }

  private static func of(prefix: String?) -> FeedVocabulary? {
    switch prefix {
    // A default namespace that nobody knows: some programs invent one.
    case nil, "rss", "enc": .core
    case "atom", "atom10", "a10": .atom
    case "itunes", "googleplay": .itunes
    case "podcast": .podcast
    case "media": .media
    case "content": .content
    case "dc", "dcterms": .dublinCore
    case "rdf": .rdf
    default: nil
    }
  }
}

/// The meanings of the names of a document. Each name is looked up once.
final class FeedTagTable {
  private var entries: [Entry?] = []
  /// Whether the document is in Atom, and not in RSS with elements of Atom.
  var isAtom = true {
    // The names before the outermost element of a feed are few.
    didSet { entries = [] }
  }

  private struct Entry {
    let tag: FeedTag
    let separatesWords: Bool
  }

  /// Returns the meaning of a name.
  func tag(of name: XMLName) -> FeedTag { entry(of: name).tag }

  /// Returns whether the tags of an element in a text separate words, as those of HTML's paragraphs do.
  func separatesWords(_ name: XMLName) -> Bool { entry(of: name).separatesWords }

  private func entry(of name: XMLName) -> Entry {
    if name.index < entries.count, let entry = entries[name.index] { return entry }
    let entry = Entry(
      tag: FeedTag(name, isAtom: isAtom), separatesWords: HTMLNames.block.contains(name.local.lowercased()))
    while entries.count <= name.index { entries.append(nil) }
    entries[name.index] = entry
    return entry
  }

  /// Returns whether an element is a part of a head or an item by itself, such as an enclosure.
  func beginsPart(_ name: XMLName) -> Bool {
    switch tag(of: name) {
    case .foreign, .other, .name, .url, .script, .html, .opml, .playlist, .source: false
    default: true
    }
  }

  /// Returns whether a text without a `type` is text alone: those of Atom 1.0 are. RFC 4287, section 3.1.1.
  func isPlainByDefault(_ name: XMLName) -> Bool {
    isAtom && (name.namespace.map { FeedVocabulary.isAtom(uri: $0.lowercased()) } ?? false)
  }
}

extension FeedFormat {
  /// Returns the format of a document.
  ///
  /// - Parameters:
  ///   - tag: The outermost known element.
  ///   - version: Its attribute `version`.
  init(_ tag: FeedTag, version: String?) {
    let version = version?.trimmed
    self =
      switch tag {
      case .rdf: .rdf
      case .atomFeed: version == "0.3" ? .atom03 : .atom
      default: version == "0.91" ? .rss091 : version == "0.92" ? .rss092 : .rss
      }
  }
}
