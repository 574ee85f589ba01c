internal import GitHistory
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The commands that a client can execute. The first argument is the address of an open document. It can be missing if only one is open;
/// for undo and redo, if only documents of one store are open.
enum EditorCommand: String, CaseIterable {
  /// Undoes the last change of the store.
  case undo = "mixtape.undo"
  /// Redoes what was undone last.
  case redo = "mixtape.redo"
  /// Restores the file at a revision, the second argument.
  case restore = "mixtape.restore"
  /// Shows the versions of the file, and restores the one that the user chooses.
  case history = "mixtape.history"
  /// Shows why an episode, the second argument, is in the playlist or not.
  case explain = "mixtape.explain"

  func json(title: String, arguments: [JSONNode]) -> JSONNode {
    .object([("title", title.json), ("command", rawValue.json), ("arguments", .array(arguments))])
  }
}

extension LanguageServer {
  /// Executes a command, and shows its result to the user.
  func execute(_ parameters: JSONNode) throws -> JSONNode {
    let name: String = try parameters.member("command")
    let arguments = parameters["arguments"]?.array ?? []
    guard let command = EditorCommand(rawValue: name) else {
      throw ResponseError(.invalidParams, "unknown command \(name)")
    }
    let document = try document(ofArgument: arguments.first, for: command)
    guard let store = document.store else { throw ResponseError(.invalidParams, "this file is in no store") }
    switch command {
    case .undo:
      try store.requireSaved(workspace.documents(of: store))
      show("Undone: \(try store.store.undo().steps.map(\.subject).joined(separator: ", "))")
      workspace.filesChanged(in: store.store.directory)
    case .redo:
      try store.requireSaved(workspace.documents(of: store))
      show("Redone: \(try store.store.redo().steps.map(\.subject).joined(separator: ", "))")
      workspace.filesChanged(in: store.store.directory)
    case .restore: try restore(document, at: try arguments.dropFirst().first.text)
    case .history: try showHistory(of: document)
    case .explain:
      guard let playlist = document.playlistFile?.playlist else {
        throw ResponseError(.requestFailed, "the file is no playlist, or has errors")
      }
      guard let id = Episode.ID(rawValue: try arguments.dropFirst().first.text)
      else { throw ResponseError(.invalidParams, "the second argument is the id of an episode") }
      show(surroundings.explanation(try store.store.explain(playlist, id), id, playlist).joined(separator: "\n"))
    }
    return .null
  }

  /// Returns the open document that a command is about. Undo and redo are about a store, and take any of its documents.
  private func document(ofArgument argument: JSONNode?, for command: EditorCommand) throws(ResponseError)
    -> OpenDocument
  {
    if let address = argument?.string {
      guard let document = workspace.documents[address] else {
        throw ResponseError(.invalidParams, "\(address) is not open")
      }
      return document
    }
    let open = workspace.all.filter { $0.store != nil }
    let isOfStore = command == .undo || command == .redo
    guard let first = open.first, isOfStore ? open.allSatisfy({ $0.store === first.store }) : open.count == 1 else {
      throw ResponseError(.invalidParams, "the first argument is the address of an open file of a store")
    }
    return first
  }

  private func restore(_ document: OpenDocument, at revision: String) throws {
    guard let store = document.store, let item = document.item else {
      throw ResponseError(.requestFailed, "only playlists and podcasts have versions")
    }
    try store.requireSaved(workspace.documents(of: store))
    let result = try store.store.restore(item, at: Revision(revision))
    workspace.filesChanged(in: store.store.directory)
    let version = result.source.description.prefix(7)
    show("\(item.id) \(result.commit == nil ? "is already" : "was restored to") the version \(version)")
  }

  /// The number of versions that a question shows. Clients show each as a button or a line.
  private static let maximumVersions = 10

  private func showHistory(of document: OpenDocument) throws {
    guard let store = document.store, let item = document.item else {
      throw ResponseError(.requestFailed, "only playlists and podcasts have versions")
    }
    let entries = try store.store.history(of: item, limit: Self.maximumVersions).entries
    guard !entries.isEmpty else { return show("\(item.id) has no versions yet") }
    let titles = entries.map { entry in
      let day = CalendarDay(of: entry.date.addingTimeInterval(Double(entry.utcOffset) * 60))?.description ?? ""
      return "\(entry.id.description.prefix(7)) \(day) \(entry.subject)"
    }
    ask("Versions of \(item.id). Choose one to restore it.", choices: titles) { [self] chosen in
      guard let place = titles.firstIndex(of: chosen) else { return }
      do {
        try restore(document, at: entries[place].id.description)
      } catch {
        show(response(to: error, of: EditorCommand.restore.rawValue).message, isError: true)
      }
    }
  }
}

extension JSONNode? {
  /// The text of an argument.
  fileprivate var text: String {
    get throws(JSONMismatch) {
      guard let text = self?.string else { throw JSONMismatch() }
      return text
    }
  }
}
