import FileSystem
import Foundation
import MixtapeModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Requests to end the process while git transfers changes.
@Suite struct SyncInterruptionTests {
  private let clones: Clones
  private let marks: Marks

  init() throws {
    clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    marks = Marks(in: clones.first.sandbox.root)
  }

  /// The calls of the interruptions, and the process of git, which writes its id when it runs.
  private final class Marks: Sendable {
    let gitID: String
    private let holds = Mutex(0)
    private let ends = Mutex<[Bool]>([])

    init(in root: FilePath) { gitID = root.appending("git-id").string }

    /// A line of `sh` that tells that the process runs.
    var line: String { "echo $$ > '\(gitID).new'; mv '\(gitID).new' '\(gitID)'" }

    var isBalanced: Bool { holds.withLock { $0 == 0 } }
    /// For each time that the process may end: whether a directory exists.
    var endsWithDirectory: [Bool] { ends.withLock(\.self) }

    /// Returns interruptions that request the end of the process as soon as git runs.
    func interruptions(watching directory: FilePath? = nil) -> Interruptions {
      Interruptions(
        hold: { self.holds.withLock { $0 += 1 } },
        release: {
          guard self.holds.withLock({ holds in (holds -= 1, holds == 0).1 }), let directory else { return }
          self.ends.withLock { $0.append(FileManager.default.fileExists(atPath: directory.string)) }
        }, isRequested: { FileManager.default.fileExists(atPath: self.gitID) })
    }
  }

  /// Returns the context of a store whose git hangs in a command.
  ///
  /// - Parameter hang: A line of `sh` that hangs; `$mark` in it tells the tests that git runs.
  private func context(
    hangingIn command: String, by hang: String = "$mark; exec sleep 600", watching directory: FilePath? = nil
  ) throws -> Store.Context {
    let sandbox = clones.first.sandbox
    try sandbox.write(
      """
      #!/bin/sh
      case "$*" in *\(command)*) \(hang.replacing("$mark", with: marks.line)) ;; esac
      PATH=${PATH#*:} exec git "$@"

      """, to: "../programs/git")
    try sandbox.makeExecutable("../programs/git")
    var environment = sandbox.environment
    environment["PATH"] = "\(sandbox.root.appending("programs")):\(environment["PATH"] ?? "/usr/bin:/bin")"
    return Store.Context(
      environment: environment, now: { Date() }, interruptions: marks.interruptions(watching: directory))
  }

  private func expectGitEnded() throws {
    #expect(marks.isBalanced)
    let answer = try clones.first.sandbox.shell("kill -0 $(cat '\(marks.gitID)') 2>/dev/null || echo ended")
    #expect(answer == "ended\n")
  }

  @Test(arguments: [GitProgram.Interaction.none, .terminal])
  func `a request to end the process ends the git of a sync`(interaction: GitProgram.Interaction) throws {
    try clones.first.store.rename(.id("a"), to: "B")
    let store = try Store(at: clones.first.sandbox.store, context: try context(hangingIn: "push"))
    expectError(.stopped) { try store.sync(by: GitProgram(interaction)) }
    try expectGitEnded()
  }

  /// Otherwise, the end of git is not seen: the child keeps the output open.
  @Test func `the children of git are asked to end, too`() throws {
    try clones.first.store.rename(.id("a"), to: "B")
    let asked = clones.first.sandbox.root.appending("asked")
    let child = "(trap 'echo yes > '\(asked)'; exit' TERM; $mark; while :; do sleep 0.01; done) & wait"
    let store = try Store(at: clones.first.sandbox.store, context: try context(hangingIn: "push", by: child))
    expectError(.stopped) { try store.sync(by: .quiet) }
    try expectGitEnded()
    #expect(FileManager.default.fileExists(atPath: asked.string))
  }

  @Test func `a request to end the process leaves nothing of a clone`() throws {
    let directory = clones.first.sandbox.root.appending("copy")
    let context = try context(hangingIn: "clone", watching: directory)
    expectError(.stopped) { _ = try Store.clone(clones.remote.string, to: directory, context: context, by: .quiet) }
    try expectGitEnded()
    #expect(marks.endsWithDirectory == [false])
  }
}
