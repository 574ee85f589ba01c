internal import LosslessTOML
internal import MixtapeLibrary
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles

extension LanguageServer {
  /// Returns completions at a position: keys, values, episodes, and the parts of rules.
  func completion(_ parameters: JSONNode) throws -> JSONNode {
    let (document, offset) = try workspace.place(in: parameters)
    guard let store = document.store, let schema = KeySchema(document.kind),
      let context = document.text.context(at: offset)
    else { return CompletionList.none.json }
    let completion = Completion(
      document: document, store: store, schema: schema, client: client, context: context, offset: offset)
    return try completion.list { try checkCancellation() }.json
  }
}

/// The completion at a place of a document.
private struct Completion {
  let document: OpenDocument
  let store: EditorStore
  let schema: KeySchema
  let client: ClientCapabilities
  let context: CursorContext
  let offset: Int

  /// Returns the completions.
  ///
  /// - Parameter check: Throws if the client cancelled the request.
  func list(between check: () throws -> Void) throws -> CompletionList {
    switch (context.part, context.path) {
    case (.key, _): CompletionList(hasValue ? keys() : keys() + snippets())
    case (.header(let isArray), _): CompletionList(headers(ofArrays: isArray))
    case (.string(let quote), ["conditions"]), (.string(let quote), ["skip"]): try rule(quote)
    case (.value, ["conditions"]), (.value, ["skip"]): CompletionList([ruleSnippet].compactMap(\.self))
    case (_, ["episodes"]) where document.kind != .podcast: try episodes(between: check)
    case (_, ["sort"]): CompletionList(names(sortKeys))
    case (_, ["tags"]): CompletionList(names(try values(.field(.tag))))
    case (_, let path) where document.kind == .settings && path.first == "export" && path.last == "playlists":
      CompletionList(names(try values(.playlists)))
    default: CompletionList(choices())
    }
  }

  // MARK: Keys and values

  private func keys() -> [CompletionItem] {
    missingKeys.map { key in
      if hasValue { return item(.property, key.name, documentation: key.explanation(in: client.completionMarkup)) }
      let opening = key.opening(in: context.path)
      var item = item(
        .property, key.form == .value ? key.name : opening, new: opening,
        documentation: key.explanation(in: client.completionMarkup))
      // Clients compare the label with the typed letters, which have no bracket.
      if key.form != .value { item.filter = key.name }
      return item
    }
  }

  /// The headers of tables; only those of arrays after two brackets.
  private func headers(ofArrays isArray: Bool) -> [CompletionItem] {
    missingKeys.filter { $0.form == .arrayOfTables || $0.form == .table && !isArray }.map { key in
      item(.property, key.opening(in: context.path), documentation: key.explanation(in: client.completionMarkup))
    }
  }

  /// Whether the value of a key that is corrected is there already.
  private var hasValue: Bool {
    let end = context.range.upperBound
    let line = document.text.content(ofLine: document.text.line(at: end))
    return document.text.bytes[end..<max(end, line.upperBound)].first { !$0.isBlank } == UInt8(ascii: "=")
  }

  /// The keys of the table. Those that the file has already at its head are not among them, except for the one at the cursor.
  private var missingKeys: [KeySchema.Key] {
    let keys = schema.keys(of: context.path)
    guard context.path.isEmpty else { return keys }
    let present = document.document.root.entries.filter { $0.isComplete && !$0.keyRange.offsets.touches(offset) }
    let names = Set(present.map(\.key))
    return keys.filter { !names.contains($0.name) }
  }

  /// The values of a key with a fixed list, and those of flags.
  private func choices() -> [CompletionItem] {
    guard let key = schema.key(context.path) else { return [] }
    let isString = context.part != .value
    return key.choices.compactMap { choice in
      guard isString else { return item(.value, JSONWriter.line(choice)) }
      return choice.string.map { item(.value, $0) }
    }
  }

  /// Returns texts as values, in quotes if they are not in a string.
  private func names(_ names: [String]) -> [CompletionItem] {
    names.filter { !$0.isEmpty }.map { name in
      switch context.part {
      case .value: item(.value, name, new: RuleText.quoted(name))
      case .string(let quote): item(.value, name, new: escaped(name, in: quote))
      case .key, .header: item(.value, name)
      }
    }
  }

  /// The names of orders, ascending and descending.
  private var sortKeys: [String] {
    SortKey.names.flatMap { [$0, "-\($0)"] }.filter { SortKey($0) != nil }
  }

