extension Session {
  /// Prints differences in the unified format: in colors for people, byte by byte for programs.
  func print(patch: String) {
    guard isForPeople else { return print(raw: patch) }
    for line in patch.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      print(StyledText(line: String(line), Self.style(ofPatchLine: line)))
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
