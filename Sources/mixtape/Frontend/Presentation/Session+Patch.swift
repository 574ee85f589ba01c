import TerminalUI

extension Session {
  /// Prints differences in the unified format. `git apply` takes them, so they keep every byte, unless they go to a
  /// terminal or have colors: then they are shown as ``print(patch:)`` shows them.
  func print(applicablePatch patch: String) {
    if isForPeople { print(patch: patch) } else { print(raw: patch) }
  }

  /// Prints differences in the unified format, with control characters written out.
  func print(patch: String) {
    // As characters, a carriage return and its line feed are one: only the bytes tell them apart.
    for line in patch.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      print(StyledText(line: String(Substring(line)), Self.style(ofPatchLine: Substring(line))))
    }
  }

  private static func style(ofPatchLine line: Substring) -> StyledText.Style? {
    if ["diff ", "index ", "--- ", "+++ ", "new file", "deleted file"].contains(where: line.hasPrefix) { return .bold }
    switch line.first {
    case "@": return .cyan
    case "+": return .green
    case "-": return .red
    default: return nil
    }
  }
}
