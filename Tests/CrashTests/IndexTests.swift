import MixtapeLibrary
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Kills and failures at every system call that updates the index of the library.
@Suite("The index", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct IndexTests {
  /// Commands that read playlists and the library.
  private static let commands = [["list"], ["podcast", "list"]]

  /// The state of the index before a command.
  enum State: CaseIterable {
    case missing, behind, damaged
  }

  private func store(_ state: State) throws -> Snapshot {
    let sandbox = try Sandbox()
    for (path, text) in Change.files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: sandbox.context)
    if state != .missing { for command in Self.commands { _ = try Program(sandbox: sandbox).run(command) } }
    switch state {
    case .missing: break
    case .behind:
      try sandbox.write("name = 'Changed'\nepisodes = ['p/2']\n", to: "playlists/morning.toml")
      try sandbox.write("title = 'Changed'\n[[episodes]]\nid = '9'\n", to: "library/p.toml")
      try sandbox.remove("playlists/focus.toml")
    case .damaged: try sandbox.write("no database", to: ".git/mixtape/index.sqlite")
    }
    return try Snapshot(of: sandbox.store)
  }

  @Test(arguments: State.allCases)
  func `a kill at any call does not change the output of later commands`(state: State) throws {
    try atEachCall(in: state) { sandbox, command, answer, position in
      for kind in [Fault.Kind.kill, .tear] {
        let sandbox = try Sandbox.holding(sandbox)
        let run = try Program(sandbox: sandbox).run(command, with: Fault(kind: kind, position: position))
        guard run.metFault else { return false }
        for _ in 1...2 {
          let next = try Program(sandbox: sandbox).run(command)
          #expect(next.status == 0 && next.output == answer, "\(kind) at call \(position): \(run)")
        }
        let path = sandbox.store.appending(".git/mixtape/index.sqlite").string
        #expect(try LibraryIndex(at: path).isIntact(), "\(kind) at call \(position): \(run)")
      }
      return true
    }
  }

  @Test(arguments: State.allCases, isThorough ? [Errno.noSpace, .ioError, .readOnlyFileSystem] : [.noSpace])
  func `a failing disk does not stop commands that read`(state: State, error: Errno) throws {
    try atEachCall(in: state) { sandbox, command, answer, position in
      let sandbox = try Sandbox.holding(sandbox)
      let fault = Fault(kind: .failure(error), position: position, lasts: true)
      let run = try Program(sandbox: sandbox).run(command, with: fault)
      guard run.metFault else { return false }
      #expect(run.status == 0 && run.output == answer, "\(fault): \(run)\n\(run.output)")
      let next = try Program(sandbox: sandbox).run(command)
      #expect(next.status == 0 && next.output == answer, "after \(fault): \(run)\n\(next.output)")
      return true
    }
  }

  /// Calls `body` with the position of each call of a command, until it returns `false`.
  private func atEachCall(
    in state: State, _ body: (Snapshot, [String], _ answer: String, Int) throws -> Bool
  ) throws {
    let origin = try store(state)
    for command in Self.commands {
      let whole = try Program(sandbox: try Sandbox.holding(origin)).run(command)
      try #require(whole.status == 0, "\(whole.output)")
      #expect(whole.unknownCalls == [], "calls that `SystemCalls.c` does not sort")
      #expect(whole.calls.contains { $0.isWrite && $0.path.contains("index.sqlite") })
      var position = 1
      while try body(origin, command, whole.output, position) { position += isThorough ? 1 : 7 }
      #expect(position >= whole.calls.count)
    }
  }
}
