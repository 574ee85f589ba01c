import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that is called `git` and says through a pipe how it was started.
@Suite(.timeLimit(.generous)) struct PackingTests {
  private let laboratory: Laboratory
  private var pipe: String { laboratory.sandbox.root.appending("pipe").string }

  init() throws {
    laboratory = try Laboratory()
    #expect(mkfifo(pipe, 0o600) == 0)
    let program = """
      #!/bin/sh
      { echo "$@"; echo "${GIT_DIR-} ${GIT_INDEX_FILE-} $HOME"; readlink /dev/fd/0 /dev/fd/1; } > '\(pipe)'
      """
    try laboratory.sandbox.write(program, to: "../bin/git")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: laboratory.sandbox.root.appending("bin/git").string)
    laboratory.environment["PATH"] = laboratory.sandbox.root.appending("bin").string + ":/usr/bin:/bin"
    laboratory.environment["GIT_DIR"] = "/elsewhere"
    laboratory.environment["GIT_INDEX_FILE"] = "/elsewhere/index"
  }

  @Test func `git packs a store of many changes, in the background and away from the terminal`() throws {
    try addLooseObjects()
    let outcome = laboratory.mixtape(["rename", "calm", "Still"])
    #expect(outcome.status == .done && outcome.errors == "")
    // Reading waits until somebody writes.
    let said = try laboratory.shell("cat '\(pipe)'")
    #expect(
      said.split(separator: "\n") == [
        "-C \(laboratory.sandbox.store) gc --auto --quiet --no-prune", "  \(laboratory.environment["HOME"] ?? "")",
        "/dev/null", "\(pipe)",
      ])
  }

  @Test func `a store without git is changed all the same`() throws {
    try addLooseObjects()
    let outcome = laboratory.mixtape(["rename", "calm", "Still"], settings: ["PATH": "/nowhere"])
    #expect(outcome.status == .done && outcome.errors == "")
  }

  /// More objects than git leaves alone, where it counts them.
  private func addLooseObjects() throws {
    for number in 100..<200 {
      try laboratory.sandbox.write("", to: ".git/objects/17/\(String(repeating: "0", count: 35))\(number)")
    }
  }
}
