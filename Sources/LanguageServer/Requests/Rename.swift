internal import LosslessTOML
internal import MixtapeModel
internal import MixtapeStore
internal import SystemPackage

extension LanguageServer {
  /// Returns the place of the name at a position that can be changed, with its present text.
  func prepareRename(_ parameters: JSONNode) throws -> JSONNode {
    guard let (document, store, mention) = try namedThing(in: parameters) else { return .null }
    guard try store.has(mention.id) else { return .null }
    let (range, name) = document.nameToChange(mention)
    return .object([("range", document.text.range(range)), ("placeholder", name.json)])
  }

  /// Returns the edits of all files for a new id or tag.
  func rename(_ parameters: JSONNode) throws -> JSONNode {
    let name: String = try parameters.member("newName")
    guard let (_, store, mention) = try namedThing(in: parameters) else {
      throw ResponseError(.requestFailed, "only episodes, playlists, podcasts and tags can be renamed")
    }
    try store.requireFiles(workspace.documents(of: store))
    let change = try store.store.editorChange(renaming: try mention.id.renamed(to: name))
    // The editor would write the old text of a file over a newer one.
    try store.requireSaved(workspace.documents(of: store).filter { !$0.isEdited })
    return try workspaceEdit(of: change, in: store)
  }

  /// Returns the edits of a change of several files, and lets the store expect their result, so that it becomes one commit.
  func workspaceEdit(of change: EditorChange, in store: EditorStore) throws -> JSONNode {
    let edits = try change.files.map { try fileEdit($0, in: store) }
    if change.files.count > 1 || change.files.contains(where: { $0.formerPath != nil }) {
      try store.store.expect(change)
    }
    guard edits.contains(where: { $0.renaming != nil }) else {
      return .object([("changes", .object(edits.map { ($0.address, JSONNode.array($0.edits.map(\.json))) }))])
    }
    guard client.renamesFiles else {
      throw ResponseError(
        .requestFailed, "this editor cannot rename files; rename the file itself, and its entries by hand")
    }
    // The texts change first, under the old names.
    let texts = edits.filter { !$0.edits.isEmpty }.map { edit in
      JSONNode.object([
        ("textDocument", .object([("uri", edit.address.json), ("version", .null)])),
        ("edits", .array(edit.edits.map(\.json))),
      ])
    }
    return .object([("documentChanges", .array(texts + edits.compactMap(\.renaming)))])
  }

  private func fileEdit(
    _ file: EditorChange.File, in store: EditorStore
  ) throws -> (address: String, edits: [TextEdit], renaming: JSONNode?) {
    let path = store.store.directory.appending(file.path).lexicallyNormalized()
    let former = store.store.directory.appending(file.formerPath ?? file.path).lexicallyNormalized()
    let address = workspace.address(of: former)
    let edits = file.new == file.old ? [] : try workspace.text(at: former).edits(to: file.new ?? [])
    guard former != path else { return (address, edits, nil) }
    let renaming = JSONNode.object([
      ("kind", "rename"), ("oldUri", address.json), ("newUri", PercentEncoding.address(ofFile: path.string).json),
    ])
    return (address, edits, renaming)
  }
}

extension EditorStore {
  /// Returns whether the store has what a name stands for.
  fileprivate func has(_ thing: NamedThing) throws(MixtapeError) -> Bool {
    switch thing {
    case .episode(let id): try episode(id) != nil
    case .item(let item): try store.path(of: item) != nil
    case .tag(let tag): try store.values(for: ValueCompletion(.field(.tag), startingWith: "")).contains(tag)
    }
  }
}

extension NamedThing {
  /// Returns the renaming to a name that the user typed: an id, or for an episode also the part after its podcast.
  fileprivate func renamed(to new: String) throws(MixtapeError) -> Renaming {
    switch self {
    case .episode(let id):
      let podcast = "\(id.podcast)/"
      return .episode(id, named: new.hasPrefix(podcast) ? String(new.dropFirst(podcast.count)) : new)
    case .item(.playlist(let id)): return .playlist(id, to: try Playlist.ID(validating: new))
    case .item(.podcast(let id)): return .podcast(id, to: try Podcast.ID(validating: new))
    case .tag(let tag): return .tag(tag, to: new)
    }
  }
}

extension OpenDocument {
  /// Returns the place of the name that a renaming changes, and its text.
  fileprivate func nameToChange(_ mention: Mention<NamedThing>) -> (Range<Int>, String) {
    let name =
      switch mention.id {
      // In a playlist, the id begins with its podcast.
      case .episode(let id): id.name
      case .item(let item): item.id
      case .tag(let tag): tag
      }
    if isAtKey(mention) { return (mention.range, name) }
    // Quotes can be escaped.
    let (bytes, length) = (Array(name.utf8), name.utf8.count)
    let start = stride(from: mention.range.upperBound - length, through: mention.range.lowerBound, by: -1).first {
      text.bytes[$0..<$0 + length].elementsEqual(bytes)
    }
    return (start.map { $0..<$0 + length } ?? mention.range, name)
  }

  private func isAtKey(_ mention: Mention<NamedThing>) -> Bool {
    document.root.entries.contains { $0.keyRange.offsets == mention.range }
  }
}
