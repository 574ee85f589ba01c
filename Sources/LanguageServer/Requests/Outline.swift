internal import LosslessTOML
internal import MixtapeModel

extension OpenDocument {
  /// The keys of the document, with those of tables inside.
  var symbols: [JSONNode] { document.root.entries.map { symbol($0) } }

  /// The kinds of symbols, by their numbers in the protocol.
  private enum SymbolKind: Int {
    case property = 7
    case array = 18
    case object = 19
  }

  private func symbol(_ entry: TOMLEntry) -> JSONNode {
    let children: [JSONNode]?
    if let table = entry.value.table {
      children = table.entries.map { symbol($0) }
    } else {
      children = entry.value.array?.compactMap(element)
    }
    let kind: SymbolKind = entry.value.table != nil ? .object : entry.value.array != nil ? .array : .property
    return symbol(entry.key, kind, entry.value.range.offsets, at: entry.keyRange.offsets, children)
  }

  /// Returns the symbol of a table in an array, such as an episode, by its title or id.
  private func element(_ value: TOMLValue) -> JSONNode? {
    guard let table = value.table, let name = table["title"]?.string ?? table["id"]?.string else { return nil }
    let range = value.range.offsets
    return symbol(name, .object, range, at: range.lowerBound..<range.lowerBound, nil)
  }

  private func symbol(
    _ name: String, _ kind: SymbolKind, _ value: Range<Int>, at key: Range<Int>, _ children: [JSONNode]?
  ) -> JSONNode {
    let range = min(key.lowerBound, value.lowerBound)..<max(key.upperBound, value.upperBound)
    return .object([
      ("name", (name.isEmpty ? "-" : name).json), ("kind", kind.rawValue.json), ("range", text.range(range)),
      ("selectionRange", text.range(key)), ("children", children.map { .array($0) }),
    ])
  }

  /// The arrays and tables that take several lines.
  var foldings: [JSONNode] {
    foldedRanges(of: document.root).compactMap { range in
      let (start, end) = (text.line(at: range.lowerBound), text.line(at: max(range.lowerBound, range.upperBound - 1)))
      return start < end ? .object([("startLine", start.json), ("endLine", end.json)]) : nil
    }
  }

  private func foldedRanges(of table: TOMLTable) -> [Range<Int>] {
    table.entries.flatMap { entry -> [Range<Int>] in
      if let table = entry.value.table { return [entry.value.range.offsets] + foldedRanges(of: table) }
      guard let array = entry.value.array else { return [] }
      return array.isArrayOfTables ? array.map(\.range.offsets) : [array.range.offsets]
    }
  }

  /// The addresses of feeds, sounds and images in a library file.
  var links: [JSONNode] {
    guard kind == .podcast else { return [] }
    let episodes = (document.root["episodes"]?.array.map(Array.init) ?? []).compactMap(\.table)
    return ([document.root] + episodes).flatMap { table in
      ["feed", "artwork", "url", "chapters"].compactMap { table[$0] }.compactMap(link)
    }
  }

  private func link(_ value: TOMLValue) -> JSONNode? {
    guard let address = value.string, ["http://", "https://"].contains(where: address.lowercased().hasPrefix) else {
      return nil
    }
    return .object([
      ("range", text.range(value.range.offsets)), ("target", PercentEncoding.encodedAddress(address).json),
    ])
  }
}
