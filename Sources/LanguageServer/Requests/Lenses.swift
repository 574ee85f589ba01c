internal import JSON
internal import MixtapeLibrary
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles

extension LanguageServer {
  /// Returns the lines above a playlist: its history, and the number of its episodes, which is counted when the client shows it.
  func lenses(_ parameters: JSONNode) throws -> JSONNode {
    let document = try workspace.document(in: parameters)
    guard document.kind == .playlist || document.kind == .podcast else { return .array([]) }
    let start = document.text.range(0..<0)
    let history = EditorCommand.history.json(title: "Show history", arguments: [document.address.json])
    let lens = JSONNode.object([("range", start), ("command", history)])
    guard document.kind == .playlist else { return .array([lens]) }
    return .array([lens, .object([("range", start), ("data", document.address.json)])])
  }

  /// Returns a lens with the number of episodes and their playing time.
  func resolvedLens(_ lens: JSONNode) throws -> JSONNode {
    guard let address = lens["data"]?.string, let document = workspace.documents[address], let store = document.store
    else { throw JSONMismatch() }
    let title = try document.playlistFile?.playlist.map { try store.contentsSummary(of: $0) } ?? "this file has errors"
    return .object([
      ("range", lens["range"] ?? document.text.range(0..<0)),
      ("command", .object([("title", title.json), ("command", "")])),
    ])
  }
}

extension EditorStore {
  /// Returns the number of the present episodes of a playlist and their playing time.
  fileprivate func contentsSummary(of playlist: Playlist) throws(MixtapeError) -> String {
    let (contents, _, time) = try store.contents(of: playlist) { _ in [] }
    return [counted(contents.entries.count, "episode"), time.text].compactMap(\.self).joined(separator: ", ")
  }
}
