internal import GRDB
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One look at the index: everything is seen at one time, in one transaction, and worked out once.
final class Evaluation {
  let database: Database
  let now: Date
  /// Rows of texts that patterns are true of, by the patterns.
  var textRows: [[TextPattern]: RowSet] = [:]
  /// The regular expressions of conditions, whose budgets are for the whole evaluation.
  private var expressions: [SmartPlaylistCondition: PatternSearch] = [:]
  /// Members of playlists that were asked for.
  var members: [Playlist.ID: RowSet] = [:]
  /// The playlists whose members are being worked out, each asked for by the one before.
  var path: [Playlist.ID] = []

  private init(_ database: Database, now: Date) {
    self.database = database
    self.now = now
  }

  /// Looks at an index as it is at one moment.
  static func run<Result>(
    on index: LibraryIndex, now: Date, _ body: (Evaluation) throws -> Result
  ) throws(LibraryError) -> Result {
    try index.reading { database in
      // What is sorted and does not fit into the cache goes to a file: in memory, a million episodes take twice the time.
      // An index in memory stays there, since it answers where there is no room for files.
      if index.database.path != ":memory:" { try database.execute(sql: "PRAGMA temp_store = FILE") }
      return try body(Evaluation(database, now: now))
    }
  }
}

extension Evaluation {
  /// The regular expression of a condition.
  ///
  /// - Throws: ``LibraryError/Code/invalidPattern``.
  func expression(of condition: SmartPlaylistCondition) throws(LibraryError) -> PatternSearch {
    if let expression = expressions[condition] { return expression }
    let expression = try PatternSearch(condition)
    expressions[condition] = expression
    return expression
  }

  /// Hands out the rows of a query until `row` returns `false`.
  func forEach(_ sql: SQL, _ row: (borrowing RawStatement.Columns) throws -> Bool) throws {
    let statement = RawStatement(try database.makeStatement(sql: sql.text))
    do {
      try statement.forEach({ $0.bind(sql.values) }, row)
    } catch let error as DatabaseError {
      throw sql.failure ?? LibraryError(error)
    }
  }

  /// The numbers in the first column of a query.
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
  /// Why an operand gave up; SQLite only hears that one did.
  fileprivate var failure: LibraryError? {
    for case .operand(let operand as PatternSearch) in values { if let failure = operand.failure { return failure } }
    return nil
  }
}
