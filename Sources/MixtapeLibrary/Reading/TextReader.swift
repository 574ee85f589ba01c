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
