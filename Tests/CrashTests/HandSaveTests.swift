import SystemPackage
import TestSupport
import Testing

/// Saves by hand at every system call of a change, while the program is stopped.
@Suite("Saves by hand during a change", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct HandSaveTests {
  private static let saved = Array("# Saved in the middle.\nname = 'Mine'\n".utf8)

  @Test func `a save of another file is always kept`() throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(.addition)
    for position in prepared.positions(oneOf: 7, using: &generator) {
      #expect(try isKept(savedTo: "playlists/focus.toml", before: position, prepared), "saved before call \(position)")
    }
  }

  /// A documented limit: a save between the last comparison of a file and its replacement is lost.
  @Test func `a save of the same file is lost only in the instant before its replacement`() throws {
    let prepared = try Prepared(.addition)
    let replacement =
      try #require(prepared.calls.firstIndex { $0.path.hasSuffix(".morning.toml.mixtape-tmp") && $0.name == "rename" })
      + 1
    let lost = try (1...prepared.calls.count).filter {
      try !isKept(savedTo: "playlists/morning.toml", before: $0, prepared)
    }
    guard let first = lost.first else { return }
    #expect(lost == Array(first...replacement))
  }

  /// Returns whether history contains a save exactly. Checks that the store is intact.
  private func isKept(savedTo path: String, before position: Int, _ prepared: Prepared) throws -> Bool {
    let sandbox = try Sandbox.holding(prepared.origin)
    var isSaved = false
    let run = try Program(sandbox: sandbox).run(.addition) { reached, _ in
      guard reached == position else { return }
      isSaved = true
      // Like an editor: a new file replaces the old one.
      try sandbox.write(Self.saved, to: "../saved")
      try sandbox.rename("../saved", to: path)
    }
    try #require(isSaved && run.status == 0, "saved before call \(position): \(run.output)")
    try sandbox.continueWithNextCommand()
    let ending = try FinalState(of: sandbox)
    #expect(ending.status == [] && ending.complaints == [], "saved before call \(position)")
    let content = try sandbox.git("hash-object", "--stdin", input: String(decoding: Self.saved, as: UTF8.self))
    return try sandbox.git("log", "--format=", "--raw", "--no-abbrev", "--", path).contains(content)
  }
}
