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

/// A failure of the program that reads tags, `mixtape-tags`. Files without a result were not read.
public enum TagProgramError: Error, Hashable, Sendable {
  /// The program is not there.
  case missing(FilePath)
  /// The system cannot start the program.
  case notStarted(FilePath, Errno)
  /// The program did not start as expected, as with a missing library. The text is the first line that it printed.
  case unusable(FilePath, text: String)
  /// The program ended before it had read all files.
  case ended(FilePath, status: Int32)
  /// The program broke the protocol.
  case invalidOutput(FilePath)
}

/// A conversation with `mixtape-tags`. It sends paths while results arrive, so that neither side blocks the other.
struct TagConversation {
  enum Failure: Error {
    /// The program has ended, or closed the connection.
    case ended
    /// The program sends nothing for too long.
    case timedOut
    /// The program breaks the protocol.
    case invalid
    case system(Errno)
  }

  private var unsent: ArraySlice<FilePath>
  private var output: ArraySlice<UInt8> = []
  private var waiting: Int
  private var reader = TagOutputReader()
  private let patience: Duration

  init(_ paths: ArraySlice<FilePath>, patience: Duration) {
    unsent = paths
    waiting = paths.count
    self.patience = patience
  }

  /// Whether the program has sent its greeting.
  var hasGreeting: Bool { reader.hasGreeting }

  /// The first line of a program that sends something else.
  var preface: String? { reader.preface }

  /// Sends the paths, and calls `onResult` for each result. Returns after the last result.
  mutating func run(on connection: ConnectedSocket, _ onResult: (TagResult) -> Void) throws(Failure) {
    while waiting > 0 {
      refill()
      let received: [UInt8]?
      do throws(Errno) {
        received = try connection.exchange(&output, atMost: patience)
      } catch {
        throw error == .timedOut ? .timedOut : .system(error)
      }
      guard let received else { continue }
      guard !received.isEmpty else { throw .ended }
      try read(received, onResult)
    }
  }

  /// Takes the next paths, some of them at a time.
  private mutating func refill() {
    guard output.isEmpty else { return }
    var lines: [UInt8] = []
    while lines.count < 32 << 10, let path = unsent.popFirst() {
      lines += Array(path.string.utf8) + [UInt8(ascii: "\n")]
    }
    output = lines[...]
  }

  private mutating func read(_ bytes: [UInt8], _ onResult: (TagResult) -> Void) throws(Failure) {
    do throws(TagOutputReader.Violation) {
      var count = 0
      try reader.read(bytes) { result in
        count += 1
        if count <= waiting { onResult(result) }
      }
      guard count <= waiting else { throw .init() }
      waiting -= count
    } catch {
      throw .invalid
    }
  }
}
