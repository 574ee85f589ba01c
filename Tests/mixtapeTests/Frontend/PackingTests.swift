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

/// A program named `git` that reports its arguments through a pipe.
@Suite(.timeLimit(.generous)) struct PackingTests {
  private let fixture: CommandFixture
  private var pipe: String { fixture.sandbox.root.appending("pipe").string }

  init() throws {
    fixture = try CommandFixture()
    #expect(mkfifo(pipe, 0o600) == 0)
    let program = """
      #!/bin/sh
      { echo "$@"; echo "${GIT_DIR-} ${GIT_INDEX_FILE-} $HOME"; readlink /dev/fd/0 /dev/fd/1; } > '\(pipe)'
      """
    try fixture.sandbox.write(program, to: "../bin/git")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fixture.sandbox.root.appending("bin/git").string)
    fixture.environment["PATH"] = fixture.sandbox.root.appending("bin").string + ":/usr/bin:/bin"
    fixture.environment["GIT_DIR"] = "/elsewhere"
    fixture.environment["GIT_INDEX_FILE"] = "/elsewhere/index"
  }

  @Test func `git packs a large store in the background`() throws {
    try addLooseObjects()
    let outcome = fixture.mixtape(["rename", "calm", "Still"])
    #expect(outcome.status == .done && outcome.errors == "")
    // Reading blocks until something is written.
    let said = try fixture.shell("cat '\(pipe)'")
    #expect(
      said.split(separator: "\n") == [
        "-C \(fixture.sandbox.store) --no-pager -c core.hooksPath=/dev/null -c core.fsmonitor=false gc --auto --quiet --no-prune",
        "  \(fixture.environment["HOME"] ?? "")",
        "/dev/null", "\(pipe)",
      ])
  }

  @Test func `a store can be changed without git`() throws {
    try addLooseObjects()
    let outcome = fixture.mixtape(["rename", "calm", "Still"], settings: ["PATH": "/nowhere"])
    #expect(outcome.status == .done && outcome.errors == "")
  }

  /// More loose objects than the limit of git, in the directory that git counts.
  private func addLooseObjects() throws {
    for number in 100..<200 {
      try fixture.sandbox.write("", to: ".git/objects/17/\(String(repeating: "0", count: 35))\(number)")
    }
  }
}
