internal import LosslessTOML
internal import MixtapeModel
internal import MixtapeStore

extension OpenDocument {
  /// Returns the problems of the text in the form of the protocol.
  func diagnostics() throws(MixtapeError) -> [JSONNode] { try problems().map(json) + rulesWithoutEpisodes() }

  /// Returns the problems of the text that `check` reports; outside of a store, those of the TOML parser.
  func problems() throws(MixtapeError) -> [Diagnostic] {
    if report == nil { report = try store?.report(on: self) }
    return report?.diagnostics ?? document.diagnostics
  }

  /// Returns remarks on the rules that were counted and find nothing.
  private func rulesWithoutEpisodes() throws(MixtapeError) -> [JSONNode] {
    guard let store, hasCounts else { return [] }
    var remarks: [JSONNode] = []
    for rule in ruleMentions where store.hasCounted(rule.id) {
      guard try store.count(rule.id) == 0 else { continue }
      remarks.append(json("rule.finds-nothing", .information, rule.range, "this rule finds no episode now"))
    }
    return remarks
  }

  private enum Severity: Int {
    case error = 1
    case warning = 2
    case information = 3
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
    return json(
      diagnostic.id.rawValue, diagnostic.severity == .error ? .error : .warning, diagnostic.range.offsets,
      ([diagnostic.message] + remarks).joined(separator: "\n"), related: related)
  }

  private func json(
    _ code: String, _ severity: Severity, _ range: Range<Int>, _ message: String, related: [JSONNode] = []
  ) -> JSONNode {
    .object([
      ("range", text.range(range)), ("severity", severity.rawValue.json), ("code", code.json),
      ("source", "mixtape"), ("message", message.json),
      ("relatedInformation", related.isEmpty ? nil : .array(related)),
    ])
  }
}
