internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An evaluation of rules in one transaction and at one time, with caches of intermediate results.
final class Evaluation {
  let database: Database
  let now: Date
  /// The rows of `texts` that match patterns, by the patterns.
  var textRows: [TextPatterns: RowSet] = [:]
  /// The compiled regular expressions by condition. Their step limits apply to the whole evaluation.
  private var expressions: [SmartPlaylistCondition: PatternSearch] = [:]
  /// The texts of podcasts, by field.
  var podcastTexts: [RuleField: [PodcastTexts]] = [:]
  /// The members of playlists that were evaluated.
  var members: [Playlist.ID: RowSet] = [:]
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
  func rows(_ sql: SQL) throws -> RowSet {
    var rows = RowSet()
    try forEach(sql) {
      rows.insert($0.integer(0))
      return true
    }
    return rows
  }
}

extension SQL {
  /// The reason why an operand failed, which SQLite does not know.
  fileprivate var failure: LibraryError? {
    for case .operand(let operand as PatternSearch) in values { if let failure = operand.failure { return failure } }
    return nil
  }
}
