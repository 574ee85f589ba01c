internal import LosslessTOML
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles
internal import SystemPackage

/// A name in a document that stands for something in the store.
enum NamedThing: Hashable {
  case episode(Episode.ID)
  case item(StoreItem)
  case tag(String)
}

extension OpenDocument {
  /// Returns what the name at an offset stands for, with its place. Away from names, it is the file of a playlist or a podcast.
  func namedThing(at offset: Int) -> Mention<NamedThing>? {
    if let mention = episode(at: offset) {
      return Mention(id: .episode(mention.id), range: mention.range)
    }
    if let mention = playlistMentions.first(where: { $0.range.touches(offset) }) {
      return Mention(id: .item(.playlist(mention.id)), range: mention.range)
    }
    if let mention = tagMentions.first(where: { $0.range.touches(offset) }) {
      return Mention(id: .tag(mention.id), range: mention.range)
    }
    if let mention = thingInRule(at: offset) { return mention }
    guard let title = document.root.entry(kind == .podcast ? "title" : "name")?.keyRange.offsets, title.touches(offset)
    else { return nil }
    return item.map { Mention(id: .item($0), range: title) }
  }

  /// Returns the podcast or the tag in a rule at an offset.
  private func thingInRule(at offset: Int) -> Mention<NamedThing>? {
    for named in playlistFile?.namedTexts ?? [] where named.range.offsets.touches(offset) {
      guard let range = text.range(of: named.value.text, in: named.range.offsets, touching: offset) else { continue }
      switch named.value.field {
      case .podcast:
        if let id = Podcast.ID(rawValue: named.value.text) { return Mention(id: .item(.podcast(id)), range: range) }
      case .tag: return Mention(id: .tag(named.value.text), range: range)
      default: break
      }
    }
    return nil
  }
}

extension LanguageServer {
  /// Returns what the name at the position of a request stands for.
  func namedThing(in parameters: JSONNode) throws -> (document: OpenDocument, store: EditorStore, Mention<NamedThing>)?
  {
    let (document, offset) = try workspace.place(in: parameters)
    guard let store = document.store, let thing = document.namedThing(at: offset) else { return nil }
    return (document, store, thing)
  }

  /// Returns the place in the library of an episode, or the file of a playlist or a podcast.
  func definition(_ parameters: JSONNode) throws -> JSONNode {
    guard let (_, store, mention) = try namedThing(in: parameters) else { return .null }
    switch mention.id {
    case .episode(let id):
      guard let path = try store.store.path(of: id.podcast) else { return .null }
      let text = try workspace.text(at: path)
      return location(path, text, text.range(ofEpisodeNamed: id.name) ?? 0..<0)
    case .item(let item):
      guard let path = try store.store.path(of: item) else { return .null }
      return location(path, try workspace.text(at: path), 0..<0)
    case .tag: return .null
    }
  }

  private func location(_ path: FilePath, _ text: EditorText, _ range: Range<Int>) -> JSONNode {
    .object([("uri", workspace.address(of: path).json), ("range", text.range(range))])
  }

  /// Returns the places that name an episode or a playlist: entries, rules, and exports in `mixtape.toml`.
  func references(_ parameters: JSONNode) throws -> JSONNode {
    guard let (_, store, mention) = try namedThing(in: parameters) else { return .null }
    let needle: String
    let paths: [FilePath]
    switch mention.id {
    case .episode(let id):
      needle = id.rawValue
      paths = try store.store.summaries(containing: [id]).held.keys.sorted().compactMap(store.store.path)
    case .item(.playlist(let id)):
      needle = id.rawValue
      paths = try store.store.playlists(naming: id).compactMap(store.store.path) + [store.settings]
    case .item(.podcast), .tag: return .null
    }
    // An open document may name it although its file does not.
    let open = workspace.documents(of: store).compactMap(\.path)
    var places: [JSONNode] = []
    for path in Set(paths + open).sorted(by: { $0.string < $1.string }) {
      try checkCancellation()
      let text = try workspace.text(at: path)
      guard text.mayContain(needle) else { continue }
      let document = workspace.document(at: path, text, store)
      places += document.places(of: mention.id).map { location(path, text, $0) }
    }
    return .array(places)
  }
}

extension OpenDocument {
  /// Returns the places that name a thing, without those that list it in the library.
  fileprivate func places(of thing: NamedThing) -> [Range<Int>] {
    switch thing {
    case .episode(let id): episodeMentions.filter { $0.id == id }.map(\.range)
    case .item(.playlist(let id)): playlistMentions.filter { $0.id == id }.map(\.range)
    case .item(.podcast), .tag: []
    }
  }
}

extension EditorText {
  /// Returns the place of a text in a range of this one that an offset is in; `nil` if it is elsewhere.
  fileprivate func range(of text: String, in range: Range<Int>, touching offset: Int) -> Range<Int>? {
    let wanted = Array(text.utf8)
    let starts = max(range.lowerBound, offset - wanted.count)...max(range.lowerBound, offset)
    return starts.lazy.map { $0..<$0 + wanted.count }.first { place in
      place.upperBound <= range.upperBound && bytes[place].elementsEqual(wanted)
    }
  }

  /// Returns the place of the id of an episode in the text of a library file.
  fileprivate func range(ofEpisodeNamed name: String) -> Range<Int>? {
    guard let episodes = TOMLDocument(parsing: bytes).root["episodes"]?.array else { return nil }
    return episodes.lazy.compactMap { $0.table?["id"] }.first { $0.string == name }?.range.offsets
  }

  /// Returns whether the bytes of a text occur, so that the file has to be parsed. Ids have no letters that TOML escapes.
  fileprivate func mayContain(_ text: String) -> Bool {
    bytes.withUnsafeBytes { $0.contains(Array(text.utf8)) }
  }
}
