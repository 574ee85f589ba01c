internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Makes episodes of items, and leaves out what is no episode or occurs twice.
struct EpisodeBuilder {
  private(set) var episodes: [Unnamed] = []
  private(set) var itemsWithoutSound = 0
  private var urls: [String: Set<String>] = [:]

  /// An episode before it gets an id.
  struct Unnamed {
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
      let file = AddressReference.withoutQuery(url).split(separator: "/").last.map(String.init)
      return EpisodeNaming.Proposal(title: title, number: number, published: published, substitute: file)
    }
  }

  /// Appends the episode of an item.
  mutating func append(_ item: ItemDraft, to reader: inout FeedReader) {
    guard let enclosure = Enclosure.best(of: item.enclosures) else {
      itemsWithoutSound += 1
      let title = (item.title ?? item.alternativeTitle ?? item.beginning).map { " \"\($0)\"" } ?? ""
      if let refusal = item.refusal {
        reader.report(.error, "the item\(title) is left out: \(refusal)", at: item.position)
      }
      return
    }
    var guid = item.guid
    if let known = guid.flatMap({ urls[$0] }) {
      if known.contains(enclosure.url) {
        return reader.report(.warning, "the item occurs twice: guid \"\(guid ?? "")\"", at: item.position)
      }
      reader.report(.warning, "the guid \"\(guid ?? "")\" is not unique", at: item.position)
    }
    if let text = guid {
      if urls[text] != nil { guid = nil }
      urls[text, default: []].insert(enclosure.url)
    }
    let published = date(of: item, &reader)
    episodes.append(
      Unnamed(guid: guid, url: enclosure.url, published: published, fields: fields(item, enclosure, published, &reader))
    )
  }

  private func date(of item: ItemDraft, _ reader: inout FeedReader) -> Date? {
    for written in [item.published, item.updated].compactMap(\.self) {
      let text = written.text.oneLine(limit: 60)
      if text.isEmpty { continue }
      guard let date = FeedDate(written.text) else {
        reader.report(.error, "\"\(text)\" is not a date", at: written.position)
        continue
      }
      if let guess = date.guess { reader.report(.warning, "the date \"\(text)\": \(guess)", at: written.position) }
      return Date(timeIntervalSince1970: date.date.timeIntervalSince1970.rounded(.down))
    }
    return nil
  }

  private func fields(
    _ item: ItemDraft, _ enclosure: Enclosure, _ published: Date?, _ reader: inout FeedReader
  ) -> Episode.Fields {
    var fields: Episode.Fields = [:]
    if let title = item.title ?? item.alternativeTitle ?? item.beginning { fields[.title] = .text(title) }
    if let author = item.author { fields[.artist] = .text(author) }
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
    if let seconds = FeedDuration.seconds(text) { return seconds }
    let line = text.oneLine(limit: 60)
    // An empty or zero duration means that nobody knows it.
    if line.contains(where: { !"0:. ".contains($0) }) {
      reader.report(.warning, "\"\(line)\" is not a duration", at: position)
    }
    return nil
  }
}
