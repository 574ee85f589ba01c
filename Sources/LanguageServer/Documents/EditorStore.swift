internal import FileSystem
internal import MixtapeLibrary
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles
internal import Synchronization
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The texts of the files of a store that an editor has open, by their paths below its directory.
final class EditedTexts: Sendable {
  private let texts = Mutex<[String: [UInt8]]>([:])

  /// Returns the text of a file that is open.
  func text(at path: String) -> [UInt8]? { texts.withLock { $0[path] } }

  /// Sets the text of a file; `nil` for a file that was closed.
  func set(_ text: [UInt8]?, at path: String) { texts.withLock { $0[path] = text } }
}

/// A store as the editor sees it: its files, with the texts of open documents in the place of some.
///
/// It keeps answers of the store until files change.
final class EditorStore {
  let store: Store
  private let texts: EditedTexts
  private let directory: FilePath
  private var check: StoreCheck?
  /// The episodes of open library files without errors.
  private var edited: [Podcast.ID: EditedPodcast] = [:]
  /// The episodes that were looked up in the library; `nil` for missing ones.
  private var known: [Episode.ID: Episode?] = [:]
  /// The numbers of episodes that rules find, by their texts; `nil` for rules that cannot be evaluated.
  private var counts: [String: Int?] = [:]
  /// The last complete catalog of episodes.
  private var catalog: EpisodeCatalog?
  /// The catalog that is being read since files have changed; `nil` if ``catalog`` is up to date.
  private var newCatalog: EpisodeCatalog? = EpisodeCatalog()

  /// The episodes of an open library file.
  private struct EditedPodcast {
    let episodes: [Episode.ID: Episode]
    /// The episodes for completion.
    private(set) lazy var catalog = EpisodeCatalog(episodes.values.sorted { $0.id.rawValue < $1.id.rawValue })

    init(_ podcast: Podcast) { episodes = Dictionary(podcast.episodes.map { ($0.id, $0) }) { first, _ in first } }
  }

  /// The maximum number of looked up episodes in memory.
  private static let maximumKnown = 20_000

  init(_ store: Store, _ texts: EditedTexts) {
    self.store = store
    self.texts = texts
    directory = store.directory.lexicallyNormalized()
  }

  /// Forgets all answers of the store, because files have changed.
  func filesChanged() {
    check = nil
    known = [:]
    counts = [:]
    newCatalog = EpisodeCatalog()
  }

  // MARK: Files

  /// Returns the path of a file below the directory of the store.
  func relativePath(of path: FilePath) -> FilePath? {
    var rest = path
    return rest.removePrefix(directory) ? rest : nil
  }

  /// The path of `mixtape.toml`.
  var settings: FilePath { directory.appending(StoreFile.name) }

  /// Returns the kind of a file, by its place in the store.
  func kind(of path: FilePath) -> OpenDocument.Kind {
    guard let rest = relativePath(of: path) else { return .other }
    if rest.string == StoreFile.name { return .settings }
    guard rest.extension == "toml" else { return .other }
    return switch rest.components.first?.string {
    case "playlists": .playlist
    case "templates": .template
    case "library": .podcast
    default: .other
    }
  }

  /// Takes the text of a document in the place of its file.
  func update(_ document: OpenDocument) { set(document, document.text.bytes) }

  /// Reads the file of a document again, because the editor has closed it.
  func close(_ document: OpenDocument) { set(document, nil) }

  private func set(_ document: OpenDocument, _ text: [UInt8]?) {
    guard let path = document.path, let relative = relativePath(of: path) else { return }
    // The store reads the file as it is saved.
    let mark: [UInt8] = document.hasByteOrderMark ? .byteOrderMark : []
    texts.set(text.map { mark + $0 }, at: relative.string)
    check?.forget(path)
    guard document.kind == .podcast, let id = Podcast.ID(rawValue: document.name) else { return }
    let podcast = text == nil ? nil : document.podcastFile?.podcast
    edited[id] = podcast.map(EditedPodcast.init)
  }

  /// Returns whether a file exists.
  func hasFile(at path: FilePath) -> Bool {
    do throws(FileAccess.Failure) {
      _ = try FileAccess.readStart(of: path, count: 1)
      return true
    } catch {
      if case .absent = error { return false }
      return true
    }
  }

  /// Expects that all documents have files.
  ///
  /// - Throws: ``ResponseError`` for one that was never saved.
  func requireFiles(_ documents: [OpenDocument]) throws(ResponseError) {
    let new = documents.filter { $0.path.map { !hasFile(at: $0) } ?? false }
    if !new.isEmpty { throw ResponseError(.requestFailed, "save \(paths(of: new)) first") }
  }

  private func paths(of documents: [OpenDocument]) -> String {
    documents.map { document in document.path.flatMap { relativePath(of: $0)?.string } ?? document.address }
      .joined(separator: ", ")
  }

