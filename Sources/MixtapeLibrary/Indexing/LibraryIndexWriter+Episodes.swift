internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LibraryIndexWriter {
  /// Removes the episodes of a podcast, also from the table of searches.
  func removeEpisodes(of file: Int64) throws {
    try run(SearchRows.deletion(.podcast), file)
    try run("DELETE FROM episodes WHERE podcast = ?", file)
  }

  /// Replaces the episodes of a podcast. Unchanged episodes keep their rows.
  func replaceEpisodes(of file: Int64, by episodes: [Episode]) throws {
    var known = try knownEpisodes(of: file)
    guard !known.isEmpty else {
      for (place, episode) in episodes.enumerated() { try insert(episode, at: place, of: file) }
      return try run(SearchRows.insertion(.podcast), file)
    }
    var new: [(place: Int, episode: Episode)] = []
    for (place, episode) in episodes.enumerated() {
      if let old = known[episode.id], old.episode.isWritten(like: episode) {
        known[episode.id] = nil
        if old.place != place { try move(old.number, to: place) }
      } else {
        new.append((place, episode))
      }
    }
    for old in known.values {
      try run(SearchRows.deletion(.episode), old.number)
      try run("DELETE FROM episodes WHERE episode = ?", old.number)
    }
    for (place, episode) in new {
      try insert(episode, at: place, of: file)
      try run(SearchRows.insertion(.episode), database.lastInsertedRow)
    }
  }

  /// An episode with its row.
  private struct KnownEpisode {
    let number: Int64
    let place: Int
    let episode: Episode
  }

  private func knownEpisodes(of file: Int64) throws -> [Episode.ID: KnownEpisode] {
    let sql = "SELECT \(EpisodeRow.columns), episode, place FROM episodes WHERE podcast = ?"
    let texts = try TextReader(database)
    let known = try database.statement(sql).rows({ $0.integer(file) }) { row in
      KnownEpisode(
        number: row.integer(EpisodeRow.columnCount), place: Int(row.integer(EpisodeRow.columnCount + 1)),
        episode: try EpisodeRow.read(row, texts))
    }
    return Dictionary(known.map { ($0.episode.id, $0) }) { first, _ in first }
  }

  private func move(_ episode: Int64, to place: Int) throws {
    try database.statement("UPDATE episodes SET place = ? WHERE episode = ?").run {
      $0.integer(Int64(place))
      $0.integer(episode)
    }
  }

  private func insert(_ episode: Episode, at place: Int, of file: Int64) throws {
    let values = EpisodeValues(episode.fields)
    let texts = try EpisodeRow.internedFields.enumerated().map { (index, field) throws -> Int64? in
      guard case .text(let text)? = episode.fields[field] else { return nil }
      return try self.texts.intern(text, ofField: index)
    }
    try episodeInsertion.run { row in
      row.integer(file)
      row.integer(Int64(place))
      row.text(episode.id.rawValue)
      for field in EpisodeRow.integerFields { row.integer(values.integer(field)) }
      for field in EpisodeRow.secondsFields { row.real(values.seconds(field)) }
      for field in EpisodeRow.dateFields { row.real(values.date(field)) }
      for text in texts { row.integer(text) }
      for field in EpisodeRow.plainFields { row.text(values.text(field)) }
      row.text(values.text(.title))
      let foldedTitle = TextFolding.fold(episode.title)
      row.text(foldedTitle)
      row.text(NaturalOrderKey.of(foldedTitle))
      row.text(TextFolding.foldedTexts([values.text(.description), values.text(.notes)]))
      row.text(episode.guid)
      row.text(episode.url)
      row.real(episode.published?.timeIntervalSince1970)
    }
  }
}

extension Episode {
  /// Returns whether another episode is equal and its texts have the same bytes. `==` accepts canonically equivalent
  /// texts.
  fileprivate func isWritten(like other: Episode) -> Bool {
    self == other && zip(texts, other.texts).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  private var texts: [String] {
    TrackField.allCases.compactMap { if case .text(let text)? = fields[$0] { text } else { nil } }
      + [guid, url].compactMap(\.self)
  }
}

extension TextFolding {
  /// Returns a description and notes as one folded text for searches; `nil` if there are none.
  static func foldedTexts(_ texts: [String?]) -> String? {
    let texts = texts.compactMap(\.self)
    return texts.isEmpty ? nil : fold(texts.joined(separator: "\n"))
  }
}

/// The values of an episode by type. A value of another type than its field's counts as missing.
private struct EpisodeValues {
  private let fields: Episode.Fields

  init(_ fields: Episode.Fields) { self.fields = fields }

  func text(_ field: TrackField) -> String? {
    if case .text(let text)? = fields[field] { text } else { nil }
  }

  func integer(_ field: TrackField) -> Int64? {
    if case .integer(let number)? = fields[field] { number } else { nil }
  }

  func seconds(_ field: TrackField) -> Double? {
    if case .seconds(let seconds)? = fields[field] { seconds } else { nil }
  }

  func date(_ field: TrackField) -> Double? {
    if case .date(let date)? = fields[field] { date.timeIntervalSince1970 } else { nil }
  }
}
