internal import MixtapeModel

/// Writes texts to the table `texts`, each once, and returns their numbers.
final class TextWriter {
  private let find: Statement
  private let insert: Statement
  private let insertValue: Statement
  private let database: Database
  private var numbers: [[UInt8]: Int64] = [:]
  /// The last text of each field, which the next episode mostly shares.
  private var last: [(text: String, number: Int64)?] = EpisodeRow.internedFields.map { _ in nil }
  /// The maximum number of cached texts. It bounds the memory for a library without repetitions.
  private static let capacity = 50_000

  init(_ database: Database) throws {
    self.database = database
    find = try database.statement("SELECT text FROM texts WHERE original = ?")
    insert = try database.statement("INSERT INTO texts (original, folded, sortKey) VALUES (?, ?, ?)")
    insertValue = try database.statement("INSERT INTO listedTexts (original, folded, text) VALUES (?, ?, ?)")
  }

  /// Returns the number of a text.
  ///
  /// - Parameter field: The index of its field in ``EpisodeRow/internedFields``.
  func intern(_ text: String, ofField field: Int) throws -> Int64 {
    if let last = last[field], last.text.hasSameBytes(as: text) { return last.number }
    let number = try intern(text)
    last[field] = (text, number)
    return number
  }

  private func intern(_ text: String) throws -> Int64 {
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
