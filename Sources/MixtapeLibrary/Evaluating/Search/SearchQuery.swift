internal import MixtapeModel

/// A search for episodes by words; see `docs/search.md`. The last word may be the beginning of a word, unless it is in quotes or
/// excluded.
///
/// Every text is a valid search. No text from a user reaches the query language of FTS5: words are quoted, and the
/// operators between them come from this type.
struct SearchQuery {
  /// The words and phrases that must occur.
  private(set) var wanted: [Term] = []
  /// The words and phrases that must not occur.
  private(set) var unwanted: [Term] = []

  /// The fields with texts that searches find.
  static let fields: [RuleField] = [.title, .artist, .albumArtist, .album, .genre, .composer, .podcast]

  /// A word or a phrase.
  struct Term: Hashable {
    /// The texts in which it must occur.
    var scope: Scope
    /// The text as the user wrote it.
    var text: String
    /// Whether its last word may be the beginning of a word.
    var isPrefix: Bool
  }

  /// The texts of an episode in which a term must occur.
  enum Scope: Hashable {
    /// Any of the fields that a search covers.
    case anywhere
    /// A field that the search names, as in `artist:…`.
    case field(RuleField)
  }

  init(_ text: String) {
    var reader = SearchReader(text)
    while let (read, isWanted, isPhrase) = reader.next() {
      var term = read
      guard term.text.unicodeScalars.contains(where: \.isPartOfWord) else { continue }
      if reader.isAtEnd, isWanted, !isPhrase { term.isPrefix = true }
      if isWanted { wanted.append(term) } else { unwanted.append(term) }
    }
  }

  /// The condition on episodes. A search without a word finds nothing.
  var sql: SQL {
    let parts =
      Self.conditions(wanted, joinedBy: "AND")
      + Self.conditions(unwanted, joinedBy: "OR").map { SQL("NOT (") + $0 + SQL(")") }
    return parts.isEmpty ? SQL("0") : .joined(parts, by: .and)
  }

  /// Returns the condition for all terms in texts of episodes, and one for each term in texts of podcasts.
  private static func conditions(_ terms: [Term], joinedBy conjunction: String) -> [SQL] {
    let ofPodcasts = terms.filter { $0.scope == .field(.podcast) }
    let ofEpisodes = terms.filter { $0.scope != .field(.podcast) }
    return (ofEpisodes.isEmpty ? [] : [found(ofEpisodes, joinedBy: conjunction)]) + ofPodcasts.map(foundInPodcast)
  }

  private static func found(_ terms: [Term], joinedBy conjunction: String) -> SQL {
    let expression = terms.map(\.expression).joined(separator: " \(conjunction) ")
    return SQL("episode IN (SELECT rowid FROM search WHERE search MATCH ?)", [.text(expression)])
  }

  /// Returns the condition that a term occurs in the title of the podcast, or in its description and notes.
  private static func foundInPodcast(_ term: Term) -> SQL {
    SQL("(") + found([term], joinedBy: "AND")
      + SQL(
        " OR podcast IN (SELECT rowid FROM podcastSearch WHERE podcastSearch MATCH ?))", [.text(term.quotedText)])
  }
}

extension SearchQuery.Term {
  /// The term in the query language of FTS5; see <https://sqlite.org/fts5.html#full_text_query_syntax>.
  fileprivate var expression: String { scope.columns + quotedText }

  /// The text of the term without its scope, in the same language.
  fileprivate var quotedText: String {
    let folded = TextFolding.fold(text)
    let quoted = "\"\(folded.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    return quoted + (isPrefix ? " *" : "")
  }

  /// The words of the text.
  var words: [String] {
    NameRules.composed(text).unicodeScalars.split { !$0.isPartOfWord }.map { String($0) }
  }
}

extension SearchQuery.Scope {
  /// The columns of the table of searches, in the query language of FTS5.
  fileprivate var columns: String {
    switch self {
    case .anywhere: ""
    // The column `podcast` is empty if the album is the same.
    case .field(.podcast): "{podcast album} : "
    case .field(let field): "\(field.rawValue) : "
    }
  }
}

extension Unicode.Scalar {
  /// Whether the tokenizer of the index counts the scalar as part of a word.
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

/// Splits a search into terms.
private struct SearchReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The fields by their names before a colon.
  private static let fields = Dictionary(
    uniqueKeysWithValues: SearchQuery.fields.map { ($0.rawValue.lowercased(), $0) })

  private static let quotes: Set<Unicode.Scalar> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]

  /// Whether nothing but spaces is left.
  var isAtEnd: Bool { scalars[position...].allSatisfy(Self.isSpace) }

  mutating func next() -> (term: SearchQuery.Term, isWanted: Bool, isPhrase: Bool)? {
    while let scalar = current, Self.isSpace(scalar) { position += 1 }
    guard current != nil else { return nil }
    let isWanted = !take("-")
    let scope = takeField().map(SearchQuery.Scope.field) ?? .anywhere
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
    return (SearchQuery.Term(scope: scope, text: string, isPrefix: isPrefix), isWanted, isPhrase)
  }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  /// Reads the name of a field and its colon, if a term follows without a space.
  private mutating func takeField() -> RuleField? {
    let name = scalars[position...].prefix { $0.properties.isAlphabetic && $0.isASCII }
    let colon = position + name.count
    guard colon + 1 < scalars.count, scalars[colon] == ":", !Self.isSpace(scalars[colon + 1]) else { return nil }
    let field = Self.fields[String(String.UnicodeScalarView(name)).lowercased()]
    if field != nil { position = colon + 1 }
    return field
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
