public import MixtapeModel

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
        if case .field(let field) = scope {
          [field == .podcast ? .album : field]
        } else {
          SearchQuery.fields.filter { $0 != .podcast }
        }
      let comparisons = try fields.map { (field) throws(SmartPlaylistCondition.Mismatch) in
        Rule.comparison(try SmartPlaylistCondition(field: field, op: .matches, value: .text(expression)))
      }
      return comparisons.count == 1 ? comparisons[0] : .or(comparisons)
    }
  }

  /// The regular expression of the words. It needs no escapes, because words consist of letters and digits.
  ///
  /// `\b` and `\W` would count `_` as part of a word, and in some versions of PCRE2 also marks.
  private var expression: String {
    #"(?<![\pL\pN])"# + words.joined(separator: #"[^\pL\pN]+"#) + (isPrefix ? "" : #"(?![\pL\pN])"#)
  }
}
