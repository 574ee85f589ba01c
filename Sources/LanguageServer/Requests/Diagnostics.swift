internal import JSON
internal import LosslessTOML
internal import MixtapeModel
internal import MixtapeStore

extension OpenDocument {
  /// Returns what `check` says about the text; outside of a store, what the TOML parser says.
  func diagnostics() throws(MixtapeError) -> [JSONNode] {
    guard let store, let path, let report = try store.check(text.bytes, at: path) else {
      return document.diagnostics.map(json)
    }
    return report.diagnostics.map(json)
  }

  private func json(_ diagnostic: Diagnostic) -> JSONNode {
    // Editors show notes with a place as links, and do not show them in the list of messages.
    let remarks = diagnostic.notes.filter { $0.range == nil }.map(\.message)
    let related = diagnostic.notes.compactMap { note in
      note.range.map { range in
        JSONNode.object([
          ("location", .object([("uri", address.json), ("range", text.range(range.offsets))])),
          ("message", note.message.json),
        ])
      }
    }
    return .object([
      ("range", text.range(diagnostic.range.offsets)),
      ("severity", diagnostic.severity == .error ? 1 : 2),
      ("code", diagnostic.id.rawValue.json), ("source", "mixtape"),
      ("message", ([diagnostic.message] + remarks).joined(separator: "\n").json),
      ("relatedInformation", related.isEmpty ? nil : .array(related)),
    ])
  }
}