  private func values(_ source: ValueCompletion.Source) throws(MixtapeError) -> [String] {
    try store.store.values(for: ValueCompletion(source, startingWith: ""))
  }

  // MARK: Episodes

  /// The maximum number of episodes in an answer. The client asks again as the user types.
  private static let maximumEpisodes = 100

  private func episodes(between check: () throws -> Void) throws -> CompletionList {
    let typed = document.text.text(context.range.lowerBound..<offset)
    let entries = try store.completions(of: typed, atMost: Self.maximumEpisodes, between: check)
    let items = entries.enumerated().map { place, entry in
      var item = item(
        .reference, entry.id, new: context.part == .value ? "\"\(entry.id)\"" : entry.id, detail: entry.description)
      // Clients filter by the typed words, and sort by text.
      item.filter = typed.isEmpty ? nil : "\(typed) \(entry.searched)"
      item.order = String(1000 + place)
      item.more = client.commentsTitles && !isInOpenString ? comment(entry.title) : nil
      return item
    }
    return CompletionList(items, isIncomplete: true)
  }

  /// Returns the edit that appends a comment to the line; `nil` if the line has one, or another value.
  private func comment(_ text: String) -> TextEdit? {
    let line = document.text.content(ofLine: document.text.line(at: offset))
    guard document.episodeMentions.count(where: { line.contains($0.range.lowerBound) }) <= 1 else { return nil }
    return document.text.placeOfComment(afterLineOf: context.range.upperBound).map {
      TextEdit($0..<$0, EditorText.comment(text), in: document.text)
    }
  }

  /// Whether the string at the cursor has no end yet, so that a comment behind it would become a part of it.
  private var isInOpenString: Bool {
    guard case .string(let quote) = context.part else { return false }
    let end = context.range.upperBound
    return end >= document.text.bytes.count || document.text.bytes[end] != quote
  }

  // MARK: Rules

  private func rule(_ quote: UInt8) throws(MixtapeError) -> CompletionList {
    let typed = document.text.ruleText(context.range.lowerBound..<offset, quote)
    if let completion = ValueCompletion(typed) { return try ruleValues(completion, typed, quote) }
    guard let next = RuleCompletion.next(in: typed) else { return .none }
    // Of a word that is corrected, the rest is replaced, too.
    let range = offset - next.range.count..<endOfWord
    return CompletionList(
      next.words.map { word in
        item(
          RuleField.named(word) == nil ? .keyword : .field, word, new: escaped(word, in: quote), replacing: range)
      }, isIncomplete: true)
  }

  /// The end of the word of a rule or of the operator at the cursor.
  private var endOfWord: Int {
    let symbols = "<>=!".utf8
    guard offset > 0, symbols.contains(document.text.bytes[offset - 1]) else {
      return document.text.endOfWord(at: offset, before: context.range.upperBound)
    }
    return document.text.bytes[offset..<context.range.upperBound].prefix(while: symbols.contains).endIndex
  }

  /// Returns values of the library. The quotes that are there already stay.
  private func ruleValues(
    _ completion: ValueCompletion, _ typed: String, _ quote: UInt8
  ) throws(MixtapeError) -> CompletionList {
    let isOpen = typed.hasSuffix("\"\(completion.prefix)")
    let closing = isOpen ? closingQuote(in: quote) : nil
    let start = offset - escaped(completion.prefix, in: quote).utf8.count
    let range = start..<(closing ?? (completion.prefix.isEmpty ? offset : endOfWord))
    let items = try store.store.values(for: completion).map { value in
      let text = RuleText.quoted(value).dropFirst(isOpen ? 1 : 0).dropLast(closing == nil ? 0 : 1)
      return item(.value, value, new: escaped(String(text), in: quote), replacing: range)
    }
    return CompletionList(items, isIncomplete: true)
  }

  /// Returns the place of the quote that closes the text of a rule at the cursor. After an even number of quotes, these belong to other
  /// texts.
  ///
  /// - Parameter quote: The quote of the rule in the file. In double quotes, those of the rule have a backslash.
  private func closingQuote(in quote: UInt8) -> Int? {
    let (bytes, end) = (document.text.bytes, context.range.upperBound)
    var places: [Int] = []
    var (place, isEscaped) = (offset, false)
    while place < end {
      let length = quote == UInt8(ascii: "\"") && bytes[place] == UInt8(ascii: "\\") && place + 1 < end ? 2 : 1
      let byte = bytes[place + length - 1]
      if !isEscaped, byte == UInt8(ascii: "\"") { places.append(place) }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      place += length
    }
    return places.count.isMultiple(of: 2) ? nil : places.first
  }

