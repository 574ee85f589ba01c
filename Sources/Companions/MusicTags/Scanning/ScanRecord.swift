internal import MixtapeModel
package import SystemPackage

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
