internal import JSON
internal import MixtapeModel
internal import PlaylistFiles

extension LanguageServer {
  /// Returns the parts that may come next in the rule at a position.
  func signatureHelp(_ parameters: JSONNode) throws -> JSONNode {
    let document = try workspace.document(in: parameters)
    let offset = try document.text.offset(of: try parameters.required("position"))
    guard let context = document.text.context(at: offset), case .string(let quote) = context.part,
      context.path == ["conditions"] || context.path == ["skip"],
      let next = RuleCompletion.next(in: document.text.ruleText(context.range.lowerBound..<offset, quote))
    else { return .null }
    let field = next.field.map { "`\($0.rawValue)`: " } ?? ""
    let label = "\(field)\(next.expected.map(RuleWording.phrase).joined(separator: ", "))"
    return .object([("signatures", .array([.object([("label", label.json)])])), ("activeSignature", 0)])
  }
}
