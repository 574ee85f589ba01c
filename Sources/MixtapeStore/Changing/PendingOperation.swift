internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The record of an operation between its first write and its end, so that the next command can finish it.
///
/// It is written after the new blobs are in the object database and before the first file changes, and removed when the
/// commit and the index are done.
struct PendingOperation: Codable {
  /// A file of the operation; ids are those of blobs, `nil` for no file.
  struct Change: Codable {
    let path: String
    let old: String?
    let new: String?

    var oldID: ObjectID? { old.flatMap { ObjectID($0) } }
    var newID: ObjectID? { new.flatMap { ObjectID($0) } }
  }

  let message: String
  let changes: [Change]
  /// The commit that HEAD was at when the operation began; `nil` of a store without one.
  let base: String?

  /// The first line of the message.
  var subject: String { String(message.prefix { $0 != "\n" }) }

  /// The record's place.
  static func path(in state: PrivateState) -> FilePath { state.directory.appending("pending") }

  /// Reads the record, or `nil` if no operation is pending.
  ///
  /// - Throws: `fileAccess` if it cannot be read. One that is damaged never took effect (it is written atomically before
  ///   anything else), so it counts as none.
  static func load(from state: PrivateState) throws(MixtapeError) -> PendingOperation? {
    let path = path(in: state)
    do throws(FileBytes.Failure) {
      let bytes = try FileBytes.read(path)
      return try? JSONDecoder().decode(PendingOperation.self, from: Data(bytes))
    } catch {
      switch error {
      case .absent, .notAFile, .tooLarge: return nil
      case .system(let cause): throw .fileAccess(path, cause)
      }
    }
  }

  /// Writes the record durably.
  func save(in state: PrivateState) throws(MixtapeError) {
    let path = Self.path(in: state)
    let bytes: [UInt8]
    do {
      bytes = Array(try JSONEncoder().encode(self))
    } catch {
      throw MixtapeError(.saveFailed, .file(path.string), cause: error)
    }
    try system(path) { () throws(Errno) in try DurableFile.write(bytes, to: path) }
  }

  /// Removes the record.
  static func clear(in state: PrivateState) throws(MixtapeError) {
    let path = path(in: state)
    try system(path) { () throws(Errno) in
      do throws(Errno) {
        try SystemCalls.remove(path)
      } catch {
        // Where there is none, nothing was pending.
        if error != .noSuchFileOrDirectory { throw error }
      }
    }
  }
}