  /// Expects that the texts of documents are those of their files, because a change of the store follows.
  ///
  /// - Throws: ``ResponseError`` if the text or the file has changed.
  func requireSaved(_ documents: [OpenDocument]) throws(ResponseError) {
    let different = documents.filter { !isSaved($0) }
    guard !different.isEmpty else { return }
    let edited = different.filter(\.isEdited)
    throw ResponseError(
      .requestFailed,
      edited.isEmpty
        ? "reload \(paths(of: different)) first: the file has changed since it was opened"
        : "save \(paths(of: edited)) first")
  }

  /// Returns whether the text of a document is that of its file. Some editors convert line endings. A document without a file counts
  /// as saved: an undo may have removed the file, and a redo brings it back.
  private func isSaved(_ document: OpenDocument) -> Bool {
    guard let path = document.path else { return true }
    guard let text = file(of: document) else { return !hasFile(at: path) }
    return text.inPlainForm == document.text.bytes.inPlainForm
  }

  /// Returns the text of the file of a document; `nil` if it is absent or cannot be read.
  func file(of document: OpenDocument) -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try document.path.map { (path) throws(FileAccess.Failure) in
        try FileAccess.read(path, atMost: FileLimits.maximumSize)
      }
    } catch {
      // Commands report it when they read the file.
      return nil
    }
  }

  // MARK: Answers

  /// Returns the problems of a document's text, as `check` reports them; `nil` if it is no file of the store.
  func report(on document: OpenDocument) throws(MixtapeError) -> FileReport? {
    guard let path = document.path else { return nil }
    var check = if let check { check } else { try StoreCheck(store) }
    let known = try Set(episodes(document.playlistFile?.playlist?.episodes ?? []).keys)
    let report = try check.report(on: document.text.bytes, at: path, knowing: known)
    self.check = check
    return report
  }

  /// Returns the data of episodes. Those of open library files come from their texts.
  func episodes(_ ids: some Sequence<Episode.ID>) throws(MixtapeError) -> [Episode.ID: Episode] {
    let ids = Set(ids)
    let unknown = ids.filter { known[$0] == nil && edited[$0.podcast] == nil }
    if !unknown.isEmpty {
      if known.count + unknown.count > Self.maximumKnown { known = [:] }
      let found = try store.episodes(Array(unknown))
      for id in unknown { known.updateValue(found[id], forKey: id) }
    }
    var episodes: [Episode.ID: Episode] = [:]
    for id in ids {
      episodes[id] = if let podcast = edited[id.podcast] { podcast.episodes[id] } else { known[id] ?? nil }
    }
    return episodes
  }

  /// Returns the data of an episode; `nil` if the library does not have it.
  func episode(_ id: Episode.ID) throws(MixtapeError) -> Episode? { try episodes([id])[id] }

  /// Counts the episodes that a rule finds now, unless that was done since the last change of files.
  ///
  /// - Returns: `nil` if the rule cannot be evaluated, which its diagnostics say.
  @discardableResult
  func count(_ rule: WrittenRule) throws(MixtapeError) -> Int? {
    if let count = counts[rule.text] { return count }
    var count: Int?
    do throws(MixtapeError) {
      count = try store.count(matching: EpisodeQuery(rule: rule.rule, now: store.context.now()))
    } catch {
      guard error.code == .library else { throw error }
    }
    counts.updateValue(count, forKey: rule.text)
    return count
  }

  /// Whether the episodes that a rule finds were counted since the last change of files.
  func hasCounted(_ rule: WrittenRule) -> Bool { counts[rule.text] != nil }

  /// Returns the newest episodes that have all words of a text in their id, title, artist or podcast. Those of open library files come
  /// from their texts. Before the first catalog is complete, this reads the rest.
  ///
  /// - Parameter check: Throws if the client cancelled the request.
  func completions(
    of text: String, atMost limit: Int, between check: () throws -> Void
  ) throws -> [EpisodeCatalog.Entry] {
    if catalog == nil, newCatalog == nil { newCatalog = EpisodeCatalog() }
    while catalog == nil {
      try readCatalogPart()
      try check()
    }
    var found = catalog?.entries(matching: text, atMost: limit, except: edited.keys) ?? []
    guard !edited.isEmpty else { return found }
    for id in Array(edited.keys) { found += edited[id]?.catalog.entries(matching: text, atMost: limit) ?? [] }
    found.sort { ($1.published, $0.id) < ($0.published, $1.id) }
    return Array(found.prefix(limit))
  }

  /// Whether files have changed since the catalog was read.
  var hasOldCatalog: Bool { newCatalog != nil }

  /// Reads a part of the catalog.
  func readCatalogPart() throws(MixtapeError) {
    guard var new = newCatalog else { return }
    // The only reference, so that appending does not copy it.
    newCatalog = nil
    try new.readPart(of: store)
    if new.isComplete { catalog = new } else { newCatalog = new }
  }
}
