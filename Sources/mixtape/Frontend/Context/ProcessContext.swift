import FileSystem
import GitHistory
import MixtapeStore
import StoreBrowser
import Synchronization
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension CommandContext {
  static let process: CommandContext = {
    let environment = ProcessInfo.processInfo.environment
    return CommandContext(
      directory: FilePath(FileManager.default.currentDirectoryPath), environment: environment, now: { Date() },
      utcOffset: Signature.localUTCOffset, standardInput: DescriptorInput(.standardInput),
      standardOutput: DescriptorOutput(.standardOutput, environment),
      standardError: DescriptorOutput(.standardError, environment), interruptions: interruptions)
  }()

  /// Delays the end of the process by a signal until a change is complete.
  private static let interruptions = Interruptions(
    hold: { ProcessEnd.hold() }, release: { ProcessEnd.release() }, isRequested: { ProcessEnd.isRequested })
}

/// Unbuffered output to a file descriptor.
private struct DescriptorOutput: TextOutput {
  let descriptor: FileDescriptor
  let isTerminal: Bool
  let columns: Int?
  let rows: Int?

  init(_ descriptor: FileDescriptor, _ environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor.rawValue) == 1
    var size = winsize()
    let isKnown = isTerminal && ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &size) == 0
    columns = Self.number(environment["COLUMNS"]) ?? (isKnown && size.ws_col > 0 ? Int(size.ws_col) : nil)
    rows = Self.number(environment["LINES"]) ?? (isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil)
  }

  private static func number(_ text: String?) -> Int? {
    text.flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }

  func write(_ text: String) throws(Errno) {
    try withErrno { _ = try descriptor.writeAll(text.utf8) }
  }
}

/// Input from a file descriptor, line by line.
private final class DescriptorInput: TextInput {
  private let descriptor: FileDescriptor
  private let lines = InputLines()

  init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  func readLine() throws(Errno) -> String? {
    try lines.next { () throws(Errno) -> [UInt8] in try descriptor.readPiece() }
  }

  /// Reads the rest of the input. Lines that were read before are not returned again.
  func readAll(atMost limit: Int) throws(Errno) -> [UInt8] { try descriptor.readRest(atMost: limit) }
}

/// Turns a write to a closed pipe into an error. By default, such a write would end the process in the middle of a change.
func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// Opens `/dev/null` for standard streams that are closed. Otherwise a file opened later would get the number of one of them,
/// and receive its output.
///
/// A closed standard output gets it for reading only, so that a write to it still fails. Messages are discarded.
func openClosedStreams() {
  for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // `open` returns the lowest free number, which is this one.
    _ = open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY)
  }
}

/// Returns the position of the first argument that is not UTF-8, counted from 1 after the program's name.
func firstArgumentThatIsNotUTF8() -> Int? {
  (1..<max(1, Int(CommandLine.argc))).first { position in
    CommandLine.unsafeArgv[position].map { String(validatingCString: $0) == nil } ?? false
  }
}

func exitProcess(_ status: ExitStatus) -> Never {
  exit(status.rawValue)
}

final class InputLines: Sendable {
  private let state = Mutex(State())

  fileprivate struct State {
    var bytes: [UInt8] = []
    var start = 0
    /// The end of the part without a line feed.
    var scanned = 0
  }

  /// Returns the next line without its line ending; `nil` at the end of the input.
  ///
  /// - Parameter read: Returns the next bytes of the input; none at its end.
  func next(reading read: () throws(Errno) -> [UInt8]) throws(Errno) -> String? {
    try state.withLock { state throws(Errno) in
      while true {
        if let end = state.bytes[state.scanned...].firstIndex(of: UInt8(ascii: "\n")) {
          return state.takeLine(to: end, next: end + 1)
        }
        state.scanned = state.bytes.count
        let piece = try read()
        if piece.isEmpty {
          return state.start < state.bytes.count ? state.takeLine(to: state.bytes.count, next: state.bytes.count) : nil
        }
        state.bytes.removeSubrange(..<state.start)
        state.scanned -= state.start
        state.start = 0
        state.bytes += piece
      }
    }
  }
}

extension InputLines.State {
  fileprivate mutating func takeLine(to end: Int, next: Int) -> String {
    var line = bytes[start..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    start = next
    scanned = next
    return String(decoding: line, as: UTF8.self)
  }
}
