import FileSystem
import MusicTags

/// The paths on standard input, one on each line. Paths are bytes, which need not be UTF-8.
struct PathInput {
  private var pending: [UInt8] = []
  /// Whether no line was too long.
  private(set) var isValid = true

  /// Waits for the next paths; `nil` at the end of the input, and after a line that is too long.
  mutating func next() -> [[CChar]]? {
    while isValid {
      do {
        let bytes = try CompanionProgram.readInput()
        guard !bytes.isEmpty else { return nil }
        pending += bytes
      } catch {
        // Nobody can be told: the program ends as at the end of the input.
        return nil
      }
      var lines = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let rest = Array(lines.removeLast())
      isValid = (lines + [rest[...]]).allSatisfy { $0.count <= TagProtocol.longestLine }
      pending = rest
      if isValid, !lines.isEmpty { return lines.map { $0.map { CChar(bitPattern: $0) } + [0] } }
    }
    return nil
  }
}

/// Standard output, which blocks until the reader takes the bytes.
enum StandardOutput {
  /// Writes a text. Returns `false` if the output is closed.
  static func write(_ text: String) -> Bool {
    do { try CompanionProgram.writeOutput(text.utf8) } catch { return false }
    return true
  }
}
