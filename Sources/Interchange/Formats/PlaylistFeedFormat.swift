internal import Feeds
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A playlist as the feed of a podcast, RSS 2.0, to which every podcast program can subscribe.
///
/// The entries are the episodes of a serial: their numbers and dates are in the order of the list. Everybody who has the address of
/// a feed can read it, so addresses are written without user names and passwords.
struct PlaylistFeedFormat: InterchangeFormat {
  var name: String { "feed" }
  var title: String { "a podcast feed" }
  /// The extensions of its files. Servers give them a type that podcast programs accept.
  var fileExtensions: [String] { ["xml"] }
  var locationStyle: LocationStyle { .address }
  var hidesCredentials: Bool { true }

  var capabilities: Capabilities {
    Capabilities(
      canRead: false,
      [
        .id: .partial("in the guids of the entries"),
        .key(.name): .full,
        .key(.description): .full,
        .key(.episodes): .partial("entries with a web address, and files with a `base`"),
        .entry(.location): .partial("web addresses, without user names and passwords"),
        .entry(.title): .full,
        .entry(.artist): .full,
        .entry(.album): .partial("in the description of the entry"),
        .entry(.duration): .partial("whole seconds"),
        .entry(.image): .partial("web addresses, without user names and passwords"),
      ])
  }

  /// Recognizes nothing: the feed of a podcast is not a list.
  func recognizes(_ start: FormatSample) -> Recognition { .no }

  /// Refuses the file: the feed of a podcast is not a list.
  func read(_ bytes: [UInt8]) -> InterchangeReading { .refusedPodcast }

  /// Writes the first playlist of a document. Skips entries without a web address.
  func write(_ document: InterchangeDocument) -> [UInt8] {
    let playlist = document.playlists.first ?? InterchangePlaylist()
    var writer = XMLWriter()
    let namespace = "http://www.itunes.com/dtds/podcast-1.0.dtd"
    writer.element("rss", [("version", "2.0"), ("xmlns:itunes", namespace)]) { writer in
      writer.element("channel") { writer in
        writer.leaf("title", playlist.name ?? "")
        writer.leaf("link", Self.urn(playlist))
        writer.leaf("description", Self.html(playlist.description ?? ""))
        writer.leaf("itunes:type", "serial")
        // Directories of podcasts leave it out.
        writer.leaf("itunes:block", "Yes")
        var items = FeedItems(of: playlist)
        for entry in playlist.entries {
          if let item = items.next(entry) { Self.write(item, to: &writer) }
        }
      }
    }
    return writer.bytes
  }

  private static func write(_ item: FeedItems.Item, to writer: inout XMLWriter) {
    let entry = item.entry
    writer.element("item") { writer in
      writer.leaf("title", entry.title ?? entry.display)
      writer.leaf("guid", item.guid, [("isPermaLink", "false")])
      writer.leaf("pubDate", item.date.asInternetTime)
      writer.leaf("itunes:episode", String(item.number))
      writer.leaf("itunes:duration", entry.wholeSeconds.map(String.init))
      writer.leaf("itunes:author", entry.artist)
      if let image = entry.image.flatMap(webAddress) { writer.emptyElement("itunes:image", [("href", image)]) }
      writer.leaf("description", description(of: entry).nonEmpty)
      let type = SoundFormat.type(format: entry.fileFormat, address: item.address)
      writer.emptyElement(
        "enclosure", [("url", item.address), ("length", String(entry.fileSize ?? 0)), ("type", type)])
    }
  }

  /// Returns the podcast or album and the true date, then the description of the episode.
  private static func description(of entry: InterchangeEntry) -> String {
    let origin = [entry.album, entry.published.flatMap(CalendarDay.init(of:))?.description].compactMap(\.self)
    return html(([origin.joined(separator: ", ")] + [entry.summary].compactMap(\.self)).joined(separator: "\n"))
  }

  /// Returns the HTML of a text, because readers take descriptions for HTML: a paragraph for each line.
  private static func html(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
      .map { "<p>\(HTMLText.escaped($0))</p>" }.joined(separator: "\n")
  }

  /// Returns the URN of a playlist, such as `mixtape:focus`. The guids of its items begin with it, and it is the required `link` of
  /// the channel, since a playlist has no web page.
  fileprivate static func urn(_ playlist: InterchangePlaylist) -> String { "mixtape:\(playlist.label ?? "")" }

  /// Returns an address of the web without user name and password; `nil` for another location.
  fileprivate static func webAddress(_ location: String) -> String? {
    let address = AddressReference(location)
    return address.isOfWeb && address.authority != nil ? address.withoutCredentials : nil
  }

  /// Returns the entries that have no web address, the user names and passwords, and the characters that cannot be written.
  func particularLosses(of playlist: InterchangePlaylist) -> [Loss] {
    let characters = losses(ofCharactersIn: playlist) { !XMLText.isAllowed($0) }
    let withoutAddress = playlist.entries.filter { entry in
      !entry.locations.isEmpty && entry.locations.allSatisfy { Self.webAddress($0) == nil }
    }
    let others = withoutAddress.map { entry in
      let isFile = entry.locations.contains { Location($0).path != nil }
      return Loss(
        .entry(entry.episode?.rawValue ?? entry.display), of: playlist.label,
        isFile
          ? "it is a file on this disk: `base`, or --base with --relative-to, gives it a web address"
          : "it has no web address")
    }
    let secrets = playlist.entries.count { $0.locations.contains { AddressReference($0).hasCredentials } }
    guard secrets > 0 else { return characters + others }
    let secret = Loss(
      .element("user names and passwords of \(counted(secrets, "entry", "entries"))"), of: playlist.label,
      "everybody who gets the feed could read them")
    return characters + others + [secret]
  }
}

/// The items of a feed, with what depends on the entries before them: guid, number and date.
private struct FeedItems {
  private let urn: String
  private var counts: [String: Int] = [:]
  private var number = 0
  /// The date of the last item.
  private var last: Date?
  /// The date of a first entry that has none: the beginning of 2000.
  private static let first = Date(timeIntervalSince1970: 946_684_800)

  struct Item {
    let entry: InterchangeEntry
    let address: String
    let guid: String
    let number: Int
    let date: Date
  }

  init(of playlist: InterchangePlaylist) { urn = PlaylistFeedFormat.urn(playlist) }

  /// Returns the item of the next entry; `nil` for an entry without a web address.
  ///
  /// Programs sort episodes by date. An episode keeps its own date if it is later than that of the entry before it, else it gets the
  /// next second. So a new entry at the end changes no other date, and is the newest.
  mutating func next(_ entry: InterchangeEntry) -> Item? {
    guard let address = entry.locations.lazy.compactMap(PlaylistFeedFormat.webAddress).first else { return nil }
    let name = entry.episode?.rawValue ?? address
    let count = counts[name, default: 0] + 1
    counts[name] = count
    number += 1
    // A date that cannot be written has no day.
    let own = entry.published.flatMap { CalendarDay(of: $0) == nil ? nil : $0.timeIntervalSince1970.rounded(.down) }
    let date = [own.map(Date.init(timeIntervalSince1970:)), last?.addingTimeInterval(1)].compactMap(\.self).max()
    let chosen = date ?? Self.first
    last = chosen
    return Item(
      entry: entry, address: address, guid: "\(urn):\(name)" + (count > 1 ? ":\(count)" : ""), number: number,
      date: chosen)
  }
}
