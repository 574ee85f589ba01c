internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Feed {
  /// Reads a feed: RSS 0.9x, 1.0 and 2.0 or Atom, with the elements of iTunes, Podcasting 2.0 and Media RSS.
  ///
  /// Items without sound are skipped and counted. ``diagnostics`` names them, and the faults; the rest of the feed is read.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - address: The address of the feed, for relative addresses in it.
  ///   - encoding: The encoding by the server, such as the `charset` of the content type.
  /// - Throws: ``FeedError`` if the document is no feed, or ends before the title and the first item.
  /// - Complexity: O(*n*).
  public init(
    parsing bytes: [UInt8], address: String? = nil, encoding: String? = nil, limits: XMLLimits = XMLLimits()
  ) throws(FeedError) {
    if let error = FeedError(signatureOf: bytes) { throw error }
    let events = XMLEventReader(bytes, encoding: encoding, limits: limits, siblings: ["item", "entry"])
    var reader = FeedReader(events, address: address)
    let format = try reader.read()
    if events.isCutOff, reader.head.title == nil, reader.head.substitute == nil, reader.items.isEmpty { throw .cutOff }
    self = Feed(&reader, format: format)
  }

  private init(_ reader: inout FeedReader, format: FeedFormat) {
    let head = reader.head
    let builder = EpisodeBuilder(&reader)
    let source = reader.address.flatMap(FeedAddress.title)
    let written = head.title ?? head.substitute
    let title = written ?? head.author.value ?? source ?? "Podcast"
    if written == nil { reader.report(.warning, "the feed has no title; \"\(title)\" is used", at: reader.start) }
    let id = Podcast.ID.suggested(by: [title, source ?? ""])
    let named = builder.named(in: id)
    self.format = format
    podcast = Podcast(
      id: id, title: title, author: head.author.value, feed: reader.address, guid: head.guid,
      artwork: head.artwork, description: head.description.value, categories: head.chosenCategories,
      subscribed: reader.address != nil,
      episodes: named)
    link = head.link
    medium = head.medium
    newAddress = head.newAddress == reader.address ? nil : head.newAddress
    nextPage = head.next ?? head.previousArchive
    remoteItemCount = head.remoteItemCount
    itemsWithoutSound = builder.itemsWithoutSound
    privateAddresses = reader.privateAddresses
    isCutOff = reader.events.isCutOff
    hasMoreItems = reader.isFull
    let faults = reader.events.diagnostics.map {
      FeedDiagnostic($0.isLoss ? .error : .warning, $0.message, at: $0.position)
    }
    diagnostics = (faults + reader.diagnostics).sorted { $0.position < $1.position }
  }
}

extension FeedError {
  /// Finds the reason why bytes are no feed in their beginning; `nil` if they may be one.
  init?(signatureOf bytes: [UInt8]) {
    switch true {
    case bytes.isEmpty: self = .empty
    case bytes.starts(with: [0x1F, 0x8B]): self = .compressed("gzip")
    case bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]): self = .compressed("zstd")
    case bytes.starts(with: [0x42, 0x5A, 0x68]): self = .compressed("bzip2")
    case bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A]): self = .compressed("xz")
    case bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]): self = .compressed("zip")
    case bytes.starts(with: "#EXTM3U".utf8): self = .playlist("M3U")
    case bytes.starts(with: "[playlist]".utf8): self = .playlist("PLS")
    default:
      let start = bytes.prefix(4096).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
      guard let first = start.first else {
        if bytes.allSatisfy({ $0 <= 0x20 }) {
          self = .empty
          return
        }
        return nil
      }
      // `[` also begins a section of TOML or of another file of settings.
      let second = start.dropFirst().first { $0 > 0x20 } ?? UInt8(ascii: "]")
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") && "{[\"]".utf8.contains(second) {
        self = .json
        return
      }
      let head = String(decoding: start.prefix(100), as: UTF8.self).lowercased()
      guard head.hasPrefix("<!doctype html") || head.hasPrefix("<html") else { return nil }
      self = .webPage
    }
  }
}
