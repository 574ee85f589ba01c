package import FileSystem
package import SystemPackage

/// A reader of the tags of music files. It runs `mixtape-tags`. If a file makes the program crash or hang, the reader reports the
/// file, and starts the program again for the next one.
package struct TagReader: Sendable {
  /// The path of the program.
  package var program: FilePath
  /// The environment of the program.
  package var environment: [String: String]
  /// The maximum wait for the next output. Files on a disk that has to start, or on a server, take longer than others.
  package var patience: Duration = .seconds(60)

  /// The maximum number of crashes in a row.
  private static let mostCrashes = 50

  /// Makes a reader.
  package init(program: FilePath, environment: [String: String]) {
    self.program = program
    self.environment = environment
  }

  /// Reads files, and calls `onResult` on this thread once for each, in order.
  ///
  /// - Parameter paths: Absolute paths without line feeds.
  /// - Throws: ``CompanionProgramError`` if the program is missing or fails.
  package func read(_ paths: [FilePath], onResult: (Int, TagResult) -> Void) throws(CompanionProgramError) {
    var position = 0
    var crashes = 0
    while position < paths.count {
      let start = position
      do throws(CompanionProgramError) {
        try read(paths[start...]) { result in
          onResult(position, result)
          position += 1
        }
      } catch {
        guard let failure = TagFailure(error.reason) else { throw error }
        crashes = position == start ? crashes + 1 : 1
        if case .crash = failure, crashes >= Self.mostCrashes { throw error }
        onResult(position, .failed(failure))
        position += 1
      }
    }
  }

  /// Reads files until the program fails.
  private func read(
    _ paths: ArraySlice<FilePath>, _ onResult: (TagResult) -> Void
  ) throws(CompanionProgramError) {
    var (unsent, waiting) = (paths, paths.count)
    var reader = TagOutputReader()
    try CompanionConversation.hold(
      with: program, TagProtocol.companion, environment: environment, patience: patience
    ) { (conversation) throws(CompanionProgramError.Reason) in
      while waiting > 0 {
        if conversation.hasSentAll { conversation.send(Self.lines(of: &unsent)) }
        try conversation.exchange()
        while let result = try reader.next(in: &conversation.output) {
          guard waiting > 0 else { throw .invalidOutput("a result belongs to no file") }
          waiting -= 1
          onResult(result)
        }
      }
    }
  }

  /// Takes the next paths, some of them at a time, as lines.
  private static func lines(of paths: inout ArraySlice<FilePath>) -> [UInt8] {
    var lines: [UInt8] = []
    while lines.count < 32 << 10, let path = paths.popFirst() {
      lines += Array(path.string.utf8) + [UInt8(ascii: "\n")]
    }
    return lines
  }
}

extension TagFailure {
  /// Makes the failure of a file that ends the program; `nil` if the program itself does not work.
  fileprivate init?(_ reason: CompanionProgramError.Reason) {
    switch reason {
    case .timedOut: self = .timeout
    case .ended(let status) where status > 128: self = .crash(signal: status - 128)
    default: return nil
    }
  }
}
