internal import MixtapeModel

/// What a person types to find episodes by words: see the section on searches of `docs/rules.md`.
///
/// Every text is a search; there are no errors. FTS5 has a language of its own, which nothing that was typed ever reaches:
/// words are quoted, and the signs between them are ours.
struct SearchQuery {
  /// Words and phrases of which all have to occur.
  private(set) var wanted: [Term] = []
  /// Words and phrases of which none may.
  private(set) var unwanted: [Term] = []

  /// A word or a phrase.
  struct Term: Hashable {
    /// The column or columns of the table of searches that it has to be in; `nil` for any.
    var column: String?
    /// Folded, as the table's texts are.
    var text: String
    /// Whether the last word of it may go on.
    var isPrefix: Bool
  }

  init(_ text: String) {
    var reader = SearchReader(text)
    while let (term, isWanted) = reader.next() {
      guard term.text.unicodeScalars.contains(where: \.isPartOfWord) else { continue }
      if isWanted { wanted.append(term) } else { unwanted.append(term) }
    }
  }

  /// That an episode is found; nothing is found by a search without a word.
  var sql: SQL {
    var parts: [SQL] = []
    if !wanted.isEmpty { parts.append(Self.found(wanted, joinedBy: "AND", "IN")) }
    if !unwanted.isEmpty { parts.append(Self.found(unwanted, joinedBy: "OR", "NOT IN")) }
    return parts.isEmpty ? SQL("0") : .joined(parts, by: .and)
  }

  private static func found(_ terms: [Term], joinedBy conjunction: String, _ membership: String) -> SQL {
    let expression = terms.map(\.expression).joined(separator: " \(conjunction) ")
    return SQL("episode \(membership) (SELECT rowid FROM search WHERE search MATCH ?)", [.text(expression)])
  }
}

extension SearchQuery.Term {
  /// The term in the language of FTS5, see <https://sqlite.org/fts5.html#full_text_query_syntax>.
  fileprivate var expression: String {
    let quoted = "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    return (column.map { "\($0) : " } ?? "") + quoted + (isPrefix ? " *" : "")
  }
}

extension Unicode.Scalar {
  /// Whether the index takes it for a part of a word, and not for what stands between words.
  fileprivate var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber,
      .otherNumber, .privateUse:
      true
    default: false
    }
  }
}

/// Takes a search apart.
private struct SearchReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The columns by what may stand in front of a colon.
  private static let columns = [
    "title": "title", "artist": "artist", "albumartist": "albumArtist", "album": "album", "genre": "genre",
    "composer": "composer",
    // The title of a podcast is only there where the album does not say the same.
    "podcast": "{podcast album}",
  ]

  private static let quotes: Set<Unicode.Scalar> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]

  mutating func next() -> (term: SearchQuery.Term, isWanted: Bool)? {
    while let scalar = current, Self.isSpace(scalar) { position += 1 }
    guard current != nil else { return nil }
    let isWanted = !take("-")
    let column = takeColumn()
    let isPhrase = current.map(Self.quotes.contains) == true
    if isPhrase { position += 1 }
    let start = position
    while let scalar = current, isPhrase || !Self.isSpace(scalar), !Self.quotes.contains(scalar) { position += 1 }
    var text = scalars[start..<position]
    if isPhrase, current != nil { position += 1 }
    var isPrefix = isPhrase && take("*")
    while !isPhrase, text.last == "*" {
      text.removeLast()
      isPrefix = true
    }
    // A NUL would end the expression for SQLite.
    let string = String(String.UnicodeScalarView(text.map { $0 == "\0" ? " " : $0 }))
    return (SearchQuery.Term(column: column, text: TextFolding.fold(string), isPrefix: isPrefix), isWanted)
  }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  /// Takes the name of a column and its colon, if what is looked for follows at once.
  private mutating func takeColumn() -> String? {
    let name = scalars[position...].prefix { $0.properties.isAlphabetic && $0.isASCII }
    let colon = position + name.count
    guard colon + 1 < scalars.count, scalars[colon] == ":", !Self.isSpace(scalars[colon + 1]) else { return nil }
    let column = Self.columns[String(String.UnicodeScalarView(name)).lowercased()]
    if column != nil { position = colon + 1 }
    return column
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
