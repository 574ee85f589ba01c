import Foundation
import MixtapeModel
import SystemPackage
import Testing

@testable import Companions

/// A library that is scanned again and again, and the music files in it, without a file system.
struct ScanTrial {
  /// A file of the directory `/m`.
  struct File {
    var tags = TrackTags()
    var digest: String
    /// Changes when the content does.
    var time: Int32 = 0
  }

  /// The files by their paths below `/m`.
  var files: [String: File] = [:]
  /// The directory to scan.
  var root: FilePath = "/m"
  var library: [Podcast] = []
  var records = ScanRecords()
  /// The names of the files that the last scan has read.
  private(set) var read: [String] = []
  let day = Date(timeIntervalSince1970: 1_700_000_000)

  /// Adds a file.
  mutating func add(
    _ path: String, _ title: String, album: String? = "Weather", artist: String? = "Ann", track: Int64? = nil,
    disc: Int64? = nil,
    id: String? = nil
  ) {
    var tags = TrackTags()
    (tags.title, tags.album, tags.artist, tags.albumArtist) = (title, album, artist, artist)
    (tags.trackNumber, tags.discNumber, tags.musicBrainzAddress) = (track, disc, id)
    files[path] = File(tags: tags, digest: "digest of \(title)")
  }

  /// Changes the tags of a file.
  mutating func retag(_ path: String, _ change: (inout TrackTags) -> Void) throws {
    var file = try #require(files[path])
    change(&file.tags)
    file.digest += "'"
    file.time += 1
    files[path] = file
  }

  /// Moves a file.
  mutating func move(_ path: String, to new: String) throws {
    let file: File = try #require(files[path])
    files[new] = file
    files[path] = nil
  }

  /// Scans, applies the changes, and returns the outcome.
  ///
  /// - Parameter keepsLibrary: Whether the changes are not applied, as if they were changes that the user took back.
  @discardableResult
  mutating func scan(
    into folder: Folder = .top, readsAll: Bool = false, keepsLibrary: Bool = false
  ) throws -> ScanOutcome {
    let scan = try startScan(readsAll: readsAll)
    read = scan.unread.map { String($0.path.string.dropFirst(3)) }
    let outcome = scan.outcome(into: folder, now: day) { path in
      files[String(path.string.dropFirst(3))] != nil && !path.starts(with: root)
    }
    records = outcome.records
    if keepsLibrary { return outcome }
    let manager = InMemoryPodcastManager(library)
    try manager.scan(outcome.merges)
    library = try manager.all()
    return outcome
  }

  /// Reads the files of a scan.
  func startScan(readsAll: Bool = false) throws -> MusicScan {
    let directory = MusicDirectory(
      root: root,
      files.map { path, file in
        MusicFile(path: FilePath("/m/\(path)"), version: FileStamp(size: 1, seconds: file.time, nanoseconds: 0))
      }.filter { $0.path.starts(with: root) })
    var scan = MusicScan(of: directory, library, records, readsAll: readsAll)
    for file in scan.unread {
      let content = try #require(files[String(file.path.string.dropFirst(3))])
      scan.take(.read(FileTags(tags: content.tags, size: 1, digest: content.digest)), of: file)
    }
    return scan
  }

  /// The tracks of an album: their ids and the names of their files.
  func tracks(_ album: String) throws -> [String] {
    try #require(library.first { $0.id.rawValue == album }).episodes.map { episode in
      "\(episode.id.name) \(episode.url.map { String($0.dropFirst("file:///m/".count)) } ?? "-")"
    }
  }
}

extension MusicDirectory {
  fileprivate init(root: FilePath, _ files: [MusicFile]) {
    self.init(root: root, files: files.sorted { $0.path.string < $1.path.string })
  }
}
