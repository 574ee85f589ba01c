import Foundation
import TestSupport
import Testing

/// The commands on the pages print the output on the pages.
///
/// With `MIXTAPE_UPDATE_SNAPSHOTS=1`, the tests replace the output on the pages. Output
/// with `…` must be changed by hand.
@Suite struct ConsoleTests {
  /// A page, and the files that its commands need.
  struct Page: Sendable, CustomTestStringConvertible {
    let path: String
    let files: [String]
    var testDescription: String { path }
  }

  static let pages = [
    Page(path: "README.md", files: ["sample-library"]),
    Page(path: "docs/tutorial.md", files: ["sample-library"]),
    Page(path: "docs/daily-tasks.md", files: ["sample-library"]),
    Page(path: "docs/history.md", files: ["sample-library"]),
    Page(path: "docs/git.md", files: ["sample-library"]),
    Page(path: "docs/sync.md", files: ["sample-library"]),
    Page(path: "docs/library.md", files: ["sample-library"]),
    Page(path: "docs/simulator.md", files: ["sample-library"]),
    Page(path: "docs/interchange.md", files: ["sample-library"]),
    Page(path: "docs/subscriptions.md", files: ["sample-library"]),
    Page(path: "docs/editors.md", files: []),
  ]

  @Test(.timeLimit(.generous), arguments: pages)
  func aPageShowsWhatItsCommandsPrint(_ page: Page) throws {
    try BuiltPrograms.require("mixtape")
    let markdown = try Markdown(page.path)
    let steps = ConsoleStep.steps(of: markdown)
    try #require(!steps.isEmpty)
    let session = try ConsoleSession(copying: page.files)
    defer { #expect(throws: Never.self) { try session.cleanUp() } }
    let outputs = try session.run(steps.map(\.command))
    guard ProcessInfo.processInfo.environment["MIXTAPE_UPDATE_SNAPSHOTS"] == nil else {
      return try update(markdown, steps, outputs)
    }
    for (step, output) in zip(steps, outputs) { compare(markdown, step, output) }
  }

  private func compare(_ page: Markdown, _ step: ConsoleStep, _ output: [String]) {
    let shown = Array(page.lines[step.outputLines])
    guard !ShownOutput.matches(shown, output) else { return }
    let place = SourceLocation(
      fileID: "DocumentationTests/\(page.path)", filePath: Repository.root.appendingPathComponent(page.path).path,
      line: step.line + 1, column: 1)
    Issue.record(
      "`\(step.command)` prints something else:\n\(ShownOutput.difference(shown, output))", sourceLocation: place)
  }

  private func update(_ page: Markdown, _ steps: [ConsoleStep], _ outputs: [[String]]) throws {
    var updated = page
    for (step, output) in zip(steps, outputs).reversed() {
      let shown = page.lines[step.outputLines]
      guard !ShownOutput.matches(Array(shown), output), !shown.joined().contains(ShownOutput.ellipsis) else { continue }
      updated.lines.replaceSubrange(step.outputLines, with: output)
    }
    try updated.save()
  }

  @Test func theReadmeRecordsTheDemo() throws {
    let demo = try String(contentsOf: Repository.root.appendingPathComponent("scripts/demo"), encoding: .utf8)
    let readme = try Markdown("README.md")
    let setUp = ["mixtape init ", "cd "]
    for step in ConsoleStep.steps(of: readme) where !setUp.contains(where: step.command.hasPrefix) {
      #expect(demo.contains("run \"\(step.command)\""), "the demo does not run `\(step.command)`")
    }
  }
}
