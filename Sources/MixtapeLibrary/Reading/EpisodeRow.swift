internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The columns of an episode, in the order in which they are written and read.
enum EpisodeRow {
  /// The fields of whole numbers.
  static let integerFields = TrackField.allCases.filter { $0.valueType == .integer }
  /// The fields of times in seconds.
  static let secondsFields = TrackField.allCases.filter { $0.valueType == .seconds }
  /// The fields whose values are dates.
  static let dateFields = TrackField.allCases.filter { $0.valueType == .date }
  /// The fields of text in the table `texts`.
  static let internedFields = TrackField.allCases.filter {
    $0.valueType == .text && $0 != .title && RuleField($0) != nil
  }
  /// The fields of text that rules do not use.
  static let plainFields = TrackField.allCases.filter { $0.valueType == .text && RuleField($0) == nil }

  private static let fieldColumns = (integerFields + secondsFields + dateFields + internedFields + plainFields).map(
    \.rawValue)

  /// SQL that inserts an episode: its podcast, place and id, the fields, the title with its folded form and its key, the folded texts, and the
  /// other properties.
  static let insertion = """
    INSERT INTO episodes (
      podcast, place, id, \(fieldColumns.joined(separator: ", ")), title, foldedTitle, titleKey, foldedTexts, guid, url,
      published)
    VALUES (\(Array(repeating: "?", count: fieldColumns.count + 10).joined(separator: ", ")))
    """

  /// The columns for ``read(_:_:)``.
  static let columns = (readColumns.map { "episodes.\($0)" } + [traits]).joined(separator: ", ")

  /// The number of ``columns``.
  static let columnCount = CInt(readColumns.count + 1)

  /// The bits of ``Episode/Traits``.
  private static let traits = """
    (SELECT (kind = 'album') * \(Episode.Traits.track.rawValue) + (\(isAwaited)) * \(Episode.Traits.awaited.rawValue)
     FROM podcasts WHERE file = episodes.podcast)
    """

  /// SQL for whether an episode is awaited by its podcast.
  static let isAwaited = """
    kind = 'podcast' AND subscribed
      AND (newSince IS NULL OR coalesce(episodes.published >= newSince, FALSE))
    """

  private static let readColumns = ["id", "guid", "url", "published", "title"] + fieldColumns

  /// Reads an episode.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if a value is invalid.
  static func read(_ row: borrowing Statement.Columns, _ texts: TextReader) throws -> Episode {
    guard let id = Episode.ID(rawValue: row.text(0)) else { throw LibraryError(.damaged) }
    var fields: Episode.Fields = [:]
    if let title = row.textIfAny(4) { fields[.title] = .text(title) }
    var column: CInt = 5
    for field in integerFields {
      if let number = row.integerIfAny(column) { fields[field] = .integer(number) }
      column += 1
    }
    for field in secondsFields {
      if let seconds = row.realIfAny(column) { fields[field] = .seconds(seconds) }
      column += 1
    }
    for field in dateFields {
      if let date = row.dateIfAny(column) { fields[field] = .date(date) }
      column += 1
    }
    for field in internedFields {
      if let number = row.integerIfAny(column) { fields[field] = .text(try texts.text(number)) }
      column += 1
    }
    for field in plainFields {
      if let text = row.textIfAny(column) { fields[field] = .text(text) }
      column += 1
    }
    return Episode(
      id: id, guid: row.textIfAny(1), url: row.textIfAny(2), published: row.dateIfAny(3), fields: fields,
      traits: Episode.Traits(rawValue: UInt8(truncatingIfNeeded: row.integerIfAny(column) ?? 0)))
  }
}

extension Statement.Columns {
  /// Returns a date, stored as seconds since 1970, or `nil`.
  func dateIfAny(_ column: CInt) -> Date? { realIfAny(column).map(Date.init(timeIntervalSince1970:)) }
}

/// Reads the episodes that a clause of SQL selects.
struct EpisodeReader {
  private let texts: TextReader
  private let selection: Statement

  init(_ clause: String, in database: Database) throws {
    texts = try TextReader(database)
    selection = try database.statement("SELECT \(EpisodeRow.columns) FROM episodes \(clause)")
  }

  /// Returns all episodes for the values of the clause.
  func all(_ values: (inout Statement.Binder) -> Void) throws -> [Episode] {
    try selection.rows(values) { try EpisodeRow.read($0, texts) }
  }

  /// Returns the first episode for the values of the clause, or `nil`.
  func first(_ values: (inout Statement.Binder) -> Void) throws -> Episode? {
    try selection.first(values) { try EpisodeRow.read($0, texts) }
  }
}

/// Reads texts of the table `texts`, and caches them.
final class TextReader {
  private let find: Statement
  private var known: [Int64: String] = [:]

  init(_ database: Database) throws {
    find = try database.statement("SELECT original FROM texts WHERE text = ?")
  }

  /// Returns the text with a number.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if the text is missing.
  func text(_ number: Int64) throws -> String {
    if let text = known[number] { return text }
    guard let text = try find.first({ $0.integer(number) }, { $0.text(0) }) else { throw LibraryError(.damaged) }
    known[number] = text
    return text
  }
}

extension Statement.Columns {
  /// Returns the id of a playlist or a podcast.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if it is invalid.
  func id<Entity>(_ column: CInt) throws -> FileID<Entity> {
    guard let id = FileID<Entity>(rawValue: text(column)) else { throw LibraryError(.damaged) }
    return id
  }

  /// Returns the id of an episode.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if it is invalid.
  func episodeID(_ column: CInt) throws -> Episode.ID {
    guard let id = withBytes(column, { Episode.ID(utf8: $0) }) else { throw LibraryError(.damaged) }
    return id
  }

  /// Returns a folder.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if it is invalid.
  func folder(_ column: CInt) throws(LibraryError) -> Folder {
    do throws(MixtapeError) {
      return try Folder(validating: text(column))
    } catch {
      throw LibraryError(.damaged, cause: error)
    }
  }
}
