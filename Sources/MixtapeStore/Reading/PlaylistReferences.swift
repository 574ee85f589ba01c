internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The playlists that the rules of others name. Files are read when they are needed.
struct PlaylistReferences {
  private let store: Store
  private let files: [String: StoredFile]
  private var known: [Playlist.ID: [Playlist.ID]] = [:]

  /// - Parameter files: The files of all playlists, by id.
  init(_ store: Store, _ files: [String: StoredFile]) {
    self.store = store
    self.files = files
  }

  /// The diagnostics of the playlists that a file names in its rules; none for a file that is no playlist.
  mutating func diagnostics(of source: [UInt8], at path: String) throws(MixtapeError) -> [Diagnostic] {
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
            message: "the rules of this playlist lead back to itself: \(cycle)"))
      }
    }
    return diagnostics
  }

  private func unknown(_ mention: PlaylistFile.Mention<Playlist.ID>) -> Diagnostic {
    let near = NearestNames.of(mention.value.rawValue, among: files.keys.sorted(), limit: 1)
    return Diagnostic(
      id: .unknownPlaylist, severity: .warning, range: mention.range,
      message: "there is no playlist \(mention.value), so nothing is in it",
      notes: near.map { Diagnostic.Note(message: "did you mean \"\($0)\"?") })
  }

  /// A shortest way along rules from one playlist to another, both included; `nil` if none leads there.
  private mutating func way(from start: Playlist.ID, to end: Playlist.ID) throws(MixtapeError) -> [Playlist.ID]? {
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
