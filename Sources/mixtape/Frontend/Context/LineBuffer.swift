import Synchronization
import SystemPackage

/// Cuts input that comes in pieces into lines.
final class LineBuffer: Sendable {
  private let state = Mutex(State())

  fileprivate struct State {
    var bytes: [UInt8] = []
    /// Where the next line starts.
    var start = 0
    /// How far a line feed has been looked for.
    var scanned = 0
  }

  /// The next line without its end, or `nil` when there is nothing left.
  ///
  /// - Parameter read: The next piece of the input; none at its end.
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

extension LineBuffer.State {
  fileprivate mutating func takeLine(to end: Int, next: Int) -> String {
    var line = bytes[start..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    start = next
    scanned = next
    return String(decoding: line, as: UTF8.self)
  }
}
