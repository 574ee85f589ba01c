internal import GitHistory
internal import JSON
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The commands that a client can execute. The first argument is the address of an open document of the store.
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
    guard let address = arguments.first?.string, let document = workspace.documents[address], let store = document.store
    else { throw ResponseError(.invalidParams, "the first argument is the address of an open file of a store") }
    switch command {
    case .undo:
      let result = try store.changing(workspace.documents(of: store)) { (store) throws(MixtapeError) in try store.undo()
      }
      show("Undone: \(result.steps.map(\.subject).joined(separator: ", "))")
    case .redo:
      let result = try store.changing(workspace.documents(of: store)) { (store) throws(MixtapeError) in try store.redo()
      }
      show("Redone: \(result.steps.map(\.subject).joined(separator: ", "))")
    case .restore: try restore(document, at: try arguments.dropFirst().first.text)
    case .history: try showHistory(of: document)
    case .explain:
      guard let playlist = document.playlistFile?.playlist,
        let id = Episode.ID(rawValue: try arguments.dropFirst().first.text)
      else { throw ResponseError(.invalidParams, "the second argument is the id of an episode") }
      show(surroundings.explanation(try store.store.explain(playlist, id), id, playlist).joined(separator: "\n"))
    }
    return .null
  }

  private func restore(_ document: OpenDocument, at revision: String) throws {
    guard let store = document.store, let item = document.item else {
      throw ResponseError(.requestFailed, "only playlists and podcasts have versions")
    }
    let result = try store.changing(workspace.documents(of: store)) { (store) throws(MixtapeError) in
      try store.restore(item, at: Revision(revision))
    }
    let version = result.source.description.prefix(7)
    show("\(item.id) \(result.commit == nil ? "is already" : "was restored to") the version \(version)")
  }

  /// The number of versions that a question shows. Clients show each as a button or a line.
  private static let mostVersions = 10

  private func showHistory(of document: OpenDocument) throws {
    guard let store = document.store, let item = document.item else {
      throw ResponseError(.requestFailed, "only playlists and podcasts have versions")
    }
    let entries = try store.store.history(of: item, limit: Self.mostVersions).entries
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
        show(failure(error), isError: true)
      }
    }
  }

  private func failure(_ error: any Error) -> String {
    switch error {
    case let error as MixtapeError: surroundings.message(error)
    case let error as ResponseError: error.message
    default: "\(error)"
    }
  }
}

extension EditorStore {
  /// Runs a change of the store. The texts of the editor must be those of the files.
  ///
  /// - Throws: ``ResponseError`` if a document of the store is not saved.
  fileprivate func changing<Result>(
    _ documents: [OpenDocument], _ change: (Store) throws(MixtapeError) -> Result
  ) throws -> Result {
    let unsaved = documents.filter { !isSaved($0) }
    guard unsaved.isEmpty else {
      throw ResponseError(.requestFailed, "save \(unsaved.map(\.name).joined(separator: ", ")) first")
    }
    let result = try change(store)
    filesChanged()
    return result
  }
}

extension OpenDocument {
  /// The playlist or podcast in the file.
  fileprivate var item: StoreItem? {
    switch kind {
    case .playlist: Playlist.ID(rawValue: name).map(StoreItem.playlist)
    case .podcast: Podcast.ID(rawValue: name).map(StoreItem.podcast)
    case .template, .settings, .other: nil
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
