package import MixtapeModel
package import SystemPackage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A scan of a directory of music. It selects the files to read, and plans the changes of the library.
package struct MusicScan {
  /// The files to read: those that are new, that changed since the last scan, or whose tracks have another size or time in the
  /// library, for example after `undo`.
  package let unread: [MusicFile]
  /// The files that have not changed.
  package let unchanged: [MusicFile]
  /// The files that were read.
  package private(set) var tracks: [MusicTrack] = []
  /// The files that were not read, with the reasons.
  package private(set) var failures: [SkippedPath] = []

  /// The greatest number of earlier paths whose records are kept for one content.
  private static let mostEarlierPaths = 8

  private let directory: MusicDirectory
  private var library: LibraryTracks
  private var records: ScanRecords

  /// Prepares a scan.
  ///
  /// - Parameters:
  ///   - library: All podcasts and albums.
  ///   - records: The records of earlier scans.
  ///   - readsAll: Whether unchanged files are read, too.
  package init(of directory: MusicDirectory, _ library: [Podcast], _ records: ScanRecords, readsAll: Bool = false) {
    self.directory = directory
    self.library = LibraryTracks(library)
    self.records = records
    let known = self.library.byPath
    let episodes = self.library.episodes
    func isUnchanged(_ file: MusicFile) -> Bool {
      guard !readsAll, let episode = known[file.path].flatMap({ episodes[$0] }) else { return false }
      return records.files[file.path]?.version == file.version && file.version.isThat(of: episode)
    }
    unread = directory.files.filter { !isUnchanged($0) }
    unchanged = directory.files.filter(isUnchanged)
  }

  /// Takes the library as it is now, and the records, after another scan changed them while this one read files.
  package mutating func refresh(_ library: [Podcast], _ records: ScanRecords) {
    self.library = LibraryTracks(library)
    self.records = records
  }

  /// Takes the result of reading one of ``unread``.
  package mutating func take(_ result: TagResult, of file: MusicFile) {
    switch result {
    case .read(let content): tracks.append(MusicTrack(file, content))
    case .failed(let failure): failures.append(SkippedPath(path: file.path.string, reason: .tags(failure)))
    }
  }

  /// Returns the changes of the library, after all files were read.
  ///
  /// - Parameters:
  ///   - folder: The folder of new albums.
  ///   - options: The choices for all albums.
  ///   - isPresent: Returns whether a file exists that the directory does not list.
  package func outcome(
    into folder: Folder, now: Date, options: PodcastUpdateOptions = PodcastUpdateOptions(),
    isPresent: (FilePath) -> Bool = MusicDirectory.isPresent
  ) -> ScanOutcome {
    var recognition = TrackRecognition(
      tracks, in: library, records, claimed: Set(unchanged.compactMap { library.byPath[$0.path] }), isPresent: isPresent
    )
    let albums = AlbumAssignment(tracks, unreadTracks(recognition), in: library, &recognition)
    let moved = zip(tracks, recognition.episodes).compactMap { track, id -> MovedTrack? in
      guard let id, let old = library.paths[id], old != track.file.path else { return nil }
      return MovedTrack(episode: id, from: old.string, to: track.file.path.string)
    }
    let new = zip(tracks, recognition.episodes).filter { $1 == nil }.map(\.0)
    var options = options
    options.earlierAddresses = earlierAddresses(of: new, isPresent)
    return ScanOutcome(
      merges: albums.merges(recognition.episodes, into: folder, now: now, options), moved: moved,
      missing: missing(claimed: recognition.claimed, isPresent), records: newRecords(new))
  }

  /// Returns the tracks of the library whose files were not read: those that have not changed and, as far as they can belong to an
  /// album of the read tracks, those outside of the directory and those whose files are gone. Those outside of it count as present.
  private func unreadTracks(_ recognition: TrackRecognition) -> [UnreadTrack] {
    func track(_ id: Episode.ID, at path: FilePath, isGone: Bool = false) -> UnreadTrack? {
      library.episodes[id].map {
        UnreadTrack(
          $0, at: path, records.traits(of: $0, at: path), digest: records.files[path]?.digest ?? "", isGone: isGone)
      }
    }
    let listed = unchanged.compactMap { file in library.byPath[file.path].flatMap { track($0, at: file.path) } }
    let read = self.tracks.map { AlbumTraits($0.tags) }
    if read.isEmpty { return listed }
    let names = Set(read.compactMap(\.name))
    let releases = Set(read.compactMap(\.releaseID))
    let directories = Set(self.tracks.map(\.place.directory))
    let others = library.paths.filter { id, path in
      guard !recognition.claimed.contains(id), let episode = library.episodes[id] else { return false }
      let traits = records.traits(of: episode, at: path)
      return traits.releaseID.map(releases.contains) ?? false || traits.name.map(names.contains) ?? false
        || directories.contains(PathTraits.albumAndDisc(ofDirectory: PathTraits.split(path).directory).directory)
    }
    return listed
      + others.sorted { $0.key < $1.key }.compactMap { id, path in
        track(id, at: path, isGone: path.starts(with: directory.root))
      }
  }

  /// Returns the addresses that new files had when an earlier scan read them, by their present ones. History knows the tracks
  /// that the user removed by these.
  private func earlierAddresses(of new: [MusicTrack], _ isPresent: (FilePath) -> Bool) -> [String: [String]] {
    let contents = Set(new.map(\.content.digest).filter { !$0.isEmpty })
    let found = Set(directory.files.map(\.path))
    let gone = records.files.filter { path, record in
      contents.contains(record.digest) && library.byPath[path] == nil && !found.contains(path) && !isPresent(path)
    }
    guard !gone.isEmpty else { return [:] }
    let paths = Dictionary(grouping: gone.keys) { gone[$0]?.digest }
    let addresses = new.map { track in
      (
        SoundAddress.address(ofFile: track.file.path.string),
        (paths[track.content.digest] ?? []).map { SoundAddress.address(ofFile: $0.string) }.sorted()
      )
    }
    return Dictionary(addresses.filter { !$0.1.isEmpty }) { first, _ in first }
  }

  /// Returns the records after the scan. Records of missing files stay while the library has their episodes, so that a later scan
  /// recognizes the files elsewhere. Records of removed tracks stay while their files can be found again. Records of the earlier
  /// paths of a file stay, so that a scan recognizes it after `undo` gave its episode an earlier path.
  ///
  /// - Parameter new: The files without an episode before the scan.
  private func newRecords(_ new: [MusicTrack]) -> ScanRecords {
    var files = records.files.filter { library.byPath[$0.key] != nil }
    for track in tracks {
      files[track.file.path] = ScanRecord(
        version: track.file.version, digest: track.content.digest, traits: AlbumTraits(track.tags))
    }
    let contents = Set(files.values.map(\.digest))
    let newContents = Set(new.map(\.content.digest))
    var earlier: [String: [FilePath]] = [:]
    for (path, record) in records.files where files[path] == nil && !record.digest.isEmpty {
      if newContents.contains(record.digest) {
        files[path] = record
      } else if contents.contains(record.digest) {
        earlier[record.digest, default: []].append(path)
      } else if !path.starts(with: directory.root) {
        files[path] = record
      }
    }
    for path in earlier.values.flatMap({ $0.sorted { $0.string < $1.string }.prefix(Self.mostEarlierPaths) }) {
      files[path] = records.files[path]
    }
    return ScanRecords(files)
  }

  /// Returns the episodes whose files below the directory are gone, in order.
  private func missing(claimed: Set<Episode.ID>, _ isPresent: (FilePath) -> Bool) -> [Episode.ID] {
    let found = Set(directory.files.map(\.path))
    return library.paths.filter { id, path in
      path.starts(with: directory.root) && !found.contains(path) && !claimed.contains(id) && !isPresent(path)
    }.map(\.key).sorted()
  }
}

