import SystemPackage
import TestSupport
import Testing

/// Tests of the test harness.
@Suite("The test harness", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct HarnessTests {
  /// The filter stops the program at every call that may change files. A call that is classified neither as harmless
  /// nor as changing files must be added to `SystemCalls.c`.
  @Test(arguments: ["init", "status", "list", "history", "doctor", "undo"])
  func `every system call is known`(command: String) throws {
    let sandbox = try Sandbox.holding(try Prepared(.addition).origin)
    #expect(try Program(sandbox: sandbox).run([command]).unknownCalls == [])
  }

  @Test func `a kill happens before the call, a tear in the middle of it`() throws {
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

  @Test func `the program receives the injected failure`() throws {
    let prepared = try Prepared(.addition)
    let sandbox = try Sandbox.holding(prepared.origin)
    let run = try Program(sandbox: sandbox).run(
      .addition, with: Fault(kind: .failure(.noSpace), position: 1, lasts: true))
    #expect(run.status == 74)
    #expect(run.output.contains("no space left on device"))
    #expect(try Snapshot(of: sandbox.store) == prepared.origin)
  }
}
