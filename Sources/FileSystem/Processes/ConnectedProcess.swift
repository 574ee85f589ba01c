package import SystemPackage

/// A running program whose standard input and output are one end of a socket pair. The owner must call ``end()``.
///
/// The program must end itself when this process closes the connection or ends.
package struct ConnectedProcess: Sendable {
  /// The end of the connection that this process holds.
  package let connection: ConnectedSocket
  private let process: SpawnedProcess

  /// Starts a program without arguments, which shares nothing with this process.
  package init(_ program: FilePath, environment: [String: String]) throws(Errno) {
    (process, connection) = try SpawnedProcess.connected(program, environment: environment)
  }

  /// Ends the program, which has nothing to save, and returns its status as ``SpawnedProcess/wait()`` does.
  @discardableResult
  package func end() -> Int32? {
    connection.close()
    process.end()
    return status()
  }

  /// Closes the connection of a program that has ended, and returns its status.
  package func finish() -> Int32? {
    connection.close()
    return status()
  }

  private func status() -> Int32? {
    do throws(Errno) {
      return try process.wait()
    } catch {
      return nil
    }
  }
}

extension SpawnedProcess {
  /// Starts a program without arguments, which shares nothing with this process. Its standard input and output are one end of a
  /// socket pair.
  ///
  /// - Returns: The process, and this process's end of the connection, which the caller must close.
  package static func connected(
    _ program: FilePath, environment: [String: String]
  ) throws(Errno) -> (SpawnedProcess, ConnectedSocket) {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { theirs.close() }
    do throws(Errno) {
      let process = try SpawnedProcess(
        program.string, [], environment: environment, input: theirs.descriptor, output: theirs.descriptor,
        closing: [ours.descriptor], sharing: .nothing)
      return (process, ours)
    } catch {
      ours.close()
      throw error
    }
  }
}
