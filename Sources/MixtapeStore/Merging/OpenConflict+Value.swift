internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

extension OpenConflict {
  /// Returns whether two texts are the same value; `nil` for no value. A comment or white space in a list is no change of its value.
  static func areEqual(_ first: String?, _ second: String?) -> Bool {
    guard let first, let second else { return first == second }
    return first == second || TOMLLiteral(conflictText: first) == TOMLLiteral(conflictText: second)
  }

  /// Returns the decision for the value that the merge took, about a file in which somebody replaced that value.
  ///
  /// - Parameter path: The present path of the file.
  func returningTaken(inFileAt path: String) -> ConflictDecision {
    var replaced = self
    replaced.taken = taken.other
    return ConflictDecision(conflict: replaced, side: taken, path: path)
  }

  /// Returns a file with the value of a side; unchanged if it has that value.
  func setting(_ side: MergeSide, in source: [UInt8]) throws(MixtapeError) -> [UInt8] {
    var document = TOMLDocument(parsing: source)
    guard let path = keyPath(in: document) else { return source }
    do throws(TOMLEditError) {
      if let text = self[side].value {
        guard let literal = TOMLLiteral(conflictText: text) else { return source }
        try document.set(literal, at: path)
      } else if document[path] != nil {
        try document.remove(path)
      }
      return document.source
    } catch {
      throw MixtapeError(.saveFailed, .file(self.path), cause: error)
    }
  }

  /// Returns the path of the key in a document; `nil` if the episode does not exist any more.
  func keyPath(in document: TOMLDocument) -> TOMLPath? {
    let names = keyNames.map(TOMLPathComponent.key)
    guard case .episode(let id) = subject else { return TOMLPath(names) }
    let episodes = document.root["episodes"]?.array
    let index = episodes?.firstIndex { $0.table?["id"]?.string == id.name }
    return index.map { TOMLPath([.key("episodes"), .index($0)] + names) }
  }
}

extension TOMLLiteral {
  /// Reads the text of a value; `nil` if it is not valid.
  fileprivate init?(conflictText text: String) {
    guard let value = TOMLDocument(parsing: Array("value = \(text)\n".utf8)).root["value"] else { return nil }
    self.init(value)
  }
}
