public import SystemPackage

/// The name of a companion program, and the version and the limit of its protocol, which both sides know.
package struct CompanionProtocol: Sendable {
  /// The name of the program.
  package let name: String
  /// The version of the protocol. Both sides require the same.
  package let version: Int
  /// The longest line, in bytes without its line feed.
  package let longestLine: Int

  /// Describes a protocol.
  package init(of name: String, version: Int, longestLine: Int) {
    (self.name, self.version, self.longestLine) = (name, version, longestLine)
  }

  /// Returns the first line of the program.
  ///
  /// - Parameter library: The version of the library that it uses.
  package func greeting(library: String) -> String { "\(name) \(version) \(library)\n" }
}

/// A failure of a program that Mixtape starts and talks to. Work without a result was not done.
public struct CompanionProgramError: Error, Hashable, Sendable {
  /// The path of the program.
  public let program: FilePath
  /// The kind of the failure.
  public let reason: Reason

  /// A kind of failure.
  public enum Reason: Error, Hashable, Sendable {
    /// The program is missing or not executable.
    case missing
    /// The system cannot start the program.
    case notStarted(Errno)
    /// The program did not begin with its greeting, for example because of a missing library, or has another version. The text is
    /// its first line, or says what happened.
    case unusable(String)
    /// The program ended too early. The status is its exit status, or 128 plus the number of the signal.
    case ended(status: Int32)
    /// The program broke the protocol.
    case invalidOutput(String)
    /// The program did not answer in time.
    case timedOut
  }

  /// Makes an error.
  public init(_ program: FilePath, _ reason: Reason) { (self.program, self.reason) = (program, reason) }
}

/// A conversation with a companion program over its standard input and output. It sends while output arrives, so that neither side
/// blocks the other.
package struct CompanionConversation {
  /// The output that has arrived.
  package var output: CompanionOutput
  private var unsent: ArraySlice<UInt8> = []
  private let connection: ConnectedSocket
  /// The maximum time without output of the program.
  private let patience: Duration

  /// Starts a program, and ends it after `body`.
  ///
  /// - Throws: ``CompanionProgramError`` if the program is missing or not started, and for each failure in `body`.
  package static func hold(
    with program: FilePath, _ expected: CompanionProtocol, environment: [String: String], patience: Duration,
    _ body: (inout CompanionConversation) throws(CompanionProgramError.Reason) -> Void
  ) throws(CompanionProgramError) {
    guard FileAccess.isExecutable(program) else { throw CompanionProgramError(program, .missing) }
    let (process, connection): (SpawnedProcess, ConnectedSocket)
    do throws(Errno) {
      (process, connection) = try SpawnedProcess.connected(program, environment: environment)
    } catch {
      throw CompanionProgramError(program, .notStarted(error))
    }
    var conversation = CompanionConversation(
      output: CompanionOutput(of: expected), connection: connection, patience: patience)
    var failure: CompanionProgramError.Reason?
    do throws(CompanionProgramError.Reason) { try body(&conversation) } catch { failure = error }
    connection.close()
    // The program has nothing to save.
    let status = process.endAndWait() ?? 0
    if let failure { throw CompanionProgramError(program, conversation.output.reason(failure, status: status)) }
  }

  /// Whether the program has taken everything that was sent.
  package var hasSentAll: Bool { unsent.isEmpty }

  /// Adds bytes to those that ``exchange()`` sends.
  package mutating func send(_ bytes: some Sequence<UInt8>) { unsent += bytes }

  /// Waits until the program reads or writes, sends as many bytes as it takes, and adds its bytes to ``output``.
  package mutating func exchange() throws(CompanionProgramError.Reason) {
    let received: [UInt8]?
    do throws(Errno) {
      received = try connection.exchange(&unsent, atMost: patience)
    } catch {
      throw error == .timedOut ? .timedOut : .invalidOutput(error.description)
    }
    guard let received else { return }
    // The status is known when the process is waited for.
    guard !received.isEmpty else { throw .ended(status: 0) }
    output.append(received)
  }
}

/// The output of a companion program: its greeting, then lines, and bytes after a line that says their number.
package struct CompanionOutput {
  private let expected: CompanionProtocol
  private var unread: ArraySlice<UInt8> = []
  /// The beginning of what is read next.
  private var unfinished: [UInt8] = []
  private var hasGreeting = false
  /// The first line that is not the greeting, such as a message of the dynamic linker.
  private var preface: String?
  private var prefaceLength = 0

  /// The maximum length of output before the greeting.
  private static let longestPreface = 16 << 10

  /// Makes the output of a program that has not written yet.
  package init(of expected: CompanionProtocol) { self.expected = expected }

  /// Adds bytes that have arrived.
  package mutating func append(_ bytes: [UInt8]) { unread = unread.isEmpty ? bytes[...] : unread + bytes }

  /// Reads the next line after the greeting; `nil` if it has not arrived as a whole.
  package mutating func line() throws(CompanionProgramError.Reason) -> [UInt8]? {
    while !hasGreeting {
      guard let line = try anyLine() else { return nil }
      try readGreeting(line)
    }
    return try anyLine()
  }

  /// Reads the bytes after a line; `nil` if they have not arrived as a whole.
  package mutating func bytes(_ count: Int) -> [UInt8]? {
    let part = unread.prefix(count - unfinished.count)
    unfinished += part
    unread = unread.dropFirst(part.count)
    return unfinished.count == count ? takeUnfinished() : nil
  }

  private mutating func anyLine() throws(CompanionProgramError.Reason) -> [UInt8]? {
    let end = unread.firstIndex(of: UInt8(ascii: "\n"))
    unfinished += unread[..<(end ?? unread.endIndex)]
    unread = end.map { unread[($0 + 1)...] } ?? []
    guard unfinished.count <= expected.longestLine else { throw .invalidOutput("a line is too long") }
    return end == nil ? nil : takeUnfinished()
  }

  private mutating func takeUnfinished() -> [UInt8] {
    defer { unfinished = [] }
    return unfinished
  }

  private mutating func readGreeting(_ line: [UInt8]) throws(CompanionProgramError.Reason) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 2)
    if words.count > 1, words[0] == expected.name, let version = Int(words[1]) {
      guard version == expected.version else { throw .unusable("version \(version) of the protocol") }
      hasGreeting = true
      return
    }
    let first = preface ?? String(text.prefix(500))
    preface = first
    prefaceLength += line.count + 1
    guard prefaceLength <= Self.longestPreface else { throw .unusable(first) }
  }

  /// Returns the reason of a failure. A program without a greeting does not work, and what it wrote instead may say why.
  fileprivate func reason(_ failure: CompanionProgramError.Reason, status: Int32) -> CompanionProgramError.Reason {
    let text = preface ?? (unfinished.isEmpty ? nil : String(decoding: unfinished.prefix(500), as: UTF8.self))
    switch failure {
    case .ended where hasGreeting: return .ended(status: status)
    case .ended: return .unusable(text ?? "it ended with status \(status)")
    case .timedOut where !hasGreeting: return .unusable(text ?? "it does not respond")
    default: return failure
    }
  }
}
