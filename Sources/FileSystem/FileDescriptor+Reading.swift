package import SystemPackage

extension FileDescriptor {
  /// Reads at most 64 KiB. Returns an empty array at the end of the file.
  package func readPiece() throws(Errno) -> [UInt8] {
    try withErrno {
      try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }

  /// Reads the rest of a file, which may be a pipe or a device.
  ///
  /// - Throws: `fileTooLarge` if there are more than `limit` bytes.
  package func readRest(atMost limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let piece = try readPiece(), !piece.isEmpty {
      bytes += piece
      if bytes.count > limit { throw .fileTooLarge }
    }
    return bytes
  }
}
