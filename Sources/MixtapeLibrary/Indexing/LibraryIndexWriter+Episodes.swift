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

  /// Returns the episodes of a podcast with the numbers of their rows.
  private func knownEpisodes(
    of file: Int64
  ) throws -> [Episode.ID: (number: Int64, place: Int, episode: Episode)] {
    let sql = "SELECT \(EpisodeRow.columns), episode, place FROM episodes WHERE podcast = ?"
    let texts = try TextReader(database)
    let known = try database.statement(sql).rows({ $0.integer(file) }) { row in
      (
        number: row.integer(EpisodeRow.columnCount), place: Int(row.integer(EpisodeRow.columnCount + 1)),
        episode: try EpisodeRow.read(row, texts)
      )
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
    let texts = try EpisodeRow.internedFields.map { try episode.text($0).map(self.texts.intern) }
    try episodeInsertion.run { row in
      row.integer(file)
      row.integer(Int64(place))
      row.text(episode.id.rawValue)
      for field in EpisodeRow.integerFields { row.integer(episode.integer(field)) }
      for field in EpisodeRow.secondsFields { row.real(episode.seconds(field)) }
      for field in EpisodeRow.dateFields { row.real(episode.date(field)?.timeIntervalSince1970) }
      for text in texts { row.integer(text) }
      for field in EpisodeRow.plainFields { row.text(episode.text(field)) }
      row.text(episode.text(.title))
      let foldedTitle = TextFolding.fold(episode.title)
      row.text(foldedTitle)
      row.text(NaturalOrderKey.of(foldedTitle))
      row.text(TextFolding.foldedTexts([episode.text(.description), episode.text(.notes)]))
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
    TrackField.allCases.compactMap(text) + [guid, url].compactMap(\.self)
  }
}

extension TextFolding {
  /// Returns a description and notes as one folded text for searches; `nil` if there are none.
  static func foldedTexts(_ texts: [String?]) -> String? {
    let texts = texts.compactMap(\.self)
    return texts.isEmpty ? nil : fold(texts.joined(separator: "\n"))
  }
}

/// Writes texts to the table `texts`, each once, and returns their numbers.
final class TextWriter {
  private let find: Statement
  private let insert: Statement
  private let insertValue: Statement
  private let database: Database
  private var numbers: [[UInt8]: Int64] = [:]
  /// The maximum number of cached texts. It bounds the memory for a library without repetitions.
  private static let capacity = 50_000

  init(_ database: Database) throws {
    self.database = database
    find = try database.statement("SELECT text FROM texts WHERE original = ?")
    insert = try database.statement("INSERT INTO texts (original, folded, sortKey) VALUES (?, ?, ?)")
    insertValue = try database.statement("INSERT INTO listedTexts (original, folded, text) VALUES (?, ?, ?)")
  }

  /// Returns the number of a text.
  func intern(_ text: String) throws -> Int64 {
    // Bytes, as equal strings can have different bytes if they are canonically equivalent.
    let bytes = Array(text.utf8)
    if let number = numbers[bytes] { return number }
    let number = try find.first({ $0.text(text) }) { $0.integer(0) } ?? store(text)
    if numbers.count >= Self.capacity { numbers.removeAll(keepingCapacity: true) }
    numbers[bytes] = number
    return number
  }

  private func store(_ text: String) throws -> Int64 {
    let folded = TextFolding.fold(text)
    try insert.run {
      $0.text(text)
      $0.text(folded)
      $0.text(NaturalOrderKey.of(folded))
    }
    let number = database.lastInsertedRow
    let values = ListedText.values(in: text)
    guard values.count > 1 else { return number }
    for value in values {
      try insertValue.run {
        $0.text(value)
        $0.text(TextFolding.fold(value))
        $0.integer(number)
      }
    }
    return number
  }
}

/// SQL for the rows of episodes in the table of searches. Insertion and deletion derive them from the other tables by
/// the same expression: deleting a row requires the text that was inserted.
enum SearchRows {
  /// The fields whose texts are in the tables `texts` and `search`.
  private static let fields = ["artist", "albumArtist", "album", "genre", "composer"]

  /// The rows of a statement, identified by its only argument.
  enum Scope: String {
    /// The rows of a podcast's episodes.
    case podcast
    /// The row of an episode.
    case episode
  }

  /// Returns SQL that inserts rows.
  static func insertion(_ scope: Scope) -> String {
    "INSERT INTO search (rowid, \(columns)) SELECT episode, \(values) WHERE episodes.\(scope.rawValue) = ?"
  }

  /// Returns SQL that deletes rows.
  static func deletion(_ scope: Scope) -> String {
    """
    INSERT INTO search (search, rowid, \(columns)) SELECT 'delete', episode, \(values)
    WHERE episodes.\(scope.rawValue) = ?
    """
  }

  private static let columns = (["title"] + fields + ["podcast", "texts"]).joined(separator: ", ")

  private static let values = """
    episodes.foldedTitle, \(fields.map { "\($0).folded" }.joined(separator: ", ")),
      CASE WHEN album.folded IS podcasts.foldedTitle THEN NULL ELSE podcasts.foldedTitle END,
      episodes.foldedTexts
    FROM episodes JOIN podcasts ON podcasts.file = episodes.podcast
      \(fields.map { "LEFT JOIN texts AS \($0) ON \($0).text = episodes.\($0)" }.joined(separator: " "))
    """
}
