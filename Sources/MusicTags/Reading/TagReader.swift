internal import FileSystem
public import SystemPackage

/// A reader of the tags of music files. It runs `mixtape-tags`. If a file makes the program crash or hang, the reader reports the
/// file, and starts the program again for the next one.
public struct TagReader: Sendable {
  /// The path of the program.
  public var program: FilePath
  /// The environment of the program.
  public var environment: [String: String]
  /// The maximum wait for the next output. Files on a disk that has to start, or on a server, take longer than others.
  package var patience: Duration = .seconds(60)

  /// The maximum number of crashes in a row.
  private static let mostCrashes = 50

  /// Makes a reader.
  public init(program: FilePath, environment: [String: String]) {
    self.program = program
    self.environment = environment
  }

  /// Reads files, and calls `onResult` on this thread once for each, in order.
  ///
  /// - Parameter paths: Absolute paths without line feeds.
  /// - Throws: ``TagProgramError`` if the program is missing or fails.
  public func read(_ paths: [FilePath], onResult: (Int, TagResult) -> Void) throws(TagProgramError) {
    guard FileAccess.isExecutable(program) || paths.isEmpty else { throw .missing(program) }
    var position = 0
    var crashes = 0
    while position < paths.count {
      let start = position
      let failure = try read(paths, from: start) { result in
        onResult(position, result)
        position += 1
      }
      guard let failure else { return }
      crashes = position == start ? crashes + 1 : 1
      if case .crash(let signal) = failure, crashes >= Self.mostCrashes { throw .ended(program, status: 128 + signal) }
      onResult(position, .failed(failure))
      position += 1
    }
  }

  /// Reads files from a position on, until the program fails.
  ///
  /// - Returns: The failure of the first file without a result; `nil` if all files have one.
  private func read(
    _ paths: [FilePath], from start: Int, _ onResult: (TagResult) -> Void
  ) throws(TagProgramError) -> TagFailure? {
    let process: ConnectedProcess
    do throws(Errno) {
      process = try ConnectedProcess(program, environment: environment)
    } catch {
      throw .notStarted(program, error)
    }
    var conversation = TagConversation(paths[start...], patience: patience)
    do throws(TagConversation.Failure) {
      try conversation.run(on: process.connection, onResult)
      process.end()
      return nil
    } catch {
      switch error {
      case .timedOut:
        process.end()
        return .timeout
      case .ended:
        let status = process.finish() ?? 0
        guard conversation.hasGreeting, status > 128 else { throw ended(conversation, status) }
        return .crash(signal: status - 128)
      case .invalid:
        process.end()
        throw conversation.preface.map { .unusable(program, text: $0) } ?? .invalidOutput(program)
      case .system(let error):
        process.end()
        throw .notStarted(program, error)
      }
    }
  }

  private func ended(_ conversation: TagConversation, _ status: Int32) -> TagProgramError {
    conversation.preface.map { .unusable(program, text: $0) } ?? .ended(program, status: status)
  }
}
