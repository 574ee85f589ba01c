import Synchronization
import SystemPackage

@testable import mixtape

/// An output that records the written text.
final class CapturedOutput: TextOutput {
  private let written = Mutex("")
  let isTerminal: Bool
  let columns: Int?
  let rows: Int?

  init(isTerminal: Bool, columns: Int? = 80, rows: Int? = nil) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.rows = rows
  }

  var text: String { written.withLock { $0 } }

  func write(_ text: String) throws(Errno) { written.withLock { $0 += text } }
}

/// An output on which every write fails.
struct BrokenOutput: TextOutput {
  let error: Errno

  var isTerminal: Bool { false }
  var columns: Int? { nil }
  var rows: Int? { nil }

  func write(_ text: String) throws(Errno) { throw error }
}

/// An input with given lines.
final class PreparedInput: TextInput {
  private let lines: Mutex<[String]>
  let isTerminal: Bool

  init(_ lines: [String], isTerminal: Bool) {
    self.lines = Mutex(lines)
    self.isTerminal = isTerminal
  }

  func readLine() throws(Errno) -> String? {
    lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func readAll(atMost limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while let line = try readLine() { bytes += "\(line)\n".utf8 }
    if bytes.count > limit { throw .fileTooLarge }
    return bytes
  }
}
