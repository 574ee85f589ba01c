public import MixtapeModel

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
    /// The field that the search names, as in `artist:…`; `nil` for any of the fields that a search covers.
    var field: RuleField?
    /// The text as the user wrote it.
    var text: String
    /// Whether its last word may be the beginning of a word.
    var isPrefix: Bool
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
    let ofPodcasts = terms.filter { $0.field == .podcast }
    let ofEpisodes = terms.filter { $0.field != .podcast }
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
  fileprivate var expression: String { columns + quotedText }

  /// The columns of the table of searches, in the same language.
  private var columns: String {
    switch field {
    case nil: ""
    // The column `podcast` is empty if the album is the same.
    case .podcast?: "{podcast album} : "
    case let field?: "\(field.rawValue) : "
    }
  }

  /// The text of the term without its field, in the same language.
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
    let field = takeField()
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
    return (SearchQuery.Term(field: field, text: string, isPrefix: isPrefix), isWanted, isPhrase)
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

extension EpisodeQuery {
  /// Returns the search that finds only those episodes of a search whose titles have all of its words; `nil` for a search that names
  /// fields, or without a word.
  public static func titleSearch(for search: String) -> String? {
    let query = SearchQuery(search)
    guard !query.wanted.isEmpty, query.wanted.allSatisfy({ $0.field == nil }) else { return nil }
    let words = query.wanted.map { "\(RuleField.title.rawValue):\"\($0.text)\"\($0.isPrefix ? "*" : "")" }
    return (query.unwanted.map { "-\($0.text(isLast: false))" } + words).joined(separator: " ")
  }

  /// Returns searches that find more than a search, to say which part of one that finds nothing would find something: without
  /// its exclusions, without one of its words, or of a single word with its beginning only.
  public static func widerSearches(than search: String) -> [String] {
    let query = SearchQuery(search)
    let (wanted, unwanted) = (query.wanted, query.unwanted)
    func text(_ terms: [SearchQuery.Term], excluding excluded: [SearchQuery.Term]) -> String {
      let words = terms.enumerated().map { $1.text(isLast: $0 == terms.count - 1) }
      return (excluded.map { "-\($0.text(isLast: false))" } + words).joined(separator: " ")
    }
    var wider: [String] = []
    if !wanted.isEmpty, !unwanted.isEmpty { wider.append(text(wanted, excluding: [])) }
    if wanted.count > 1 {
      wider += wanted.indices.reversed().map { index in
        var others = wanted
        others.remove(at: index)
        return text(others, excluding: unwanted)
      }
    } else if let word = wanted.first {
      wider += word.wider.map { text([$0], excluding: unwanted) }
    }
    return wider
  }
}

extension SearchQuery.Term {
  /// The least number of characters of the beginning of a word.
  private static let shortest = 3

  /// Returns the term as a user writes it. At the end of a search, a word without quotes may be the beginning of a word.
  fileprivate func text(isLast: Bool) -> String {
    let name = field.map { "\($0.rawValue):" } ?? ""
    let isWord = !text.unicodeScalars.contains { $0.properties.isWhitespace }
    if isWord, isLast { return name + text }
    if isWord, !isLast { return "\(name)\(text)\(isPrefix ? "*" : "")" }
    return "\(name)\"\(text)\"\(isPrefix ? "*" : "")"
  }

  /// Terms that find more: in all fields, as a beginning, the words of a phrase, and shorter beginnings.
  fileprivate var wider: [SearchQuery.Term] {
    var found: [SearchQuery.Term] = []
    if field != nil { found.append(SearchQuery.Term(text: text, isPrefix: isPrefix)) }
    guard words.count == 1, let word = words.first else {
      return found + words.map { SearchQuery.Term(field: field, text: $0, isPrefix: true) }
    }
    if !isPrefix { found.append(SearchQuery.Term(field: field, text: text, isPrefix: true)) }
    let shorter = stride(from: word.count - 1, through: Self.shortest, by: -1)
    return found + shorter.map { SearchQuery.Term(field: field, text: String(word.prefix($0)), isPrefix: true) }
  }
}

extension SmartCriteria {
  /// Rules that find what a search finds, one for each of its words and phrases; empty for a search without a word.
  ///
  /// Rules distinguish accents. They do not search descriptions and notes, or the title of a podcast if the episode names
  /// another album. So a rule can find fewer episodes than its word, and the rule of an excluded word more.
  public static func rules(ofSearch search: String) throws(SmartPlaylistCondition.Mismatch) -> [Rule] {
    let query = SearchQuery(search)
    return try query.wanted.map { (term) throws(SmartPlaylistCondition.Mismatch) in try term.rule }
      + query.unwanted.map { (term) throws(SmartPlaylistCondition.Mismatch) in .not(try term.rule) }
  }
}

extension SearchQuery.Term {
  /// The rule that the term occurs in one of its fields.
  fileprivate var rule: Rule {
    get throws(SmartPlaylistCondition.Mismatch) {
      // Episodes without an album have the title of their podcast there. The field `podcast` of rules is its id.
      let fields =
        field.map { [$0 == .podcast ? .album : $0] } ?? SearchQuery.fields.filter { $0 != .podcast }
      let comparisons = try fields.map { (field) throws(SmartPlaylistCondition.Mismatch) in
        Rule.comparison(try SmartPlaylistCondition(field: field, op: .matches, value: .text(regularExpression)))
      }
      return comparisons.count == 1 ? comparisons[0] : .or(comparisons)
    }
  }

  /// The regular expression of the words. It needs no escapes, because words consist of letters and digits.
  ///
  /// `\b` and `\W` would count `_` as part of a word, and in some versions of PCRE2 also marks.
  private var regularExpression: String {
    #"(?<![\pL\pN])"# + words.joined(separator: #"[^\pL\pN]+"#) + (isPrefix ? "" : #"(?![\pL\pN])"#)
  }
}
