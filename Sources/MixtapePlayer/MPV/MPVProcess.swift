internal import FileSystem
internal import SystemPackage

/// An mpv that was started. It has to be ended with ``end()`` and then given back with ``release()``.
struct MPVProcess: Sendable {
  private let process: SpawnedProcess
  /// What it writes to its standard output and error, which nobody reads while it is well. What there is no room for is lost.
  private let output: ConnectedSocket

  /// Starts it.
  ///
  /// - Parameters:
  ///   - input: What it reads as its standard input.
  ///   - closing: The other end of that, which it must not hold open.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], on input: ConnectedSocket,
    closing: ConnectedSocket
  ) throws(Errno) {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { theirs.close() }
    do throws(Errno) {
      // However much it says, it never waits for somebody to read it.
      try theirs.dropWhatDoesNotFit()
      process = try SpawnedProcess(
        program, arguments, environment: environment, input: input.descriptor, output: theirs.descriptor,
        closing: [closing.descriptor, ours.descriptor], company: .alone)
    } catch {
      ours.close()
      throw error
    }
    output = ours
  }

  /// The first line that it has written, fit to be shown, if it has written any. What follows says less.
  func firstWords() -> String? {
    let written: [UInt8]
    do { written = try output.receive() ?? [] } catch { return nil }
    let lines = String(decoding: written, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.lazy.map { MPVComplaint.printable(String($0)) }.first { !$0.isEmpty }
  }

  /// Ends it, as it has nothing to save.
  func end() { process.end() }

  /// Gives back what it had of the system.
  ///
  /// - Returns: its exit status.
  @discardableResult
  func release() throws(Errno) -> Int32 {
    output.close()
    return try process.wait()
  }
}
