internal import FileSystem
internal import SystemPackage

/// A running `mixtape-fetch`, connected by its standard input and output. The owner must call ``end()``.
///
/// The program ends by itself when this process closes the connection or ends.
struct FetchProcess {
  let connection: ConnectedSocket
  private let process: SpawnedProcess

  init(_ program: FilePath, environment: [String: String]) throws(FetchProgramError) {
    guard FileAccess.isExecutable(program) else { throw .missing(program) }
    do throws(Errno) {
      let (ours, theirs) = try ConnectedSocket.pair()
      defer { theirs.close() }
      do throws(Errno) {
        process = try SpawnedProcess(
          program.string, [], environment: environment, input: theirs.descriptor, output: theirs.descriptor,
          closing: [ours.descriptor], sharing: .nothing)
      } catch {
        ours.close()
        throw error
      }
      connection = ours
    } catch {
      throw .notStarted(program, error)
    }
  }

  /// Ends the program, which has nothing to save, and returns its exit status.
  @discardableResult
  func end() -> Int32? {
    connection.close()
    process.end()
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
