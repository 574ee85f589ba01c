import SystemPackage
import TestSupport
import Testing

/// That the harness sees what it is there to see.
@Suite("The harness", .enabled(if: Program.isSupported, "programs are traced on Linux alone"))
struct HarnessTests {
  /// The filter stops the program at every call that is not known to leave files alone. One that is known neither as
  /// harmless nor as one that changes files has to be sorted, in `SystemCalls.c`. Kills look at changes in this way too.
  @Test(arguments: ["init", "status", "list", "history", "doctor", "undo"])
  func `every system call is known`(command: String) throws {
    let sandbox = try Sandbox.holding(try Prepared(.addition).origin)
    #expect(try Program(sandbox: sandbox).run([command]).unknownCalls == [])
  }

  @Test func `a kill comes before the call, a tear in its middle`() throws {
    let prepared = try Prepared(.addition)
    let write = try #require(prepared.calls.firstIndex { $0.isWrite && $0.path.contains("mixtape-tmp") }) + 1
    let temporary = "playlists/.morning.toml.mixtape-tmp"
    let whole = try #require(prepared.after["playlists/morning.toml"])
    let expected: [(Fault.Kind, [UInt8])] = [(.kill, []), (.tear, Array(whole.prefix(whole.count / 2)))]
    for (kind, bytes) in expected {
      let sandbox = try Sandbox.holding(prepared.origin)
      let run = try Program(sandbox: sandbox).run(.addition, with: Fault(kind: kind, position: write))
      #expect(run.status == nil)
      #expect(run.calls.count == write)
      #expect(try Snapshot(of: sandbox.store).files[temporary] == bytes)
    }
  }

  @Test func `a failure is what the program gets to see`() throws {
    let prepared = try Prepared(.addition)
    let sandbox = try Sandbox.holding(prepared.origin)
    let run = try Program(sandbox: sandbox).run(
      .addition, with: Fault(kind: .failure(.noSpace), position: 1, lasts: true))
    #expect(run.status == 74)
    #expect(run.output.contains("no space left on device"))
    #expect(try Snapshot(of: sandbox.store) == prepared.origin)
  }
}