/// The result of a scan.
package struct ScanOutcome: Hashable, Sendable {
  /// The changes of the library.
  package let merges: [PodcastMerge]
  /// The files that have moved.
  package let moved: [MovedTrack]
  /// The episodes whose files have another song than before. They lose their rating and their plays.
  package var replaced: [Episode.ID] { merges.flatMap(\.options.replaced).sorted() }
  /// The episodes whose files are gone.
  package let missing: [Episode.ID]
  /// The records for the next scan.
  package let records: ScanRecords
}

/// A track whose file has moved.
package struct MovedTrack: Hashable, Sendable {
  /// The episode.
  package let episode: Episode.ID
  /// The previous path.
  package let from: String
  /// The present path.
  package let to: String
}

/// The record of a file from the last scan that read it.
package struct ScanRecord: Hashable, Sendable {
  /// The version of the file that was read.
  package let version: FileStamp
  /// The digest of its content.
  package let digest: String
  /// The tags by which it belongs to an album.
  package let traits: AlbumTraits
}

/// The records of files by their paths. Without them, the next scan reads all files.
package struct ScanRecords: Hashable, Sendable {
  /// The greatest number of bytes of the file.
  package static let greatestSize = 256 << 20

  /// The records.
  package var files: [FilePath: ScanRecord]

  /// Makes records.
  package init(_ files: [FilePath: ScanRecord] = [:]) { self.files = files }

  /// Returns the tags of the last scan that read a file, else those that the library has.
  func traits(of episode: Episode, at path: FilePath) -> AlbumTraits {
    files[path]?.traits ?? AlbumTraits(title: episode.album, artist: episode.text(.albumArtist))
  }
}