  private func escaped(_ text: String, in quote: UInt8) -> String {
    quote == UInt8(ascii: "\"") ? text.escapingQuotes : text
  }

  // MARK: Snippets

  private var ruleSnippet: CompletionItem? { snippet("rule", "'${1:duration < 30 min}'", "A rule") }

  private func snippets() -> [CompletionItem] {
    switch document.kind {
    case .playlist, .template:
      guard document.document.root.entries.isEmpty else { return [] }
      return [
        snippet("playlist", "name = \"${1:Name}\"\n\nepisodes = [\n  $0\n]\n", "A playlist of chosen episodes"),
        snippet(
          "smart playlist",
          "name = \"${1:Name}\"\n\nconditions = [\n  '${2:duration < 30 min}',\n]\nsort = [\"-published\"]\n",
          "A playlist of rules"),
      ].compactMap(\.self)
    case .podcast:
      let text = "[[episodes]]\nid = \"${1:id}\"\ntitle = \"${2:Title}\"\nurl = \"$3\"\n"
      return [snippet("episode", text, "An episode")].compactMap(\.self)
    case .settings, .other: return []
    }
  }

  private func snippet(_ label: String, _ text: String, _ detail: String) -> CompletionItem? {
    guard client.hasSnippets else { return nil }
    var item = item(.snippet, label, new: text, detail: detail)
    item.isSnippet = true
    return item
  }

  private func item(
    _ kind: CompletionItem.Kind, _ label: String, new: String? = nil, replacing range: Range<Int>? = nil,
    detail: String? = nil, documentation: String? = nil
  ) -> CompletionItem {
    CompletionItem(
      label: label, kind: kind, edit: TextEdit(range ?? context.range, new ?? label, in: document.text),
      detail: detail,
      documentation: documentation.map {
        .object([("kind", client.completionMarkup.rawValue.json), ("value", $0.json)])
      })
  }
}

extension TOMLEntry {
  /// Whether the key cannot be written again: it has a value or a header, and is no array of tables.
  fileprivate var isComplete: Bool {
    if let array = value.array { return !array.isArrayOfTables }
    // A header such as `[export.car]` alone leaves room for `[export]`.
    return value.table.map { $0.isInline || $0.headerRange != nil } ?? true
  }
}

/// The answer to a request for completion.
private struct CompletionList {
  let items: [CompletionItem]
  /// Whether the client asks again after the next letter.
  let isIncomplete: Bool

  init(_ items: [CompletionItem], isIncomplete: Bool = false) {
    self.items = items
    self.isIncomplete = isIncomplete
  }

  static let none = CompletionList([])

  var json: JSONNode {
    .object([("isIncomplete", isIncomplete.json), ("items", .array(items.map(\.json)))])
  }
}

/// A proposal of a completion.
private struct CompletionItem {
  /// The kinds of proposals, by their numbers in the protocol.
  enum Kind: Int {
    case field = 5
    case property = 10
    case value = 12
    case keyword = 14
    case snippet = 15
    case reference = 18
  }

  let label: String
  let kind: Kind
  let edit: TextEdit
  var detail: String?
  var documentation: JSONNode?
  /// The text that the client compares with the typed one.
  var filter: String?
  /// The text that the client sorts by.
  var order: String?
  /// Another edit that comes with it.
  var more: TextEdit?
  var isSnippet = false

  var json: JSONNode {
    .object([
      ("label", label.json), ("kind", kind.rawValue.json), ("detail", detail?.json),
      ("documentation", documentation),
      ("filterText", filter?.json), ("sortText", order?.json), ("insertTextFormat", isSnippet ? 2 : nil),
      ("textEdit", edit.json), ("additionalTextEdits", more.map { .array([$0.json]) }),
    ])
  }
}

extension LanguageServer {
  /// Returns the parts that may come next in the rule at a position.
  func signatureHelp(_ parameters: JSONNode) throws -> JSONNode {
    let (document, offset) = try workspace.place(in: parameters)
    guard let context = document.text.context(at: offset), case .string(let quote) = context.part,
      context.path == ["conditions"] || context.path == ["skip"],
      let next = RuleCompletion.next(in: document.text.ruleText(context.range.lowerBound..<offset, quote))
    else { return .null }
    let field = next.field.map { "`\($0.rawValue)`: " } ?? ""
    let label = "\(field)\(next.expected.map(RuleWording.phrase).joined(separator: ", "))"
    return .object([("signatures", .array([.object([("label", label.json)])])), ("activeSignature", 0)])
  }
}
