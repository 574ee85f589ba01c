internal import LosslessTOML
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles
internal import SystemPackage

/// A document that the editor has open. Its text is parsed when something is asked of it, once for each version.
final class OpenDocument {
  /// The kinds of files, which have different keys.
  enum Kind { case playlist, template, podcast, settings, other }

  /// The address that the client uses.
  let address: String
  let path: FilePath?
  /// The store that contains the file; `nil` outside of stores.
  let store: EditorStore?
  let kind: Kind
  /// The version of the client.
  private(set) var version: Int?
  private(set) var text: EditorText
  /// The texts that the file had since it was opened, by their hashes.
  private var textsOfFile: Set<Int>
  /// Whether the file begins with a byte order mark, which editors hide and write again.
  let hasByteOrderMark: Bool
  /// Whether the diagnostics of the present text were not sent yet.
  var awaitsDiagnostics = true { didSet { if awaitsDiagnostics { report = nil } } }
  /// The last report on the present text.
  var report: FileReport?
  private var parsed: Parsed?
  private var unclosed: TOMLDocument??

  private enum Parsed {
    case playlist(PlaylistFile)
    case podcast(PodcastFile)
    case other(TOMLDocument)
  }

  init(
    address: String, path: FilePath?, store: EditorStore?, version: Int?, text: EditorText,
    hasByteOrderMark: Bool = false
  ) {
    self.address = address
    self.path = path
    self.store = store
    self.version = version
    self.text = text
    self.hasByteOrderMark = hasByteOrderMark
    textsOfFile = [text.bytes.inPlainForm.hashValue]
    kind = path.flatMap { store?.kind(of: $0) } ?? .other
  }

  /// Replaces the text.
  func update(_ text: EditorText, version: Int?) {
    self.text = text
    self.version = version
    parsed = nil
    unclosed = nil
    awaitsDiagnostics = true
  }

  /// Takes note of a text that the file has.
  func noteFile(_ text: [UInt8]) { textsOfFile.insert(text.inPlainForm.hashValue) }

  /// Whether the text was edited: the file has never had it since it was opened.
  var isEdited: Bool { !textsOfFile.contains(text.bytes.inPlainForm.hashValue) }

  /// Whether its rules find episodes, whose numbers are shown.
  var hasCounts: Bool { kind == .playlist || kind == .template }

  /// The name of the file without `.toml`, which is the id of a playlist or a podcast.
  var name: String { path?.stem ?? "" }

  /// The playlist or podcast in the file; `nil` for other files.
  var item: StoreItem? {
    switch kind {
    case .playlist: Playlist.ID(rawValue: name).map(StoreItem.playlist)
    case .podcast: Podcast.ID(rawValue: name).map(StoreItem.podcast)
    case .template, .settings, .other: nil
    }
  }

  /// The values of the valid lines.
  var document: TOMLDocument {
    switch parse() {
    case .playlist(let file): file.document
    case .podcast(let file): file.document
    case .other(let document): document
    }
  }

  /// The file of a playlist or a template.
  var playlistFile: PlaylistFile? { if case .playlist(let file) = parse() { file } else { nil } }

  /// The file of a podcast or an album.
  var podcastFile: PodcastFile? { if case .podcast(let file) = parse() { file } else { nil } }

  private func parse() -> Parsed {
    if let parsed { return parsed }
    let result = parsing()
    parsed = result
    return result
  }

  private func parsing() -> Parsed {
    switch kind {
    case .playlist, .template:
      if let id = Playlist.ID(rawValue: name) {
        return .playlist(PlaylistFile(parsing: text.bytes, id: id, folder: folder))
      }
    case .podcast:
      if let id = Podcast.ID(rawValue: name) {
        return .podcast(PodcastFile(parsing: text.bytes, id: id, folder: folder))
      }
    case .settings, .other: break
    }
    return .other(TOMLDocument(parsing: text.bytes))
  }

  /// The folder of the file in its section of the store.
  private var folder: Folder {
    guard let store, let path, let relative = store.relativePath(of: path) else { return .top }
    let directories = relative.components.dropFirst().dropLast().map(\.string)
    return Folder(components: directories) ?? .top
  }
}

/// The id of an episode, a playlist or a podcast in a text, with its place, quotes included.
struct Mention<ID> {
  let id: ID
  let range: Range<Int>
}

