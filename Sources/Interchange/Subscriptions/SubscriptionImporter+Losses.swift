internal import Feeds
internal import MixtapeModel

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
