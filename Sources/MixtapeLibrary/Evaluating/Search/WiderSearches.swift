internal import MixtapeModel

extension EpisodeQuery {
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
    let field = if case .field(let field) = scope { "\(field.rawValue):" } else { "" }
    let isWord = !text.unicodeScalars.contains { $0.properties.isWhitespace }
    if isWord, isLast { return field + text }
    if isWord, !isLast { return "\(field)\(text)\(isPrefix ? "*" : "")" }
    return "\(field)\"\(text)\"\(isPrefix ? "*" : "")"
  }

  /// Terms that find more: in all fields, as a beginning, the words of a phrase, and shorter beginnings.
  fileprivate var wider: [SearchQuery.Term] {
    var found: [SearchQuery.Term] = []
    if scope != .anywhere { found.append(SearchQuery.Term(scope: .anywhere, text: text, isPrefix: isPrefix)) }
    guard words.count == 1, let word = words.first else {
      return found + words.map { SearchQuery.Term(scope: scope, text: $0, isPrefix: true) }
    }
    if !isPrefix { found.append(SearchQuery.Term(scope: scope, text: text, isPrefix: true)) }
    let shorter = stride(from: word.count - 1, through: Self.shortest, by: -1)
    return found + shorter.map { SearchQuery.Term(scope: scope, text: String(word.prefix($0)), isPrefix: true) }
  }
}
