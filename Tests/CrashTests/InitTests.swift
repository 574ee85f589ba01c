import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Interrupted creations of a store.
@Suite("Creating a store", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct InitTests {
  /// The place of the new store.
  enum Place: CaseIterable {
    case emptyDirectory, repositoryWithFiles, repositoryWithAttributes
  }

  /// After a kill at any call, a second `init` creates the store, or reports that it exists.
  @Test(arguments: Place.allCases)
  func `init succeeds after a kill`(_ place: Place) throws {
    let origin = try origin(place)
    let sandbox = try Sandbox.holding(origin)
    var killedStores: [(instant: String, files: Snapshot)] = []
    let run = try Program(sandbox: sandbox).run(["init"]) { position, call in
      let files = try Snapshot(of: sandbox.store).withoutTemporaryObjects
      if files != killedStores.last?.files { killedStores.append(("before call \(position), \(call)", files)) }
    }
    try #require(run.status == 0, "\(run.output)")
    try sandbox.continueWithNextCommand()
    let whole = try FinalState(of: sandbox)
    var generator = SeededGenerator()
    for killedStore in killedStores.sample(oneOf: 3, using: &generator) {
      try expectMade(try Sandbox.holding(killedStore.files), whole, "killed \(killedStore.instant), \(generator)")
    }
  }

  private func expectMade(_ sandbox: Sandbox, _ whole: FinalState, _ comment: Comment) throws {
    do {
      try makeAgain(sandbox)
      try sandbox.continueWithNextCommand()
      let left = try Snapshot(of: sandbox.store)
      #expect(left.leftovers == [] && !left.directories.contains { $0.hasPrefix(".mixtape-init") }, comment)
      let ending = try FinalState(of: sandbox)
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
    let sandbox = try Sandbox()
    for (path, text) in Change.files { try sandbox.write(text, to: path) }
    if place != .emptyDirectory {
      try sandbox.write("Notes.\n", to: "README.md")
      try sandbox.git("init", "-q", "-b", "main")
      try sandbox.git("add", "README.md")
      try sandbox.git("commit", "-q", "-m", "Notes")
      // The new store adds its line, and commits the whole file.
      if place == .repositoryWithAttributes { try sandbox.write("*.md text", to: ".gitattributes") }
    }
    return try Snapshot(of: sandbox.store)
  }
}
