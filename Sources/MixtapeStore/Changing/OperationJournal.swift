internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The record of the operation that is under way.
///
/// It is written after the new blobs are in the object database and before the first file changes, and cleared when the
/// commit and the index are done. It is one file, overwritten in place: making and removing a file for each change costs
/// about a millisecond more. Its first line is a checksum and a length, so that a record that was written in part counts
/// as none; then no file has changed yet.
struct OperationJournal {
  private let path: FilePath

  init(in state: PrivateState) { path = state.directory.appending("pending") }

  /// The operation that is under way, or was interrupted; `nil` if there is none.
  func read() throws(MixtapeError) -> PendingOperation? {
    let record: [UInt8]
    do throws(FileAccess.Failure) {
      record = try FileAccess.read(path)
    } catch {
      switch error {
      case .absent, .notAFile, .tooLarge: return nil
      case .system(let cause): throw .fileAccess(path, cause)
      }
    }
    return try Self.decode(record)
  }

  /// Records an operation durably.
  func write(_ operation: PendingOperation) throws(MixtapeError) {
    let record = try Self.encode(operation)
    try system(path) { () throws(Errno) in try DurableFile.overwrite(path, with: record) }
  }

  /// Notes that the operation is done. If a crash undoes this, the next command sees that nothing is left to finish.
  func clear() throws(MixtapeError) {
    try system(path) { () throws(Errno) in try DurableFile.overwrite(path, with: Self.blank, synchronizing: false) }
  }

  /// What takes the place of the checksum when an operation is done.
  private static let blank = [UInt8](repeating: UInt8(ascii: "0"), count: 2 * ObjectID.byteCount)

  /// `checksum length\n`, then the operation as JSON.
  private static func encode(_ operation: PendingOperation) throws(MixtapeError) -> [UInt8] {
    let json: [UInt8]
    do {
      json = Array(try JSONEncoder().encode(operation))
    } catch {
      throw MixtapeError(.saveFailed, cause: error)
    }
    let checksum = try git { () throws(GitError) in try Repository.blobID(of: json) }
    return Array("\(checksum) \(json.count)\n".utf8) + json
  }

  private static func decode(_ record: [UInt8]) throws(MixtapeError) -> PendingOperation? {
    // What is left of a large operation that is done would take its time to be compared.
    guard !record.starts(with: blank) else { return nil }
    guard let end = record.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let header = String(decoding: record[..<end], as: UTF8.self).split(separator: " ")
    guard header.count == 2, let count = Int(header[1]), count >= 0, count <= record.count - end - 1 else { return nil }
    let json = Array(record[(end + 1)...].prefix(count))
    guard try git({ () throws(GitError) in try Repository.blobID(of: json).description }) == header[0] else {
      return nil
    }
    do {
      return try JSONDecoder().decode(PendingOperation.self, from: Data(json))
    } catch {
      throw MixtapeError(.fileAccess, cause: error)
    }
  }
}
