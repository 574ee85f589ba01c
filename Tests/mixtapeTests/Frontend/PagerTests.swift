import FileSystem
import Foundation
import StoreBrowser
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct PagerTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    // Like the program at its start.
    ignoreBrokenPipes()
  }

  private func pager(
    _ environment: [String: String], text: String = "a\nb\nc\n", isInteractive: Bool = true, rows: Int? = 2
  ) -> Pager? {
    let output = CapturedOutput(isTerminal: true, columns: 10, rows: rows)
    let context = CommandContext(
      directory: sandbox.root, environment: environment, now: { Date() }, utcOffset: { _ in 0 },
      standardInput: PreparedInput([], isTerminal: isInteractive), standardOutput: output, standardError: output)
    return context.pager(for: text)
  }

  @Test func `a pager is used only for output that does not fit, and only if requested`() {
    #expect(pager(["PAGER": "true"]) != nil)
    #expect(pager(["PAGER": "true"], text: "a\n") == nil)
    #expect(pager(["PAGER": "true"], text: "a line that wraps\n") != nil)
    #expect(pager(["PAGER": "true"], isInteractive: false) == nil)
    #expect(pager(["PAGER": "true"], rows: nil) == nil)
    for none in ["", " ", "\t", "cat"] { #expect(pager(["PAGER": none]) == nil) }
  }

  @Test func `without PAGER, the pager of the system is used`() throws {
    #expect(pager(["PATH": sandbox.root.string]) == nil)
    #expect(pager(["PATH": ""]) == nil)
    let more = sandbox.root.appending("more").string
    try sandbox.write("#!/bin/sh\nexit 3\n", to: "../more")
    #expect(pager(["PATH": sandbox.root.string]) == nil)
    try sandbox.makeExecutable("../more")
    #expect(pager(["PATH": "/nowhere:\(sandbox.root.string)"]) != nil)
    #expect(InstalledProgram.path(of: "more", in: ["PATH": sandbox.root.string])?.string == more)
  }

  @Test func `a pager that cannot be started shows nothing`() throws {
    // More than the system allows for one variable.
    let environment = ["PAGER": "cat >/dev/null", "LARGE": String(repeating: "x", count: 4_000_000)]
    #expect(try pager(environment)?.show("text\n") == false)
    #expect(try pager(["PAGER": "no-such-pager 2>/dev/null"])?.show("text\n") == false)
    #expect(try pager(["PAGER": "cat >/dev/null"])?.show("text\n") == true)
  }
}
