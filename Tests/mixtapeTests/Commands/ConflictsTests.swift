import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// `mixtape conflicts` with values that both sides of a sync changed.
@Suite struct ConflictsTests {
  private let fixture: CommandFixture

  /// Makes a store with a conflict of `name` and one of `description` of `morning`.
  init() throws {
    fixture = try CommandFixture()
    let remote = try BareRepository(in: fixture.sandbox)
    try fixture.sandbox.git("remote", "add", "origin", remote.directory.string)
    _ = fixture.mixtape(["sync"])
    let clone = fixture.sandbox.root.appending("clone").string
    _ = fixture.mixtape(["clone", remote.directory.string, clone])
    for (name, store) in [("Dawn", clone), ("Dusk", nil)] as [(String, String?)] {
      let options = store.map { ["--store", $0] } ?? []
      _ = fixture.mixtape(["update", "morning", "--name", name, "--description", "At \(name)."] + options)
      _ = fixture.mixtape(["sync"] + options)
    }
  }

  @Test func `the keys in conflict are named if another one is given`() throws {
    let outcome = fixture.mixtape(["conflicts", "morning", "names", "--take", "mine"])
    #expect(outcome.status == .notFound)
    #expect(
      outcome.errors == """
        error: there is no conflict of "names" of "morning"
        hint: keys in conflict: `description`, `name`

        """)
    #expect(fixture.mixtape(["conflicts", "morning", "names"]).errors == "No conflicts.\n")
  }

  @Test func `one key is decided, and the other stays open`() throws {
    #expect(fixture.mixtape(["conflicts", "morning", "name", "--take", "theirs"]).status == .done)
    #expect(fixture.mixtape(["conflicts"]).output.contains("`description`"))
    #expect(!fixture.mixtape(["conflicts"]).output.contains("`name`"))
  }
}
