import SystemPackage

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
