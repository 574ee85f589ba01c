internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the playlist files without errors said when they were last read, by path and status, as git's index knows files.
///
/// It is derived from the files and may be deleted at any time. A file that changed less than two seconds before it was
/// read is left out: it could change again without its times showing it.
struct SummaryCache {
  /// What one file said.
  struct Record {
    let status: FileStatus
    let name: String
    let episodeCount: Int
    let isSmart: Bool
  }

  private var records: [String: Record] = [:]
  private var isChanged = false
  /// Where the cache is kept; `nil` in a store without private state.
  private let path: FilePath?
  /// The second after which a change is too young.
  private let newest: Int32

  /// Reads the cache of a store; it is empty if there is none, or none that can be read.
  init(of store: Store) throws(MixtapeError) {
    path = try PrivateState(locatedIn: store.directory)?.summaries
    newest = Int32(clamping: Int(store.context.now().timeIntervalSince1970) - 2)
    guard let path else { return }
    do throws(FileAccess.Failure) {
      records = SummaryFormat.decode(try FileAccess.read(path)) ?? [:]
    } catch {
      // The files themselves are read instead.
    }
  }

  /// Whether a file is such a cache, or not there.
  static func canBeUsed(_ path: FilePath) -> Bool {
    do throws(FileAccess.Failure) {
      return SummaryFormat.decode(try FileAccess.read(path)) != nil
    } catch {
      if case .absent = error { return true }
      return false
    }
  }

  /// What a file said, if it has not changed since.
  func record(of path: String, _ status: FileStatus?) -> Record? {
    guard let status, let record = records[path], record.status == status else { return nil }
    return record
  }

  /// Notes what a file said that had a status before it was read.
  mutating func note(_ summary: PlaylistSummary, of path: String, _ status: FileStatus) {
    guard max(status.modified, status.changed).seconds < newest else { return }
    records[path] = Record(
      status: status, name: summary.name, episodeCount: summary.episodeCount, isSmart: summary.isSmart)
    isChanged = true
  }

  /// Writes the cache if it has changed, without the files that are gone. Failures are passed over, as in a store that
  /// may only be read: the next list reads the files.
  func save(keeping paths: [String]) {
    guard let path, isChanged else { return }
    let kept = paths.compactMap { path in records[path].map { (path, $0) } }
    do throws(Errno) {
      try DurableFile.replace(path, with: SummaryFormat.encode(kept))
    } catch {}
  }
}

/// The bytes of a ``SummaryCache``: a line that names the format, then for each file a fixed part of numbers, the path and
/// the name.
private enum SummaryFormat {
  private static let header = Array("mixtape summaries 1\n".utf8)

  static func encode(_ records: [(String, SummaryCache.Record)]) -> [UInt8] {
    var bytes = header
    for (path, record) in records {
      let status = record.status
      let numbers: [UInt32] = [
        UInt32(bitPattern: status.changed.seconds), status.changed.nanoseconds,
        UInt32(bitPattern: status.modified.seconds), status.modified.nanoseconds, status.inode, status.user,
        status.group, status.size, UInt32(clamping: record.episodeCount), record.isSmart ? 1 : 0,
        UInt32(path.utf8.count), UInt32(record.name.utf8.count),
      ]
      for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
      bytes += path.utf8
      bytes += record.name.utf8
    }
    return bytes
  }

  /// The records, or `nil` if the bytes are not of this format.
  static func decode(_ bytes: [UInt8]) -> [String: SummaryCache.Record]? {
    guard bytes.starts(with: header) else { return nil }
    var reader = Reader(bytes: bytes, position: header.count)
    var records: [String: SummaryCache.Record] = [:]
    records.reserveCapacity(bytes.count / 100)
    while reader.position < bytes.count {
      guard let (path, record) = reader.record() else { return nil }
      records[path] = record
    }
    return records
  }

  private struct Reader {
    let bytes: [UInt8]
    var position: Int

    mutating func record() -> (String, SummaryCache.Record)? {
      guard bytes.count - position >= 4 * 12 else { return nil }
      let changed = FileStatus.Time(seconds: Int32(bitPattern: number()), nanoseconds: number())
      let modified = FileStatus.Time(seconds: Int32(bitPattern: number()), nanoseconds: number())
      let status = FileStatus(
        changed: changed, modified: modified, inode: number(), user: number(), group: number(), size: number())
      let (episodeCount, isSmart, pathLength, nameLength) = (Int(number()), number() == 1, number(), number())
      guard let path = text(pathLength), let name = text(nameLength) else { return nil }
      return (path, SummaryCache.Record(status: status, name: name, episodeCount: episodeCount, isSmart: isSmart))
    }

    /// The next number; the caller has made sure that it is there.
    private mutating func number() -> UInt32 {
      defer { position += 4 }
      return bytes.withUnsafeBytes {
        UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self))
      }
    }

    private mutating func text(_ count: UInt32) -> String? {
      guard bytes.count - position >= Int(count) else { return nil }
      defer { position += Int(count) }
      return String(validating: bytes[position..<position + Int(count)], as: UTF8.self)
    }
  }
}
