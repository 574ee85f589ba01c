internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension IndexWriter {
  /// Writes the rows of a podcast and its episodes, of which there are none.
  func insert(_ podcast: Podcast, _ file: Int64) throws {
    let categories = try JSONStrings.encode(podcast.categories)
    let tags = try JSONStrings.encode(podcast.tags)
    try ExactStatement(
      """
      INSERT INTO podcasts (
        file, id, folder, kind, title, foldedTitle, author, feed, artwork, categories, tags, subscribed, dateAdded,
        episodeCount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, in: database
    ).run {
      $0.integer(file)
      $0.text(podcast.id.rawValue)
      $0.text(podcast.folder.path)
      $0.text(podcast.kind.rawValue)
      $0.text(podcast.title)
      $0.text(TextFolding.fold(podcast.title))
      $0.text(podcast.author)
      $0.text(podcast.feed)
      $0.text(podcast.artwork)
      $0.text(categories)
      $0.text(tags)
      $0.integer(podcast.subscribed ? 1 : 0)
      $0.real(podcast.dateAdded?.timeIntervalSince1970)
      $0.integer(Int64(podcast.episodes.count))
    }
    for (position, episode) in podcast.episodes.enumerated() { try insert(episode, at: position, of: file) }
    try run(SearchRows.insertion, file)
  }

  /// Removes the episodes of a podcast, and what searches know of them.
  func removeEpisodes(of file: Int64) throws {
    try run(SearchRows.deletion, file)
    try run("DELETE FROM episodes WHERE podcast = ?", file)
  }

  private func insert(_ episode: Episode, at position: Int, of file: Int64) throws {
    let values = EpisodeValues(episode.fields)
    let texts = try EpisodeRow.internedFields.map { (field) throws -> Int64? in
      guard case .text(let text)? = episode.fields[field] else { return nil }
      return try self.texts.intern(text, of: field)
    }
    try episodeInsertion.run { row in
      row.integer(file)
      row.integer(Int64(position))
      row.text(episode.id.rawValue)
      for field in EpisodeRow.integerFields { row.integer(values.integer(field)) }
      row.real(values.seconds(.duration))
      for field in EpisodeRow.dateFields { row.real(values.date(field)) }
      for text in texts { row.integer(text) }
      let title = values.text(.title)
      row.text(title)
      row.text(title.map(TextFolding.fold))
      row.text(episode.guid)
      row.text(episode.url)
      row.real(episode.published?.timeIntervalSince1970)
    }
  }
}

/// The values of an episode by type; one of another type than its field's is none.
private struct EpisodeValues {
  private let fields: [TrackField: Episode.FieldValue]

  init(_ fields: [TrackField: Episode.FieldValue]) { self.fields = fields }

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
