import Synchronization

/// A line on standard error that shows the progress of a long operation, and disappears at its end.
final class ProgressLine {
  private let stream: any TextOutput
  private let listener: CommandListener?
  private let isShown: Bool
  private let total: Int
  /// The text on the line. Bytes arrive far more often than it changes.
  private var text = ""

  /// Makes a line for a number of steps, if it is known. It is only shown if standard error is a terminal, or if somebody listens to
  /// the command.
  init(in context: CommandContext, total: Int = .max, isShown: Bool) {
    stream = context.standardError
    listener = context.listener
    self.total = total
    self.isShown = isShown && (stream.isTerminal || listener != nil) && total > 1
  }

  func show(_ text: String) { if isShown { put(text) } }

  /// Shows the number of finished steps, and the name of the last one.
  func show(_ count: Int, _ name: String) {
    guard isShown else { return }
    let width = max(10, min(30, (stream.columns ?? 80) - 40))
    let filled = total == 0 ? width : width * min(count, total) / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    put("\(bar) \(count)/\(total) \(name)")
  }

  /// Removes the line.
  func end() { if isShown { put("") } }

  private func put(_ text: String) {
    guard text != self.text else { return }
    self.text = text
    if let listener { listener.progress(text) } else { stream.show("\r\u{1B}[K\(text)") }
  }
}

/// The line on a terminal that shows the command of git, then the progress of the transfer, as git reports it. The line disappears
/// with the end.
///
/// Git's output contains text of the remote, so control characters are not printed.
final class TransferProgress: Sendable {
  private let stream: any TextOutput
  private let line = Mutex<[UInt8]>([])

  /// Makes a line. It is not shown if the stream is no terminal.
  init(on stream: any TextOutput) { self.stream = stream }

  /// Shows that a command of git begins: a remote can be silent for long.
  ///
  /// The text is shown at once and not after a while, because git and ssh then may have asked a question on this line, which would
  /// disappear. A question is longer than the text and replaces it, because the cursor stays at the start of the line.
  func begin(_ command: String) {
    guard stream.isTerminal, let text = Self.beginnings[command] else { return }
    line.withLock { $0 = Array("\(text)\n".utf8) }
    stream.show("\r\u{1B}[K\(text)\r")
  }

  private static let beginnings = ["clone": "Cloning …", "fetch": "Fetching …", "push": "Pushing …"]

  /// Shows the last line of the output so far.
  func show(_ bytes: [UInt8]) {
    guard stream.isTerminal else { return }
    let text = line.withLock { line -> String in
      for byte in bytes {
        if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
          line.append(UInt8(ascii: "\n"))
        } else {
          if line.last == UInt8(ascii: "\n") { line = [] }
          if line.count < Self.longestLine { line.append(byte) }
        }
      }
      return String(decoding: line.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    // Git names the directory in which it makes a clone. The store is elsewhere.
    guard !text.hasPrefix("Cloning into ") else { return }
    let shown = String(text.unicodeScalars.filter { !$0.properties.isControl }.map(Character.init))
    stream.show("\r\u{1B}[K\(shown.prefix((stream.columns ?? 80) - 1))")
  }

  /// Removes the line.
  func end() {
    let isShown = line.withLock { line in
      defer { line = [] }
      return !line.isEmpty
    }
    if isShown { stream.show("\r\u{1B}[K") }
  }

  private static let longestLine = 1_000
}

extension Unicode.Scalar.Properties {
  /// Whether the character is a control character, which could change the state of a terminal.
  fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
