import TerminalUI

/// A line on standard error that shows the progress of a long operation, and disappears at its end.
struct ProgressLine {
  private let stream: any TextOutput
  private let listener: CommandListener?
  private let isShown: Bool
  private let total: Int

  /// Makes a line for a number of steps. It is only shown if standard error is a terminal, or if somebody listens to the command.
  init(in context: CommandContext, total: Int, isShown: Bool) {
    stream = context.standardError
    listener = context.listener
    self.total = total
    self.isShown = isShown && (stream.isTerminal || listener != nil) && total > 1
  }

  /// Makes a line for an operation with an unknown number of steps.
  init(in context: CommandContext, isShown: Bool) { self.init(in: context, total: .max, isShown: isShown) }

  /// Shows a text.
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

  private func put(_ text: String) { if let listener { listener.progress(text) } else { write("\r\u{1B}[K\(text)") } }

  private func write(_ text: String) {
    // A failure to show progress is not an error. A later write to the stream reports it.
    do { try stream.write(text) } catch { return }
  }
}
