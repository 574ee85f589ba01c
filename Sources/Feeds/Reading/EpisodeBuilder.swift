internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Makes episodes of items, and leaves out what is no episode or occurs twice.
struct EpisodeBuilder {
  private var episodes: [EpisodeDraft] = []
  private(set) var itemsWithoutSound = 0
  /// The sources of the episodes by guid.
  private var sources: [String: Set<Source>] = [:]
  /// The titles of the episodes without guid, by address.
  private var anonymous: [String: Set<String?>] = [:]

  /// Makes episodes of the items of a feed. The reader loses its items, because both need much memory.
  init(_ reader: inout FeedReader) {
    var items = reader.items
    reader.items = []
    for index in items.indices {
      append(items[index], to: &reader)
      items[index] = ItemDraft(at: items[index].position, base: nil)
    }
    // They need much memory, too.
    sources = [:]
  }

  /// Returns the episodes with ids of a podcast.
  func named(in podcast: Podcast.ID) -> [Episode] {
    var naming = EpisodeNaming()
    let names = naming.names(for: episodes.map(\.proposal))
    return zip(episodes, names).compactMap { $0.episode(in: podcast, named: $1) }
  }

  /// The values by which two items with one guid are the same episode.
  private struct Source: Hashable {
    let title: String?
    /// The address without its query, in which tokens are.
    let address: String
  }

  /// An episode before it gets an id.
  struct EpisodeDraft {
    let guid: String?
    let url: String
    let published: Date?
    let fields: Episode.Fields

    /// Returns the episode with an id; `nil` if the name is invalid.
    func episode(in podcast: Podcast.ID, named name: String) -> Episode? {
      Episode.ID(podcast: podcast, name: name).map {
        Episode(id: $0, guid: guid, url: url, published: published, fields: fields)
      }
    }

    /// The values that its name is made of.
    var proposal: EpisodeNaming.Proposal {
      var (title, number): (String?, Int64?) = (nil, nil)
      if case .text(let text)? = fields[.title] { title = text }
      if case .integer(let value)? = fields[.trackNumber] { number = value }
      let address = AddressReference(url)
      var file = address.fileName
      if let name = file, let ending = address.fileExtension, SoundFormat.isPlayable(ending) {
        file = String(name.dropLast(ending.count + 1))
      }
      return EpisodeNaming.Proposal(title: title, number: number, published: published, substitute: file)
    }
  }

  /// Appends the episode of an item.
  private mutating func append(_ item: ItemDraft, to reader: inout FeedReader) {
    guard let enclosure = Enclosure.best(of: item.enclosures)?.completed(by: item.enclosures) else {
      itemsWithoutSound += 1
      if let refusal = item.refusal { return reader.report(skipped: item, .error, refusal) }
      return reader.report(skipped: item, .note, item.enclosures.first?.refusal ?? "it has no enclosure")
    }
    var guid = item.guid ?? item.alternativeGUID
    if let text = guid {
      let source = Source(title: item.title, address: String(AddressReference.withoutQuery(enclosure.url)))
      if let known = sources[text] {
        if known.contains(source) {
          return reader.report(skipped: item, .warning, "it occurs twice, with the guid \"\(text)\"")
        }
        reader.report(.warning, "the guid \"\(text)\" is not unique", at: item.position)
        guid = nil
      }
      sources[text, default: []].insert(source)
    } else {
      // In some feeds, one address has always the latest episode.
      let title = item.title ?? item.alternativeTitle
      let known = anonymous[enclosure.url, default: []]
      guard known.isEmpty || title != nil && !known.contains(title) && !known.contains(nil) else {
        return reader.report(skipped: item, .warning, "it occurs twice, with the address \(enclosure.url)")
      }
      anonymous[enclosure.url, default: []].insert(title)
    }
    if item.title == nil, item.alternativeTitle == nil {
      let substitute = item.beginning == nil ? "" : "; the beginning of its description is used"
      reader.report(.warning, "the item has no title\(substitute)", at: item.position)
    }
    let published = date(of: item, &reader)
    episodes.append(
      EpisodeDraft(
        guid: guid, url: enclosure.url, published: published, fields: fields(item, enclosure, published, &reader))
    )
  }

  private func date(of item: ItemDraft, _ reader: inout FeedReader) -> Date? {
    var found: Date?
    var invalid: [ItemDate] = []
    for written in item.dates where !written.text.trimmed.isEmpty {
      guard let date = FeedDate(written.text) else {
        invalid.append(written)
        continue
      }
      if let guess = date.guess {
        let text = written.text.oneLine(limit: 60)
        reader.report(.warning, "the date \"\(text)\": \(guess)", at: written.position)
      }
      found = Date(timeIntervalSince1970: date.date.timeIntervalSince1970.rounded(.down))
      break
    }
    // Nothing is lost if another element has a date.
    for written in invalid {
      let text = written.text.oneLine(limit: 60)
      reader.report(found == nil ? .error : .warning, "\"\(text)\" is not a date", at: written.position)
    }
    return found
  }

  private func fields(
    _ item: ItemDraft, _ enclosure: Enclosure, _ published: Date?, _ reader: inout FeedReader
  ) -> Episode.Fields {
    var fields: Episode.Fields = [:]
    if let title = item.title ?? item.alternativeTitle ?? item.beginning { fields[.title] = .text(title) }
    if let description = item.description.value { fields[.description] = .text(description) }
    // Many feeds repeat the cover of the podcast.
    if let artwork = item.artwork ?? item.thumbnail, artwork != reader.head.artwork {
      fields[.artwork] = .text(artwork)
    }
    if let chapters = item.chapters { fields[.chapters] = .text(chapters) }
    if let author = item.author.value { fields[.artist] = .text(author) }
    if let seconds = duration(item, &reader) ?? enclosure.duration { fields[.duration] = .seconds(seconds) }
    if let number = item.episode { fields[.trackNumber] = .integer(number) }
    if let number = item.season { fields[.discNumber] = .integer(number) }
    if let day = published.flatMap(CalendarDay.init(of:)) { fields[.year] = .integer(Int64(day.year)) }
    if let length = enclosure.length { fields[.fileSize] = .integer(length) }
    if let format = enclosure.format { fields[.fileFormat] = .text(format) }
    return fields
  }

  private func duration(_ item: ItemDraft, _ reader: inout FeedReader) -> Double? {
    guard let (text, position) = item.duration else { return nil }
    let line = text.oneLine(limit: 60)
    if let duration = FeedDuration(text) {
      if let guess = duration.guess { reader.report(.warning, "the duration \"\(line)\" \(guess)", at: position) }
      return duration.seconds
    }
    // An empty or zero duration means that nobody knows it.
    if line.contains(where: { !"0:. ".contains($0) }), !FeedDuration.isZero(text) {
      reader.report(.warning, "\"\(line)\" is not a duration", at: position)
    }
    return nil
  }
}
