internal import MixtapeModel

extension LanguageServer {
  /// Answers a request with its result.
  typealias Answer = @Sendable (LanguageServer, JSONNode) throws -> JSONNode

  /// The functions that answer requests, by the methods.
  static let answers: [String: Answer] = [
    "textDocument/inlayHint": { try $0.hints($1) },
    "textDocument/hover": { try $0.hover($1) },
    "textDocument/completion": { try $0.completion($1) },
    "textDocument/signatureHelp": { try $0.signatureHelp($1) },
    "textDocument/definition": { try $0.definition($1) },
    "textDocument/references": { try $0.references($1) },
    "textDocument/prepareRename": { try $0.prepareRename($1) },
    "textDocument/rename": { try $0.rename($1) },
    "textDocument/codeAction": { try $0.codeActions($1) },
    "codeAction/resolve": { try $0.resolvedAction($1) },
    "textDocument/codeLens": { try $0.lenses($1) },
    "codeLens/resolve": { try $0.resolvedLens($1) },
    "textDocument/formatting": { try $0.formatting($1) },
    "textDocument/documentSymbol": { .array(try $0.workspace.document(in: $1).symbols) },
    "textDocument/foldingRange": { .array(try $0.workspace.document(in: $1).foldings) },
    "textDocument/documentLink": { .array(try $0.workspace.document(in: $1).links) },
    "workspace/executeCommand": { try $0.execute($1) },
  ]

  /// Returns the abilities of the server for a client.
  static func capabilities(_ client: ClientCapabilities) -> JSONNode {
    .object([
      ("positionEncoding", client.encoding.rawValue.json),
      ("textDocumentSync", .object([("openClose", true), ("change", 2), ("save", true)])),
      ("inlayHintProvider", true),
      ("hoverProvider", true),
      ("completionProvider", .object([("triggerCharacters", .strings(["\"", "'", "/", " ", "["]))])),
      ("signatureHelpProvider", .object([("triggerCharacters", .strings(["'", "\"", " "]))])),
      ("definitionProvider", true),
      ("referencesProvider", true),
      ("renameProvider", .object([("prepareProvider", true)])),
      (
        "codeActionProvider",
        .object([
          ("codeActionKinds", .strings(CodeActionKind.allCases.map(\.rawValue))), ("resolveProvider", true),
        ])
      ),
      ("codeLensProvider", .object([("resolveProvider", true)])),
      ("documentFormattingProvider", true),
      ("documentSymbolProvider", true),
      ("foldingRangeProvider", true),
      ("documentLinkProvider", .object([])),
      ("executeCommandProvider", .object([("commands", .strings(EditorCommand.allCases.map(\.rawValue)))])),
    ])
  }
}
