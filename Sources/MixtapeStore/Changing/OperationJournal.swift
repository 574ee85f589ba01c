internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// The record of the operation that is under way.
///
/// It is written with the new objects and the new files before any of these takes its place, and cleared when the commit and
/// git's index are done. It is one file, overwritten in place: making and removing a file for each change costs
/// about a millisecond more. Its first line is a checksum and a length, so that a record that was written in part counts
/// as none; then no file has changed yet.
struct OperationJournal {
  private let path: FilePath

  init(in state: PrivateState) { path = state.directory.appending("pending") }

  /// The operation that is under way, or was interrupted; `nil` if there is none.
  func read() throws(MixtapeError) -> PendingOperation? {
    let record: [UInt8]
    do throws(FileAccess.Failure) {
      // Behind the blank there may be the rest of a large operation that is done.
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

  /// Notes that the operation is done. If a crash undoes this, the next command sees that nothing is left to finish.
  func clear() throws(MixtapeError) {
    try Disk.overwrite(path, with: Self.blank, isDurable: false)
  }

  /// The text that replaces the checksum when an operation is done.
  private static let blank = [UInt8](repeating: UInt8(ascii: "0"), count: 2 * ObjectID.byteCount)

  /// `checksum length\n`, then the operation.
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

/// A record of an operation that is whole, and that this version of the program did not write.
private struct UnknownRecord: Error, CustomStringConvertible {
  var description: String { "this is the record of a change by another version of Mixtape, which has to finish it" }
}
