public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An evaluation of rules in one transaction and at one time, with caches of intermediate results.
final class Evaluation {
  let database: Database
  let now: Date
  /// The compiled regular expressions by condition. Their step limits apply to the whole evaluation.
  private var expressions: [SmartPlaylistCondition: PatternSearch] = [:]
  /// The texts of podcasts, by field.
  var podcastTexts: [RuleField: [PodcastTexts]] = [:]
  /// The members of playlists that were evaluated.
  var members: [Playlist.ID: Set<Int64>] = [:]
  /// Missing playlists that rules name, with similar ids.
  var missing: [Playlist.ID: [Playlist.ID]] = [:]
  /// The playlists that are being evaluated. The rules of each name the next one.
  var path: [Playlist.ID] = []
  /// The remarks so far, each once.
  private var remarks: [EvaluationRemark] = []
  private var noted: Set<EvaluationRemark> = []

  private init(_ database: Database, now: Date) {
    self.database = database
    self.now = now
  }

  /// Runs an evaluation in one transaction.
  ///
  /// - Parameter noting: Called at the end with each remark on the evaluated rules.
  static func run<Result>(
    on index: LibraryIndex, now: Date, noting: (EvaluationRemark) -> Void, _ body: (Evaluation) throws -> Result
  ) throws(LibraryError) -> Result {
    try index.reading { database in
      // A sort that does not fit into the cache uses a temporary file: in memory, a million episodes take twice the
      // time. An index in memory stays in memory, because it is used if no files can be written.
      if !database.isInMemory { try database.execute("PRAGMA temp_store = FILE") }
      let evaluation = Evaluation(database, now: now)
      defer { evaluation.remarks.forEach(noting) }
      return try body(evaluation)
    }
  }

  /// The maximum number of remarks with similar names.
  private static let mostSuggestions = 10

  /// Whether the next remark may suggest similar names. It takes time to find them.
  var suggestsNames: Bool { remarks.count < Self.mostSuggestions }

  /// Records a remark once.
  func note(_ remark: EvaluationRemark) {
    if noted.insert(remark).inserted { remarks.append(remark) }
  }
}

extension Evaluation {
  /// Returns the regular expression of a condition.
  ///
  /// - Throws: ``LibraryError/Code/invalidPattern``.
  func expression(of condition: SmartPlaylistCondition) throws(LibraryError) -> PatternSearch {
    if let expression = expressions[condition] { return expression }
    let expression = try PatternSearch(condition)
    expressions[condition] = expression
    return expression
  }

  /// Calls `row` with the rows of a query until it returns `false`.
  func forEach(_ sql: SQL, _ row: (borrowing Statement.Columns) throws -> Bool) throws {
    let statement = try database.prepare(sql.text)
    do {
      try statement.forEach({ $0.bind(sql.values) }, row)
    } catch let error as SQLiteError {
      throw sql.failure ?? LibraryError(error)
    }
  }

  /// Returns the numbers in the first column of a query.
  func rows(_ sql: SQL) throws -> Set<Int64> {
    var rows = Set<Int64>()
    try forEach(sql) {
      rows.insert($0.integer(0))
      return true
    }
    return rows
  }
}

extension Evaluation {
  /// Returns the rows of `texts` that match at least one pattern of a field. If its texts list several values, each of these counts.
  func rows(ofTexts patterns: [TextPattern], of field: RuleField) throws -> Set<Int64> {
    var rows = Set<Int64>()
    for pattern in patterns {
      let condition = try pattern.sql("folded", original: "original", in: self)
      for table in field.isListed ? ["texts", "listedTexts"] : ["texts"] {
        rows.formUnion(try self.rows(SQL("SELECT text FROM \(table) WHERE ") + condition))
      }
    }
    return rows
  }
}

extension TextPattern {
  /// Returns the pattern as SQL for a column of folded texts, and the one of the same texts as in the file. `equals` and `startsWith`
  /// can use an index.
  func sql(_ column: String, original: String, in evaluation: Evaluation) throws(LibraryError) -> SQL {
    switch self {
    case .equals(let text): SQL("\(column) = ?", [.text(text)])
    case .startsWith(let text):
      SQL("\(column) >= ?", [.text(text)])
        + (text.firstAfterPrefix.map { SQL(" AND \(column) < ?", [.text($0)]) } ?? SQL(""))
    // In bytes: for texts, SQLite counts from the end only up to a NUL.
    case .endsWith(let text):
      SQL(
        "substr(CAST(\(column) AS BLOB), ?) = CAST(? AS BLOB)", [.integer(-Int64(text.utf8.count)), .text(text)])
    case .contains(let text): SQL("instr(\(column), ?)", [.text(text)])
    case .matches(let condition): try evaluation.expression(of: condition).sql(original)
    }
  }
}

