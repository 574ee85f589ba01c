import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A store that is just being made.
@Suite("Making a store", .enabled(if: Program.isSupported, "programs are traced on Linux alone"))
struct InitTests {
  /// Where a store is made.
  enum Place: CaseIterable {
    case emptyDirectory, repositoryWithFiles
  }

  /// Killed at any call, `init` is run again: it makes the store, or says that it is made.
  @Test(arguments: Place.allCases)
  func `after a kill, the same command makes the store`(_ place: Place) throws {
    let origin = try origin(place)
    let sandbox = try Sandbox.holding(origin)
    var wrecks: [(instant: String, files: Snapshot)] = []
    let run = try Program(sandbox: sandbox).run(["init"]) { position, call in
      let files = try Snapshot(of: sandbox.store).withoutTemporaryObjects
      if files != wrecks.last?.files { wrecks.append(("before call \(position), \(call)", files)) }
    }
    try #require(run.status == 0, "\(run.output)")
    try sandbox.continueWithNextCommand()
    let whole = try Ending(of: sandbox)
    var generator = SeededGenerator()
    for wreck in wrecks.sample(oneOf: 3, using: &generator) {
      try expectMade(try Sandbox.holding(wreck.files), whole, "killed \(wreck.instant), \(generator)")
    }
  }

  private func expectMade(_ sandbox: Sandbox, _ whole: Ending, _ comment: Comment) throws {
    do {
      try makeAgain(sandbox)
      try sandbox.continueWithNextCommand()
      let left = try Snapshot(of: sandbox.store)
      #expect(left.leftovers == [] && !left.directories.contains { $0.hasPrefix(".mixtape-init") }, comment)
      let ending = try Ending(of: sandbox)
      #expect(ending == whole, comment)
    } catch {
      Issue.record(error, comment)
    }
  }

  private func makeAgain(_ sandbox: Sandbox) throws {
    while true {
      do throws(MixtapeError) {
        _ = try Store.initialize(at: sandbox.store, from: nil, context: sandbox.context)
        return
      } catch {
        if error.code == .storeExists { return }
        guard error.isOfOwnLock else { throw error }
      }
    }
  }

  private func origin(_ place: Place) throws -> Snapshot {
    let sandbox = try Sandbox.inMemory()
    for (path, text) in Change.files { try sandbox.write(text, to: path) }
    if place == .repositoryWithFiles {
      try sandbox.write("Notes.\n", to: "README.md")
      try sandbox.git("init", "-q", "-b", "main")
      try sandbox.git("add", "README.md")
      try sandbox.git("commit", "-q", "-m", "Notes")
    }
    return try Snapshot(of: sandbox.store)
  }
}
