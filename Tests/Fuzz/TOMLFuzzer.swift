@testable internal import LosslessTOML

/// Reads a document, checks that every byte is in one token and every diagnostic in the source, and edits it if it is valid.
func fuzzTOML(_ source: [UInt8]) {
  let document = TOMLDocument(parsing: source)
  precondition(document.source == source, "bytes were lost")
  checkTokens(document.tree)
  let lines = SourceLines(source)
  for diagnostic in document.diagnostics {
    precondition(diagnostic.range.upperBound <= source.count, "a diagnostic points out of the source")
    precondition(lines.location(of: diagnostic.range.lowerBound).column >= 1)
  }
  let values = FuzzedValues(document)
  if document.isValid { edit(document, values, choice: source.reduce(7) { $0 &* 31 &+ Int($1) }) }
}

/// Checks that tokens follow each other without a gap.
private func checkTokens(_ tree: SyntaxTree) {
  precondition(tree.tokens.first?.start == 0 && tree.tokens.last.map { Int($0.start) } == tree.source.count)
  for (token, next) in zip(tree.tokens, tree.tokens.dropFirst()) {
    precondition(token.start < next.start, "a token is empty")
  }
}

/// All values of a document. Collecting them reads the whole document.
private struct FuzzedValues {
  var arrays: [(path: TOMLPath, count: Int)] = []
  var paths: [TOMLPath] = []

  init(_ document: TOMLDocument) {
    add(document.root, at: [])
  }

  private mutating func add(_ table: TOMLTable, at path: TOMLPath) {
    for entry in table.entries { add(entry.value, at: path.appending(.key(entry.key))) }
  }

  private mutating func add(_ value: TOMLValue, at path: TOMLPath) {
    paths.append(path)
    precondition(TOMLLiteral(value).means(TOMLLiteral(value)))
    if let table = value.table { add(table, at: path) }
    guard let array = value.array else { return }
    arrays.append((path, array.count))
    for index in array.indices { add(array[index], at: path.appending(.index(index))) }
  }
}

/// Makes an edit of each kind. Each starts from the original document.
private func edit(_ document: TOMLDocument, _ values: FuzzedValues, choice: Int) {
  func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[Int(UInt(bitPattern: choice) % UInt(elements.count))]
  }
  attempt(document) { document throws(TOMLEditError) in try document.set("new", at: ["new key"]) }
  if let path = pick(values.paths) {
    attempt(document) { document throws(TOMLEditError) in try document.remove(path) }
    attempt(document) { document throws(TOMLEditError) in try document.set(["a", 1], at: path) }
    attempt(document) { document throws(TOMLEditError) in try document.set(1, at: path.appending("new")) }
  }
  if let array = pick(values.arrays) {
    let reversed = (0..<array.count).reversed().map(TOMLPlacement.existing)
    attempt(document) { document throws(TOMLEditError) in try document.rearrange(array.path, as: reversed) }
    attempt(document) { document throws(TOMLEditError) in
      try document.rearrange(array.path, as: [.new([:])] + reversed.dropFirst())
    }
  }
}

/// Makes an edit. It may be refused because of its arguments, but not because of its result.
private func attempt(_ document: TOMLDocument, _ edit: (inout TOMLDocument) throws(TOMLEditError) -> Void) {
  var edited = document
  do {
    try edit(&edited)
    precondition(edited.isValid)
  } catch {
    // A document close to the limit of nesting cannot be nested deeper.
    let hasNoRoom = error.diagnostics.contains { $0.id == "toml.nesting-too-deep" }
    precondition(hasNoRoom || error.code != .meaningChanged && error.code != .resultInvalid, "\(error)")
    precondition(edited.source == document.source)
  }
}
