import Foundation
import TestSupport

/// A command and its output on a page.
struct ConsoleStep {
  /// The command, with its continuation lines.
  let command: String
  /// The lines of the page with the output.
  let outputLines: Range<Int>
  /// The line of the page on which the command starts, from 0.
  let line: Int

  /// Reads the steps of a page. In blocks with the tag `console`, a line with `$ ` is a command, lines with `> ` continue it,
  /// and the other lines are the output.
  static func steps(of page: Markdown) -> [ConsoleStep] {
    page.blocks(of: "console").flatMap { steps(of: page, in: $0) }
  }

  private static func steps(of page: Markdown, in block: Range<Int>) -> [ConsoleStep] {
    var steps: [ConsoleStep] = []
    var line = block.lowerBound
    while line < block.upperBound {
      let start = line
      var command = String(page.lines[line].dropFirst(2))
      line += 1
      while line < block.upperBound, page.lines[line] == ">" || page.lines[line].hasPrefix("> ") {
        command += "\n" + page.lines[line].dropFirst(2)
        line += 1
      }
      let output = page.lines[line..<block.upperBound].prefix { !$0.hasPrefix("$ ") }
      steps.append(ConsoleStep(command: command, outputLines: output.indices, line: start))
      line = output.endIndex
    }
    return steps
  }
}

/// A shell that runs all commands of a page in order.
///
/// It starts in a temporary home directory with a fixed author, so that the output does not depend on the machine.
struct ConsoleSession {
  private let root: URL
  private var home: URL { root.appendingPathComponent("home") }

  /// Creates the directory of the shell, with a copy of some files of the repository.
  init(copying files: [String]) throws {
    root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("mixtape-docs-\(UUID().uuidString)")
    for directory in ["home", "commands", "output"] {
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent(directory), withIntermediateDirectories: true)
    }
    for file in files {
      try FileManager.default.copyItem(
        at: Repository.root.appendingPathComponent(file), to: home.appendingPathComponent(file))
    }
  }

  /// Removes the directory.
  func cleanUp() throws { try FileManager.default.removeItem(at: root) }

  /// Runs commands, and returns the lines of each output, with `~` for the home directory.
  func run(_ commands: [String]) throws -> [[String]] {
    for (number, command) in commands.enumerated() {
      try "\(command)\n".write(to: file("commands", number), atomically: false, encoding: .utf8)
    }
    // Sourced, so that `cd` and variables persist. Output goes to files, so that no pipe can fill up.
    let script = commands.indices.map { number in
      ". '\(file("commands", number).path)' >'\(file("output", number).path)' 2>&1"
    }
    try runShell(script.joined(separator: "\n"))
    return try commands.indices.map { try output(of: $0) }
  }

  private func file(_ directory: String, _ number: Int) -> URL {
    root.appendingPathComponent(directory).appendingPathComponent("\(number)")
  }

  private func runShell(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "--noprofile", "--norc", "-c", script]
    process.currentDirectoryURL = home
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  private var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      "PATH": "\(BuiltPrograms.directory):\(path)", "HOME": home.path,
      "TMPDIR": root.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A U Thor",
      "GIT_AUTHOR_EMAIL": "author@example.org", "GIT_COMMITTER_NAME": "A U Thor",
      "GIT_COMMITTER_EMAIL": "author@example.org", "TZ": "UTC", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "PAGER": "cat",
    ]
  }

  private func output(of number: Int) throws -> [String] {
    let path = file("output", number).path
    guard FileManager.default.fileExists(atPath: path) else { return ["the shell ended before this command"] }
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text = text.replacingOccurrences(of: home.path, with: "~")
    if text.hasSuffix("\n") { text.removeLast() }
    return text.isEmpty ? [] : text.components(separatedBy: "\n")
  }
}