/// The format of the file: a first line, a line for each music file with its fields between tabs, and a last line with their number.
extension ScanRecords {
  private static let firstLine = "mixtape music 1"

  /// The content of the file; `nil` if it would be larger than ``greatestSize``.
  package var encoded: [UInt8]? {
    var text = Self.firstLine + "\n"
    for (path, record) in files.sorted(by: { $0.key.string.utf8.lexicographicallyPrecedes($1.key.string.utf8) }) {
      let (version, traits) = (record.version, record.traits)
      let fields = [
        path.string, String(version.size), String(version.seconds), String(version.nanoseconds), record.digest,
        traits.releaseID ?? "", traits.title ?? "", traits.artist ?? "",
      ]
      text += fields.joined(separator: "\t") + "\n"
      guard text.utf8.count <= Self.greatestSize else { return nil }
    }
    return Array((text + "\(files.count)\n").utf8)
  }

  /// Reads the content of a file; `nil` if it is damaged.
  package init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[lines.count - 1].isEmpty, lines[0].elementsEqual(Self.firstLine.utf8),
      lines[lines.count - 2].elementsEqual(String(lines.count - 3).utf8)
    else { return nil }
    self.init()
    files.reserveCapacity(lines.count)
    for line in lines[1..<(lines.count - 2)] {
      guard let text = String(validating: line, as: UTF8.self), let (path, record) = Self.record(text) else {
        return nil
      }
      files[path] = record
    }
  }

  private static func record(_ line: String) -> (FilePath, ScanRecord)? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 8, fields[0].hasPrefix("/"), let size = UInt32(fields[1]), let seconds = Int32(fields[2]),
      let nanoseconds = UInt32(fields[3])
    else { return nil }
    return (
      FilePath(fields[0]),
      ScanRecord(
        version: FileStamp(size: size, seconds: seconds, nanoseconds: nanoseconds), digest: fields[4],
        traits: AlbumTraits(releaseID: fields[5].nonEmpty, title: fields[6].nonEmpty, artist: fields[7].nonEmpty))
    )
  }
}