extension String {
  /// The first text, in the order of scalars, after all texts that start with this one; `nil` if no text follows.
  var firstAfterPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      // The numbers from D800 to DFFF are not scalars.
      guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else { continue }
      return String(String.UnicodeScalarView(scalars + [next]))
    }
    return nil
  }
}

extension SQL {
  /// The reason why an operand failed, which SQLite does not know.
  fileprivate var failure: LibraryError? {
    for case .operand(let operand) in values { if let failure = operand.failure { return failure } }
    return nil
  }
}

/// A remark on evaluated rules that explains a possibly unexpected result.
public enum EvaluationRemark: Hashable, Sendable {
  /// A rule names a missing playlist, which counts as empty.
  ///
  /// - Parameters:
  ///   - askedBy: The playlist of the rule; `nil` for a query.
  ///   - nearest: The existing playlists with similar ids.
  case missingPlaylist(Playlist.ID, askedBy: Playlist.ID?, nearest: [Playlist.ID])
  /// A rule compares `podcast`, `folder` or `tag` with a text that no podcast of the library has.
  ///
  /// - Parameters:
  ///   - field: The field of the rule.
  ///   - askedBy: The playlist of the rule; `nil` for a query.
  ///   - nearest: The existing texts that are similar.
  case missingPodcast(String, field: RuleField, askedBy: Playlist.ID?, nearest: [String])
  /// A limit excludes all episodes that rules or a search find.
  ///
  /// - Parameters:
  ///   - of: The playlist of the limit; `nil` for a query.
  ///   - found: The number of excluded episodes; not 0.
  case limitTakesNothing(PlaylistLimit, of: Playlist.ID?, found: Int)
}

extension Evaluation {
  /// Returns the rows of a playlist's episodes, hand-picked and found by its rules; empty for a missing playlist,
  /// which is recorded. Each playlist is evaluated once.
  ///
  /// - Throws: ``LibraryError/Code/cycle``.
  func members(of id: Playlist.ID) throws -> Set<Int64> {
    if let members = members[id] { return members }
    try checkPath(to: id)
    guard let playlist = try missing[id] != nil ? nil : LibraryIndex.playlist(id, in: database) else {
      try noteMissing(id)
      return Set<Int64>()
    }
    let rows = try inside(id) {
      var rows = try pickedRows(of: playlist)
      if let found = try selection(of: playlist, excluding: rows)?.rows() { rows.formUnion(found) }
      return rows
    }
    members[id] = rows
    return rows
  }

  /// Records that the playlist under evaluation names a missing one. Each such playlist is recorded, so the result is
  /// not cached in ``members``.
  private func noteMissing(_ id: Playlist.ID) throws {
    if missing[id] == nil {
      let known =
        suggestsNames
        ? try database.statement("SELECT id FROM playlists ORDER BY id").rows { $0.text(0) } : []
      missing[id] = NearestNames.of(id.rawValue, among: known, limit: 1).compactMap(Playlist.ID.init(rawValue:))
    }
    note(.missingPlaylist(id, askedBy: path.last, nearest: missing[id] ?? []))
  }

  /// Returns the selection of a playlist's rules without the hand-picked episodes; `nil` if it has no rules.
  func selection(of playlist: Playlist, excluding picked: Set<Int64>) throws -> Selection? {
    guard let query = EpisodeQuery(playlist, now: now) else { return nil }
    return try Selection(query, excluding: picked, in: self)
  }

  /// Returns the rows of the hand-picked episodes that the library has.
  func pickedRows(of playlist: Playlist) throws -> Set<Int64> {
    var rows = Set<Int64>()
    for episode in playlist.episodes { if let row = try row(of: episode) { rows.insert(row) } }
    return rows
  }

  /// Returns the row of an episode, or `nil` if the library has none.
  func row(of episode: Episode.ID) throws -> Int64? {
    try database.statement("SELECT episode FROM episodes WHERE id = ?")
      .first({ $0.text(episode.rawValue) }) { $0.integer(0) }
  }

  /// Runs `body` with a playlist on the path, to detect cycles.
  func inside<Result>(_ id: Playlist.ID, _ body: () throws -> Result) rethrows -> Result {
    path.append(id)
    defer { path.removeLast() }
    return try body()
  }

  private func checkPath(to id: Playlist.ID) throws(LibraryError) {
    guard let start = path.firstIndex(of: id) else { return }
    throw LibraryError(.cycle, .playlists(path[start...] + [id]))
  }
}
