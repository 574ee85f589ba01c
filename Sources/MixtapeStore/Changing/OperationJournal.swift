internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// The record of the unfinished operation.
///
/// It is written with the new objects and the temporary files, before any file is replaced, and cleared when the
/// commit and git's index are complete. It is one file, overwritten in place: creating and removing a file for each
/// change costs about a millisecond more. The first line is a checksum and a length. A partly written record is
/// ignored, because no file has changed then.
struct OperationJournal {
  private let path: FilePath

  init(in state: PrivateState) { path = state.directory.appending("pending") }

  /// Returns the unfinished or interrupted operation; `nil` if the last operation ended.
  func read() throws(MixtapeError) -> PendingOperation? {
    let record: [UInt8]
    do throws(FileAccess.Failure) {
      // After the blank checksum, the file may still contain the rest of a large operation that is complete.
      guard try FileAccess.readStart(of: path, count: Self.blank.count) != Self.blank else { return nil }
      record = try FileAccess.read(path)
    } catch {
      switch error {
      case .absent, .notAFile, .tooLarge: return nil
      case .system(let cause): throw .fileAccess(path, cause)
      }
    }
    return try decode(record)
  }

  /// Records an operation.
  func write(_ operation: PendingOperation, isDurable: Bool = true) throws(MixtapeError) {
    try Disk.overwrite(path, with: try Self.encode(operation), isDurable: isDurable)
  }

  /// Marks the operation as complete. If a crash undoes this, the next command finds that nothing is left to finish.
  func clear() throws(MixtapeError) {
    try Disk.overwrite(path, with: Self.blank, isDurable: false)
  }

  /// The text that replaces the checksum of a complete operation.
  private static let blank = [UInt8](repeating: UInt8(ascii: "0"), count: 2 * ObjectID.byteCount)

  /// Returns `checksum length
  /// ` and the encoded operation.
  private static func encode(_ operation: PendingOperation) throws(MixtapeError) -> [UInt8] {
    let body = operation.record
    return Array("\(try checksum(of: body)) \(body.count)\n".utf8) + body
  }

  private static func checksum(of body: [UInt8]) throws(MixtapeError) -> String {
    try StoreRepository.checked(try Repository.blobID(of: body)).description
  }

  private func decode(_ record: [UInt8]) throws(MixtapeError) -> PendingOperation? {
    guard let end = record.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let header = String(decoding: record[..<end], as: UTF8.self).split(separator: " ")
    guard header.count == 2, let count = Int(header[1]), count >= 0, count <= record.count - end - 1 else { return nil }
    let body = Array(record[(end + 1)...].prefix(count))
    guard try Self.checksum(of: body) == header[0] else { return nil }
    guard let operation = PendingOperation(record: body) else {
      throw MixtapeError(.fileAccess, .file(path.string), cause: UnknownRecord())
    }
    return operation
  }
}

/// A complete record that another version of the program wrote.
private struct UnknownRecord: Error, CustomStringConvertible {
  var description: String { "another version of Mixtape wrote the record of this change, and must finish it" }
}
