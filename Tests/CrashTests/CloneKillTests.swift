import FileSystem
import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A kill of `mixtape clone` at every call by which it changes a file.
@Suite("Kills of clones", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct CloneKillTests {
  /// The result of the next clone.
  private enum Outcome {
    case cloned, existed, unfinished
  }

  @Test(arguments: [false, true]) func `the next clone after a kill works or says what to do`(exists: Bool) throws {
    let origin = try origin(exists: exists)
    let states = try killedStates(of: origin)
    var generator = SeededGenerator()
    var outcomes: Set<Outcome> = []
    for (instant, state) in [states[0]] + states.sample(oneOf: 3, using: &generator) + states.suffix(1) {
      let sandbox = try Sandbox.holding(state)
      // A store appears with all of its files, so that none of them counts as deleted by hand.
      if isRepository(sandbox) { try expectStore(in: sandbox, "killed \(instant)") }
      let outcome = try cloneAgain(in: sandbox)
      if outcome == .unfinished {
        try FileManager.default.removeItem(atPath: place(in: sandbox).string)
        #expect(try cloneAgain(in: sandbox) == .cloned)
      }
      try expectComplete(sandbox, "killed \(instant), \(generator)")
      outcomes.insert(outcome)
    }
    #expect(outcomes.isSuperset(of: [.cloned, .existed]))
  }

  @Test func `git that was killed leaves no store`() throws {
    let sandbox = try Sandbox.holding(try origin(exists: true))
    // Git was killed while it checked out files.
    try sandbox.git("clone", "-q", "remote.git", "c/.mixtape-clone-4711")
    _ = try sandbox.shell("cd c/.mixtape-clone-4711 && rm -r playlists && mv .git/index .git/index.lock")
    #expect(try cloneAgain(in: sandbox) == .cloned)
    try expectComplete(sandbox, "after a kill of git")
  }

  @Test func `a clone waits for the git of a killed clone, or names it`() throws {
    let sandbox = try Sandbox.holding(try origin(exists: true))
    let mark = sandbox.root.appending("git-id").string
    try sandbox.write(
      "#!/bin/sh\necho $$ > '\(mark).new'; mv '\(mark).new' '\(mark)'; exec sleep 600\n", to: "../programs/git")
    try sandbox.makeExecutable("../programs/git")
    var environment = sandbox.environment
    environment["PATH"] = "\(sandbox.root.appending("programs")):\(environment["PATH"] ?? "/usr/bin:/bin")"
    let (address, place) = (sandbox.store.appending("remote.git").string, place(in: sandbox))
    let program = try SpawnedProcess(
      BuiltPrograms.path(of: "mixtape").string, ["clone", address, place.string], environment: environment,
      sharing: .nothing)
    while !FileManager.default.fileExists(atPath: mark), !program.hasEnded { SystemCalls.pause(microseconds: 1_000) }
    program.end()
    _ = try program.wait()
    let id = try #require(Int32(String(decoding: try sandbox.read("../git-id").dropLast(), as: UTF8.self)))
    let error = #expect(throws: MixtapeError.self) {
      _ = try Store.clone(address, to: place, context: sandbox.context, by: GitProgram(.none))
    }
    var process: SyncRefusal.RunningProcess?
    if case .cloneRunning(place.string, by: let holder)? = error?.cause as? SyncRefusal { process = holder }
    #expect(process?.id == id && process?.name == "sleep", "\(String(describing: error))")
    kill(id, SIGKILL)
    #expect(try cloneAgain(in: sandbox, patience: .seconds(60)) == .cloned)
    try expectComplete(sandbox, "after the end of the other git")
  }

  @Test func `a directory with other files is not touched`() throws {
    let sandbox = try Sandbox.holding(try origin(exists: true))
    for path in ["c/notes.txt", "c/.mixtape-clone-4711/mixtape.toml"] { try sandbox.write("Mine.\n", to: path) }
    let before = try Snapshot(of: sandbox.store)
    #expect(try cloneAgain(in: sandbox) == .unfinished)
    #expect(try Snapshot(of: sandbox.store) == before)
  }

  // MARK: The remote and the clone

  /// Returns a directory with a remote, and perhaps an empty directory for the clone.
  private func origin(exists: Bool) throws -> Snapshot {
    let sandbox = try Sandbox()
    for (path, text) in Change.files { try sandbox.write(text, to: "a/\(path)") }
    _ = try Store.initialize(at: sandbox.store.appending("a"), from: nil, context: sandbox.context)
    try sandbox.git("clone", "-q", "--bare", "a", "remote.git")
    try FileManager.default.removeItem(atPath: sandbox.store.appending("a").string)
    if exists { _ = try sandbox.shell("mkdir c") }
    return try Snapshot(of: sandbox.store)
  }

  private func place(in sandbox: Sandbox) -> FilePath { sandbox.store.appending("c") }

  private func isRepository(_ sandbox: Sandbox) -> Bool {
    FileManager.default.fileExists(atPath: place(in: sandbox).appending(".git").string)
  }

  /// Returns every state of the files after a kill at any call of a clone.
  private func killedStates(of origin: Snapshot) throws -> [(instant: String, state: Snapshot)] {
    let sandbox = try Sandbox.holding(origin)
    var states: [(instant: String, state: Snapshot)] = []
    let run = try Program(sandbox: sandbox).run(
      ["clone", "remote.git", "c"], below: place(in: sandbox)
    ) { position, call in
      let state = try Snapshot(of: sandbox.store).withoutTemporaryObjects
      if state != states.last?.state { states.append(("before call \(position), \(call)", state)) }
    }
    try #require(run.status == 0, "\(run.output)")
    states.append(("at the end", try Snapshot(of: sandbox.store)))
    try #require(states.count > 8)
    return states
  }

  private func cloneAgain(in sandbox: Sandbox, patience: Duration = .zero) throws -> Outcome {
    let address = sandbox.store.appending("remote.git").string
    let context = Store.Context(environment: sandbox.environment, now: { Date() }, lockPatience: patience)
    do throws(MixtapeError) {
      _ = try Store.clone(address, to: place(in: sandbox), context: context, by: GitProgram(.none))
      return .cloned
    } catch {
      switch error.cause as? SyncRefusal {
      case .directoryNotEmpty: return .existed
      case .unfinishedClone: return .unfinished
      default: throw error
      }
    }
  }

  /// Checks that the clone has all files and settings, and nothing else.
  private func expectComplete(_ sandbox: Sandbox, _ comment: Comment) throws {
    try expectStore(in: sandbox, comment)
    let left = try Snapshot(of: place(in: sandbox))
    #expect(left.leftovers == [] && !left.directories.contains { $0.hasPrefix(".mixtape-clone") }, comment)
  }

  /// Checks that the clone has all files and settings.
  private func expectStore(in sandbox: Sandbox, _ comment: Comment) throws {
    let place = place(in: sandbox)
    #expect(try sandbox.git("status", "--porcelain", in: place) == "", comment)
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling", "--no-progress", in: place) == "", comment)
    #expect(try sandbox.git("config", "merge.mixtape.driver", in: place).contains("merge-file"), comment)
    let store = try Store(at: place, context: sandbox.context)
    #expect(try store.status().nextUndo == nil, comment)
    #expect(try Snapshot(of: place).storeFiles.count == Change.files.count + 1, comment)
  }
}
