import GitHistory
import TestSupport
import Testing

/// Differences, compared with git.
@Suite struct UnifiedDiffTests {
  /// Returns the output of git for the same two contents.
  private func expected(_ old: String?, _ new: String?) throws -> String {
    let sandbox = try Sandbox(committing: old.map { ["playlists/a.toml": $0] } ?? [:])
    if let new { try sandbox.write(new, to: "playlists/a.toml") } else { try sandbox.remove("playlists/a.toml") }
    try sandbox.git("add", "--all")
    let difference = try sandbox.git("diff", "--cached", "--abbrev=7")
    return difference.isEmpty ? "" : difference + "\n"
  }

  private static let lines = (1...20).map { "line \($0)\n" }.joined()

  @Test(
    arguments: [
      (lines, lines.replacing("line 7\n", with: "line seven\n")),
      (lines, "new first\n" + lines + "new last"),
      ("a\r\nb\r\n", "a\r\nc\r\n"),
      ("no end", "no end\n"),
      (nil, "new\nfile\n"), ("gone\n", nil), (nil, ""), ("", nil),
      ("same\n", "same\n"), ("", "was empty\n"),
      ("[[a]]\nx = 1\n", "[[a]]\nx = 2\n"),
    ] as [(String?, String?)])
  func equalsGit(_ old: String?, _ new: String?) throws {
    let difference = try Repository.unifiedDiff(
      old: old.map { Array($0.utf8) }, new: new.map { Array($0.utf8) }, path: "playlists/a.toml")
    #expect(try String(decoding: difference, as: UTF8.self) == expected(old, new))
  }
}
