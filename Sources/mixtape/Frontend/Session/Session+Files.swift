import FileSystem
import SystemPackage

extension Session {
  /// Reads a file by its path from the working directory; `-` is standard input.
  ///
  /// - Throws: a ``CommandFailure`` if the file cannot be read or has more than 256 MiB.
  func read(_ path: String) throws -> [UInt8] {
    guard path != "-" else { return try context.readStandardInput() }
    let place = try context.absolute(path)
    return try ErrorPresenter.naming(path) { () throws(Errno) in
      try withErrno {
        let file = try FileDescriptor.open(place, .readOnly)
        return try file.closeAfter { try file.readRest(atMost: CommandContext.maximumFileSize) }
      }
    }
  }

  /// Writes a file, and replaces an existing one.
  func write(_ text: String, to path: String) throws {
    let place = try context.absolute(path)
    try ErrorPresenter.naming(path) { () throws(Errno) in
      try withErrno {
        let file = try FileDescriptor.open(
          place, .writeOnly, options: [.create, .truncate],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
      }
    }
  }
}

extension CommandContext {
  /// The maximum size in bytes of a file that is given as an argument. A device such as `/dev/full` has no end.
  static let maximumFileSize = 256 << 20

  /// Reads the rest of standard input, without changing its bytes.
  ///
  /// - Throws: a ``CommandFailure`` if it has more than ``maximumFileSize`` bytes; the system's error.
  func readStandardInput() throws -> [UInt8] {
    do throws(Errno) {
      return try standardInput.readAll(atMost: Self.maximumFileSize)
    } catch {
      guard error == .fileTooLarge else { throw error }
      throw CommandFailure(
        .invalid, code: "input-output", "standard input: \(ErrorPresenter.tooLarge(limit: Self.maximumFileSize))")
    }
  }
}
