internal import FileSystem
public import MixtapeModel
internal import SystemPackage

/// What a list of playlists shows of each.
public struct PlaylistSummary: Hashable, Sendable, Identifiable {
  /// The playlist's id.
  public let id: Playlist.ID
  /// Its folder.
  public let folder: Folder
  /// Its name.
  public let name: String
  /// How many episodes were picked by hand.
  public let episodeCount: Int
  /// Whether rules or a search find more.
  public let isSmart: Bool

  /// What a list shows of a playlist.
  public init(_ playlist: Playlist) {
    id = playlist.id
    folder = playlist.folder
    name = playlist.name
    episodeCount = playlist.episodes.count
    isSmart = playlist.isSmart
  }

  init(id: Playlist.ID, folder: Folder, _ record: SummaryCache.Record) {
    self.id = id
    self.folder = folder
    name = record.name
    episodeCount = record.episodeCount
    isSmart = record.isSmart
  }
}

extension Store {
  /// A summary of every playlist, in order of id. Files with errors are treated as ``playlists(withTimes:)`` treats them.
  ///
  /// Only files that changed since the last call, in this process or another, are read: what the others said is kept in
  /// the private state, where there is one.
  public func summaries() throws(MixtapeError) -> [PlaylistSummary] { try summaries(by: StoreReader(self)) }

  /// A summary of every playlist that a reader finds.
  func summaries(by reader: StoreReader) throws(MixtapeError) -> [PlaylistSummary] {
    let files = try reader.playlistFiles()
    var cache = try SummaryCache(of: self)
    let statuses = try statuses(of: files)
    let known = zip(files, statuses).map { cache.record(of: $0.path, $1) }
    let unknown = files.indices.filter { known[$0] == nil }
    var playlists = try reader.playlists(of: unknown.map { files[$0] }).makeIterator()
    var summaries: [PlaylistSummary] = []
    summaries.reserveCapacity(files.count)
    for (index, file) in files.enumerated() {
      if let record = known[index] {
        guard let id = Playlist.ID(rawValue: file.name) else { continue }
        summaries.append(PlaylistSummary(id: id, folder: file.folder, record))
      } else if let (playlist, isSound) = playlists.next() ?? nil {
        let summary = PlaylistSummary(playlist)
        summaries.append(summary)
        if isSound, let status = statuses[index] { cache.note(summary, of: file.path, status) }
      }
    }
    cache.save(keeping: files.map(\.path))
    return summaries
  }

  /// What the file system says of some files, before they are read. Why it says nothing of one shows when that is read.
  private func statuses(of files: [StoredFile]) throws(MixtapeError) -> [FileStatus?] {
    try system(directory) { () throws(Errno) in
      let top = try Directory(at: directory)
      return top.statuses(of: files.map { Array($0.path.utf8CString) }).map { result in
        if case .success(let item) = result { item?.status } else { nil }
      }
    }
  }
}
