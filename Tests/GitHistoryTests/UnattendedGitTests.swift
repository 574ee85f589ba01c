import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import GitHistory

/// The git that Mixtape starts by itself.
@Suite struct UnattendedGitTests {
  /// The same repository without these arguments runs all programs.
  @Test(arguments: [true, false]) func runsNoProgramOfTheRepository(isUnattended: Bool) throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    for hook in ["pre-auto-gc", "reference-transaction", "post-index-change", "monitor"] {
      try sandbox.write("#!/bin/sh\necho \(hook) >> '\(sandbox.root)/ran'\n", to: ".git/hooks/\(hook)")
      try sandbox.makeExecutable(".git/hooks/\(hook)")
    }
    try sandbox.git("config", "core.fsmonitor", ".git/hooks/monitor")
    try sandbox.git("config", "core.pager", "echo pager >> '\(sandbox.root)/ran'")
    try sandbox.git("config", "gc.auto", "1")
    try sandbox.git("config", "gc.autoDetach", "false")
    for number in 100..<200 {
      try sandbox.write("", to: ".git/objects/17/\(String(repeating: "0", count: 35))\(number)")
    }
    _ = try sandbox.shell("rm -f ../ran")
    let command = ["gc", "--auto", "--quiet", "--no-prune"]
    if isUnattended {
      sandbox.environment = UnattendedGit.environment(sandbox.environment)
      try sandbox.git(arguments: UnattendedGit.arguments(command, in: sandbox.store))
    } else {
      try sandbox.git(arguments: command)
    }
    let ran = Set(try sandbox.shell("touch ../ran; cat ../ran").split(separator: "\n"))
    #expect(isUnattended ? ran == [] : ran.isSuperset(of: ["pre-auto-gc", "reference-transaction"]), "\(ran)")
    #expect(try sandbox.git("count-objects", "-v").contains("packs: 1"))
  }

  @Test func makesNoConnections() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    let remote = sandbox.root.appending("remote").string
    try sandbox.git("clone", "-q", "--bare", sandbox.store.string, remote)
    try sandbox.git("remote", "add", "origin", remote)
    sandbox.environment = UnattendedGit.environment(sandbox.environment)
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("fetch", "origin") }
  }
}
