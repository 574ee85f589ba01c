internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles

extension Store {
  /// Finds a cycle through a playlist and the playlists that rules name.
  ///
  /// - Parameters:
  ///   - id: The playlist. It may not exist yet.
  ///   - asked: The playlists that its new rules name.
  /// - Returns: The playlists of the cycle, with `id` at both ends; `nil` without a cycle.
  public func cycle(
    from id: Playlist.ID, through asked: Set<Playlist.ID>
  ) throws(MixtapeError) -> [Playlist.ID]? {
    var references = PlaylistReferences(self, try SectionScan(.playlists, of: self).files)
    for playlist in asked.sorted() {
      if let way = try references.way(from: playlist, to: id) { return [id] + way }
    }
    return nil
  }
}

/// The playlists that rules name. Files are read when they are needed.
struct PlaylistReferences {
  private let store: Store
  private let files: [String: StoredFile]
  private var known: [Playlist.ID: [Playlist.ID]] = [:]
  private lazy var leftOut = LeftOutFiles(of: store)

  /// Makes the references.
  ///
  /// - Parameter files: The files of all playlists, by id.
  init(_ store: Store, _ files: [String: StoredFile]) {
    self.store = store
    self.files = files
  }

  /// Returns diagnostics of the playlists that a file names: a playlist in its rules, and `mixtape.toml` in `[export]`.
  mutating func diagnostics(of source: [UInt8], at path: String) throws(MixtapeError) -> [Diagnostic] {
    if path == StoreFile.name { return exportDiagnostics(of: source) }
    guard case .playlist(let file)? = ParsedFile(parsing: source, at: path) else { return [] }
    var diagnostics: [Diagnostic] = []
    for mention in file.namedPlaylists {
      if files[mention.value.rawValue] == nil {
        diagnostics.append(unknown(mention))
      } else if let way = try way(from: mention.value, to: file.id) {
        let cycle = ([file.id] + way).map(\.rawValue).joined(separator: " → ")
        diagnostics.append(
          Diagnostic(
            id: .playlistCycle, severity: .error, range: mention.range,
            message: "the rules of this playlist form a cycle: \(cycle)"))
      }
    }
    return diagnostics
  }

  /// Returns diagnostics of playlists that are to be exported and do not exist.
  private mutating func exportDiagnostics(of source: [UInt8]) -> [Diagnostic] {
    let document = TOMLDocument(parsing: source)
    guard let export = document.root["export"]?.table else { return [] }
    let places = [export] + export.entries.compactMap(\.value.table)
    var diagnostics: [Diagnostic] = []
    for element in places.flatMap({ $0["playlists"]?.array.map(Array.init) ?? [] }) {
      guard let name = element.string, Playlist.ID(rawValue: name) != nil, files[name] == nil else { continue }
      diagnostics.append(
        leftOut.path(of: name, in: .playlists).map {
          .notCheckedOut($0, .unknownPlaylist, element.range, consequence: "so it is not exported")
        }
          ?? Diagnostic(
            id: .unknownPlaylist, severity: .warning, range: element.range,
            message: "there is no playlist `\(name)`, so it is not exported"))
    }
    return diagnostics
  }

  private mutating func unknown(_ mention: PlaylistFile.Mention<Playlist.ID>) -> Diagnostic {
    if let path = leftOut.path(of: mention.value.rawValue, in: .playlists) {
      return .notCheckedOut(path, .unknownPlaylist, mention.range, consequence: "so it counts as empty")
    }
    let near = NearestNames.of(mention.value.rawValue, among: files.keys.sorted(), limit: 1)
    return Diagnostic(
      id: .unknownPlaylist, severity: .warning, range: mention.range,
      message: "there is no playlist `\(mention.value)`, so it counts as empty",
      notes: near.map { Diagnostic.Note(message: "did you mean \"\($0)\"?") })
  }

  /// Returns a shortest path along rules from one playlist to another, both included; `nil` if no path leads there.
  fileprivate mutating func way(from start: Playlist.ID, to end: Playlist.ID) throws(MixtapeError) -> [Playlist.ID]? {
    var origins = [start: start]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let playlist = queue[next]
      next += 1
      if playlist == end {
        var way = [end]
        while let last = way.last, last != start, let origin = origins[last] { way.append(origin) }
        return way.reversed()
      }
      for other in try references(of: playlist) where origins[other] == nil {
        origins[other] = playlist
        queue.append(other)
      }
    }
    return nil
  }

  private mutating func references(of id: Playlist.ID) throws(MixtapeError) -> [Playlist.ID] {
    if let references = known[id] { return references }
    var references: [Playlist.ID] = []
    if let stored = files[id.rawValue], case .bytes(let source) = try store.load(stored.path) {
      references = PlaylistFile(parsing: source, id: id, folder: stored.folder).namedPlaylists.map(\.value)
    }
    known[id] = references
    return references
  }
}

extension Diagnostic {
  /// Returns the warning for a playlist whose file a sparse checkout leaves out.
  static func notCheckedOut(
    _ path: String, _ id: ID, _ range: SourceRange, consequence: String
  ) -> Diagnostic {
    Diagnostic(
      id: id, severity: .warning, range: range, message: "a sparse checkout leaves out \(path), \(consequence)",
      notes: [Note(message: "`git sparse-checkout disable` checks out all files")])
  }
}
