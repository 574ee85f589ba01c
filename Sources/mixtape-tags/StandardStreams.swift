import FileSystem
import MusicTags

/// The paths on standard input, one on each line. Paths are bytes, which need not be UTF-8.
struct PathInput {
  private var lines = LineBuffer(maximumLength: TagProtocol.longestLine)

  /// Whether no line was too long.
  var isValid: Bool { !lines.hasDroppedLine }

  /// Waits for the next paths; `nil` at the end of the input, and after a line that is too long.
  mutating func next() -> [[CChar]]? {
    while isValid {
      let bytes: [UInt8]
      // Nobody can be told of an error: the program ends as at the end of the input.
      do { bytes = try CompanionProgram.readInput() } catch { return nil }
      guard !bytes.isEmpty else { return nil }
      let paths = lines.append(bytes)
      if isValid, !paths.isEmpty { return paths.map { $0.map { CChar(bitPattern: $0) } + [0] } }
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