extension OpenDocument {
  /// Returns the elements of an array at the top, also of one whose end is missing as one types.
  private func elements(of key: String) -> [TOMLValue] {
    (document.root[key] ?? documentUpToUnclosedArray?.root[key])?.array.map(Array.init) ?? []
  }

  /// The document up to the line of an array that is being typed, with the end of the array; `nil` for a valid text. Editors that do not
  /// close brackets and quotes show such a text for a long time.
  private var documentUpToUnclosedArray: TOMLDocument? {
    if let unclosed { return unclosed }
    let result = endBeforeFault.map { TOMLDocument(parsing: Array(text.bytes[..<$0]) + [0x0A, UInt8(ascii: "]")]) }
    unclosed = .some(result)
    return result
  }

  /// The offset before the first line that cannot belong to an array without an end: one that begins another value, or with another
  /// error. Without such an array, an open string may have hidden it.
  private var endBeforeFault: Int? {
    let faults = document.diagnostics.filter { $0.severity == .error }
    func line(_ fault: Diagnostic) -> Int { text.start(ofLine: text.line(at: fault.range.offsets.lowerBound)) }
    guard let array = faults.first(where: { $0.id == Self.unterminatedArray }) else { return faults.last.map(line) }
    let opening = array.range.offsets.lowerBound
    let broken = faults.first { $0.range.offsets.lowerBound > opening }
    return min(text.startOfStatement(afterLineOf: opening), broken.map(line) ?? .max)
  }

  private static let unterminatedArray = Diagnostic.ID(rawValue: "toml.unterminated-array")

  /// The ids in the array `episodes` of a playlist, in source order, also if other lines have errors.
  var episodeMentions: [Mention<Episode.ID>] {
    guard kind == .playlist || kind == .template else { return [] }
    return elements(of: PlaylistKey.episodes.rawValue).compactMap { element in
      element.string.flatMap(Episode.ID.init(rawValue:)).map { Mention(id: $0, range: element.range.offsets) }
    }
  }

  /// Returns the episode whose id is at an offset, in a playlist or in a library file.
  func episode(at offset: Int) -> Mention<Episode.ID>? {
    (episodeMentions + listedEpisodes).first { $0.range.touches(offset) }
  }

  /// The episodes of a library file, with the places of their ids.
  private var listedEpisodes: [Mention<Episode.ID>] {
    guard kind == .podcast, let array = document.root["episodes"]?.array else { return [] }
    return array.compactMap { element in
      guard let id = element.table?["id"], let text = id.string, let episode = Episode.ID(rawValue: "\(name)/\(text)")
      else { return nil }
      return Mention(id: episode, range: id.range.offsets)
    }
  }

  /// The playlists that are named: in rules, and in `mixtape.toml` for exports, in source order.
  var playlistMentions: [Mention<Playlist.ID>] {
    let exported = kind == .settings ? StoreFile(parsing: text.bytes).exportedPlaylists : []
    return (playlistFile?.namedPlaylists ?? exported).map { Mention(id: $0.value, range: $0.range.offsets) }
  }

  /// The tags of a library file.
  var tagMentions: [Mention<String>] {
    guard kind == .podcast, let array = document.root["tags"]?.array else { return [] }
    return array.compactMap { element in element.string.map { Mention(id: $0, range: element.range.offsets) } }
  }

  /// The rules of a playlist or of `skip`, with the places of their strings, in source order.
  var ruleMentions: [Mention<WrittenRule>] {
    let key = kind == .podcast ? "skip" : PlaylistKey.conditions.rawValue
    guard kind != .other, kind != .settings else { return [] }
    return elements(of: key).compactMap { element in
      guard let text = element.string else { return nil }
      do throws(RuleError) {
        return Mention(id: try WrittenRule(parsing: text), range: element.range.offsets)
      } catch {
        // Its diagnostic says so.
        return nil
      }
    }
  }
}

extension Range<Int> {
  /// Returns whether an offset is in the range or at its end, where a cursor can be.
  func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }

  /// Returns whether two ranges have an offset in common, ends included.
  func touches(_ other: Range<Int>) -> Bool { lowerBound <= other.upperBound && other.lowerBound <= upperBound }
}
