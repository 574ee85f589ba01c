import Foundation
import MixtapeModel
import TestSupport

/// Random playlists and podcasts with all properties of files.
struct RandomValues {
  var generator: SeededGenerator

  /// Returns text with difficult parts: empty, quotes, NUL, letters with several encodings.
  mutating func text() -> String {
    let parts = [
      "", "Aurora", "é", "e\u{301}", "ß", "İ", "\u{0}", "\"quoted\"", "it's", "夜", "🎧", " ", "\n", "%", "_", "\\", "x",
    ]
    return (0..<Int.random(in: 0...4, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? "" }
      .joined()
  }

  mutating func id(_ stem: String, _ number: Int) -> String {
    let ends = ["", "-x", ".y", "_ü", "夜"]
    return "\(stem)\(number)\(ends.randomElement(using: &generator) ?? "")"
  }

  mutating func folder() throws -> Folder {
    let folders = ["", "a", "a/b c", "Ünder/深い", "a-b"]
    return try Folder(validating: folders.randomElement(using: &generator) ?? "")
  }

  /// Returns a date as in files: seconds since 1970, with a fraction down to nanoseconds.
  mutating func date() -> Date {
    let seconds = Int.random(in: -62_167_219_200...253_402_300_799, using: &generator)
    let near = Int.random(in: 1_600_000_000...1_800_000_000, using: &generator)
    let nanoseconds = Bool.random(using: &generator) ? Int.random(in: 0...999_999_999, using: &generator) : 0
    return Date(
      timeIntervalSince1970: Double(Bool.random(using: &generator) ? near : seconds) + Double(nanoseconds) / 1e9)
  }

  mutating func maybe<Value>(_ make: (inout RandomValues) throws -> Value) rethrows -> Value? {
    Bool.random(using: &generator) ? try make(&self) : nil
  }

  mutating func episode(of podcast: Podcast.ID, _ number: Int) throws -> Episode {
    var fields: Episode.Fields = [:]
    for field in TrackField.allCases where Bool.random(using: &generator) {
      fields[field] =
        switch field.valueType {
        case .text: .text(text())
        case .integer: .integer([0, 1, 5, .max, .min].randomElement(using: &generator) ?? 0)
        case .seconds: .seconds([0, 0.1, 1834, 1e15, .leastNonzeroMagnitude].randomElement(using: &generator) ?? 0)
        case .date: .date(date())
        }
    }
    return Episode(
      id: try Episode.ID(validating: "\(podcast)/\(id("e", number))"), guid: maybe { $0.text() },
      url: maybe { $0.text() }, published: maybe { $0.date() }, fields: fields)
  }

  mutating func podcast(_ number: Int) throws -> Podcast {
    let id = try Podcast.ID(validating: id("p", number))
    return Podcast(
      id: id, folder: try folder(), kind: Bool.random(using: &generator) ? .album : .podcast, title: text(),
      author: maybe { $0.text() }, feed: maybe { $0.text() }, guid: maybe { $0.text() },
      artwork: maybe { $0.text() }, description: maybe { $0.text() }, notes: maybe { $0.text() },
      categories: texts(), tags: texts(), subscribed: Bool.random(using: &generator), dateAdded: maybe { $0.date() },
      newSince: maybe { $0.date() },
      skip: Bool.random(using: &generator) ? [] : ["title contains \"R\""],
      episodes: try (0..<Int.random(in: 0...5, using: &generator)).map { try episode(of: id, $0) })
  }

  /// Returns a podcast with some episodes added, removed, changed or moved, and perhaps with another title.
  mutating func changed(_ podcast: Podcast) throws -> Podcast {
    var episodes: [Episode] = []
    for (number, episode) in podcast.episodes.enumerated() where Int.random(in: 0...4, using: &generator) > 0 {
      let name = episode.id.name
      let other = try self.episode(of: podcast.id, number)
      let changed = Episode(
        id: try Episode.ID(validating: "\(podcast.id)/\(name)"), guid: other.guid, url: other.url,
        published: other.published, fields: other.fields)
      episodes.append(Bool.random(using: &generator) ? episode : changed)
    }
    if Bool.random(using: &generator) { episodes.shuffle(using: &generator) }
    let new = try episode(of: podcast.id, Int.random(in: 100...200, using: &generator))
    if !episodes.contains(where: { $0.id == new.id }) { episodes.append(new) }
    return Podcast(
      id: podcast.id, folder: podcast.folder, title: Bool.random(using: &generator) ? podcast.title : text(),
      author: podcast.author, episodes: episodes)
  }

  mutating func texts() -> [String] {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in text() }
  }

  mutating func playlist(_ number: Int) throws -> Playlist {
    let name = text()
    return try Playlist(
      id: try Playlist.ID(validating: id("l", number)), folder: try folder(),
      name: TitleRules.violation(in: name) == nil ? name : nil, description: text(),
      episodes: try (0..<Int.random(in: 0...4, using: &generator)).map { try Episode.ID(validating: "p\($0)/e") },
      criteria: try criteria(),
      settings: PlaybackSettings(
        continuous: Bool.random(using: &generator),
        shuffle: [.default, .off, .by(.weighted), .by(.spread)].randomElement(using: &generator) ?? .default))
  }

  private mutating func rules() throws -> [WrittenRule] {
    let rules = ["title contains \"É\"", "year > 2015", "not played in the last 30 days or rating >= 4"]
    return try (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      try WrittenRule(parsing: rules.randomElement(using: &generator) ?? "")
    }
  }

  private mutating func criteria() throws -> SmartCriteria {
    let limits: [PlaylistLimit] = [
      .items(1), .items(.max), .amount(90, .minutes), .amount(0.001, .gigabytes), .amount(1e15, .seconds),
      .amount(33.3, .percent),
    ]
    let sorts: [[SortKey]] = [
      SmartCriteria.defaultSort, [], [.random],
      [.field(.dateAdded, descending: true), .field(.title, descending: false)],
    ]
    return SmartCriteria(
      conditions: try maybe { (values) throws in try values.rules() },
      match: SmartCriteria.Match.allCases.randomElement(using: &generator) ?? .all,
      search: maybe { $0.text() }, sort: sorts.randomElement(using: &generator) ?? [],
      limit: maybe { limits.randomElement(using: &$0.generator) ?? .items(1) },
      groupLimit: GroupLimit.Group.allCases.randomElement(using: &generator).flatMap { group in
        maybe { GroupLimit(Int.random(in: 1...9, using: &$0.generator), per: group) } ?? nil
      },
      seed: maybe {
        let seeds: [PlaylistSeed] = [0, -1, .number(.max), .number(.min), .day]
        return seeds.randomElement(using: &$0.generator) ?? 0
      })
  }
}
