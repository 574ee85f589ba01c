import Synchronization
import SystemPackage

/// Splits input into lines.
final class InputLines: Sendable {
  private let state = Mutex(State())

  fileprivate struct State {
    var bytes: [UInt8] = []
    /// The start of the next line.
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
