internal import FileSystem
internal import SystemPackage

/// A process of mpv. The owner must call ``end()`` and then ``release()``.
struct MPVProcess: Sendable {
  private let process: SpawnedProcess
  /// The standard output and error of mpv. It is read only if mpv fails to start; output beyond the buffer is lost.
  private let output: ConnectedSocket

  /// Starts mpv.
  ///
  /// - Parameters:
  ///   - input: The standard input of mpv.
  ///   - closing: The other end of `input`, which mpv must not keep open.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], on input: ConnectedSocket,
    closing: ConnectedSocket
  ) throws(Errno) {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { theirs.close() }
    do throws(Errno) {
      // mpv must never block on its output.
      try theirs.makeNonBlocking()
      process = try SpawnedProcess(
        program, arguments, environment: environment, input: input.descriptor, output: theirs.descriptor,
        closing: [closing.descriptor, ours.descriptor], sharing: .nothing)
    } catch {
      ours.close()
      throw error
    }
    output = ours
  }

  /// Returns the first printable line of the output, if there is one.
  func firstOutputLine() -> String? {
    let written: [UInt8]
    do { written = try output.receive() ?? [] } catch { return nil }
    let lines = String(decoding: written, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.lazy.map { MPVLogMessage.printable(String($0)) }.first { !$0.isEmpty }
  }

  /// Ends mpv, which has nothing to save.
  func end() { process.end() }

  /// Releases the resources of the process.
  ///
  /// - Returns: The exit status.
  @discardableResult
  func release() throws(Errno) -> Int32 {
    output.close()
    return try process.wait()
  }
}
