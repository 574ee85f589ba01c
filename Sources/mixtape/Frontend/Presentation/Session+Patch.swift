extension Session {
  /// Prints differences in the unified format: in colors for people, byte by byte for programs.
  func print(patch: String) {
    guard isForPeople else { return print(raw: patch) }
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
