import MixtapeStore
import SystemPackage
import TerminalUI

extension Session {
  /// The maximum size of a file that is given as an argument. A device such as `/dev/full` has no end.
  private static let maximumSize = 256 << 20

  /// Reads a file by its path from the working directory; `-` is standard input.
  ///
  /// - Throws: a ``CommandFailure`` if the file cannot be read or has more than 256 MiB.
  func read(_ path: String) throws -> [UInt8] {
    guard path != "-" else {
      var text = ""
      while let line = try context.standardInput.readLine() { text += line + "\n" }
      return Array(text.utf8)
    }
    return try naming(path) { () throws(Errno) in
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
            if bytes.count > Self.maximumSize { throw Errno.fileTooLarge }
          }
        }
      }
    }
  }

  /// Writes a file, and replaces an existing one.
  func write(_ text: String, to path: String) throws {
    try naming(path) { () throws(Errno) in
      try withErrno {
        let file = try FileDescriptor.open(
          context.absolute(path), .writeOnly, options: [.create, .truncate],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
      }
    }
  }

  private func naming<Result>(_ path: String, _ work: () throws(Errno) -> Result) throws -> Result {
    do {
      return try work()
    } catch {
      let status: ExitStatus = error == .noSuchFileOrDirectory ? .notFound : .inputOutput
      throw CommandFailure(status, code: "input-output", "\(ErrorPresenter.quoted(path)): \(error.reason)")
    }
  }
}
