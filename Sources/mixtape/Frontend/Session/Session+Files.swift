import FileSystem
import SystemPackage

extension Session {
  /// Reads a file by its path from the working directory; `-` is standard input.
  ///
  /// - Throws: a ``CommandFailure`` if the file cannot be read or has more than 256 MiB.
  func read(_ path: String) throws -> [UInt8] {
    guard path != "-" else { return try context.readStandardInput() }
    return try ErrorPresenter.naming(path) { () throws(Errno) in
      try withErrno {
        let file = try FileDescriptor.open(context.absolute(path), .readOnly)
        return try file.closeAfter {
          var bytes: [UInt8] = []
          while true {
            let piece = try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
              count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { return bytes }
            bytes += piece
            if bytes.count > CommandContext.maximumFileSize { throw Errno.fileTooLarge }
          }
        }
      }
    }
  }

  /// Writes a file, and replaces an existing one.
  func write(_ text: String, to path: String) throws {
    try ErrorPresenter.naming(path) { () throws(Errno) in
      try withErrno {
        let file = try FileDescriptor.open(
          context.absolute(path), .writeOnly, options: [.create, .truncate],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
      }
    }
  }
}
