import SystemPackage
import TestSupport
import Testing

/// Somebody saves a file by hand while a change is made: at every call of it, with the program standing still.
@Suite("Saves in the middle of a change", .enabled(if: Program.isSupported, "programs are traced on Linux alone"))
struct HandSaveTests {
  private static let saved = Array("# Saved in the middle.\nname = 'Mine'\n".utf8)

  @Test func `a save of another file is always kept`() throws {
    let prepared = try Prepared(.addition)
    for position in stride(from: 1, through: prepared.calls.count, by: isThorough ? 1 : 3) {
      #expect(try isKept(savedTo: "playlists/focus.toml", before: position, prepared), "saved before call \(position)")
    }
  }

  /// What is not promised: between the last look at a file and its renaming, a save of that file is lost.
  @Test func `a save of the same file is kept but for the instant before it is replaced`() throws {
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

  /// Whether a save at a call is in history in the end, byte by byte, in a store that is sound.
  private func isKept(savedTo path: String, before position: Int, _ prepared: Prepared) throws -> Bool {
    let sandbox = try Sandbox.holding(prepared.origin)
    var isSaved = false
    let run = try Program(sandbox: sandbox).run(.addition) { reached, _ in
      guard reached == position else { return }
      isSaved = true
      // As editors save: a new file takes the place of the old one.
      try sandbox.write(Self.saved, to: "../saved")
      try sandbox.rename("../saved", to: path)
    }
    try #require(isSaved && run.status == 0, "saved before call \(position): \(run.output)")
    try sandbox.continueWithNextCommand()
    let ending = try Ending(of: sandbox)
    #expect(ending.status == [] && ending.complaints == [], "saved before call \(position)")
    let content = try sandbox.git("hash-object", "--stdin", input: String(decoding: Self.saved, as: UTF8.self))
    return try sandbox.git("log", "--format=", "--raw", "--no-abbrev", "--", path).contains(content)
  }
}
