internal import JSON
internal import LosslessTOML

extension OpenDocument {
  /// The keys of the document, with those of tables inside.
  var symbols: [JSONNode] { document.root.entries.map(symbol) }

  private func symbol(_ entry: TOMLEntry) -> JSONNode {
    let key = entry.keyRange.offsets
    let value = entry.value.range.offsets
    let range = min(key.lowerBound, value.lowerBound)..<max(key.upperBound, value.upperBound)
    let children = entry.value.table?.entries.map(symbol)
    return .object([
      ("name", entry.key.json), ("kind", children == nil ? 7 : 19), ("range", text.range(range)),
      ("selectionRange", text.range(key)), ("children", children.map { .array($0) }),
    ])
  }
}
