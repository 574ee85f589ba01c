import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Many processes in one store, with hand edits and commits of git at the same time.
@Suite("Contention")
struct ContentionTests {
  private static let processCount = 8
  /// The number of changes of each process; an even number.
  private static let changeCount = isThorough ? 200 : 14
  /// The number of files written by hand, and of commits made with git.
  private static let strangerCount = 2 * changeCount

  @Test func `history contains every change of concurrent processes exactly once`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("name = 'Shared'\nepisodes = []\n", to: "playlists/shared.toml")
    try sandbox.write("name = 'Bystander'\n", to: Sandbox.bystander)
    for process in 1...Self.processCount { try sandbox.write("name = 'P'\n", to: "playlists/p\(process).toml") }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: sandbox.context)

    let shells = (1...Self.processCount).map(Self.changes) + [Self.handEdits, Self.commits]
    let outputs = try sandbox.shells(shells)
    for output in outputs { #expect(output.hasSuffix("done\n"), "\(output)") }
    #expect(outputs.contains { $0.contains("note: another process is changing the store; waiting until it ends") })
    try sandbox.makeNextChange()

    let ending = try FinalState(of: sandbox)
    #expect(ending.status == [] && ending.complaints == [])
    try expectSeparateCommits(sandbox)
    try expectEveryChange(sandbox)
  }

  /// Checks that every commit changes only the file that its subject names.
  private func expectSeparateCommits(_ sandbox: Sandbox) throws {
    let log = try sandbox.git("log", "--format=%x00%s", "--name-only", "--no-renames")
    var counts: [String: Int] = [:]
    for commit in log.split(separator: "\0").dropLast() {
      let lines = commit.split(separator: "\n").map(String.init)
      counts[lines[0], default: 0] += 1
      #expect(lines.dropFirst() == [Self.file(of: lines[0])], "\(lines)")
    }
    let half = Self.changeCount / 2
    #expect(counts["Add 1 episode to shared"] == Self.processCount * half)
    for process in 1...Self.processCount { #expect(counts["Describe p\(process)"] == half) }
    for number in 1...Self.strangerCount {
      #expect(counts["Note \(number)"] == 1)
      #expect(counts["Create hand-\(number) by hand"] == 1)
    }
  }

  /// Checks that every text and every episode was added in the order of its process, and that none was lost.
  private func expectEveryChange(_ sandbox: Sandbox) throws {
    for process in 1...Self.processCount {
      let texts = try sandbox.added(matching: "description = ", in: "playlists/p\(process).toml")
      #expect(texts == Self.numbers(1).map { "description = \"\(process)-\($0)\"" })
    }
    let playlist = try Store(at: sandbox.store, context: sandbox.context).find(Playlist.ID(validating: "shared"))
    let episodes = playlist?.episodes.map(\.rawValue) ?? []
    #expect(episodes.count == Self.processCount * Self.changeCount / 2)
    for process in 1...Self.processCount {
      #expect(episodes.filter { $0.hasPrefix("p/\(process)-") } == Self.numbers(2).map { "p/\(process)-\($0)" })
    }
  }

  private static func numbers(_ first: Int) -> [Int] { Array(stride(from: first, through: changeCount, by: 2)) }

  private static func file(of subject: String) -> String {
    let words = subject.split(separator: " ").map(String.init)
    return switch words[0] {
    case "Note": "notes/\(words[1]).txt"
    case "Add": "playlists/shared.toml"
    default: "playlists/\(words[1]).toml"
    }
  }

  // MARK: - Concurrent scripts

  /// Describes a separate playlist and adds to the shared one, in turn. Tries again if the store is locked.
  private static func changes(of process: Int) -> String {
    """
    try() { until "$@"; do status=$?; [ $status -eq 75 ] || { echo "status $status: $*"; exit 1; }; done; }
    for n in $(seq 1 2 \(changeCount)); do
      try mixtape describe p\(process) "\(process)-$n"
      try mixtape add shared "p/\(process)-$((n + 1))"
    done
    echo done
    """
  }

  /// Writes new files like an editor: each appears complete under its final name.
  private static let handEdits = """
    for n in $(seq \(strangerCount)); do
      printf 'name = "By hand %s"\\n' "$n" > ../hand.toml && mv ../hand.toml "playlists/hand-$n.toml" || exit 1
      git status --porcelain > ../status.txt
    done
    echo done
    """

  /// Commits files outside of the store's directories. Git does not wait for locks, and fails if `HEAD` moves. The commit names the
  /// file, because the index that git has read can be older than `HEAD`: git reads the
  /// index before it locks it.
  private static let commits = """
    mkdir notes
    for n in $(seq \(strangerCount)); do
      echo "$n" > "notes/$n.txt"
      until git add "notes/$n.txt" 2> /dev/null; do :; done
      until git commit -q -m "Note $n" -- "notes/$n.txt" 2> ../commit.txt; do
        git diff --cached --quiet -- notes && { cat ../commit.txt; exit 1; }
      done
    done
    echo done
    """
}

extension Sandbox {
  /// Runs scripts concurrently, each in a separate shell in the store. Returns their outputs after all have ended.
  fileprivate func shells(_ scripts: [String]) throws -> [String] {
    var environment = environment
    environment["PATH"] = "\(BuiltPrograms.directory):\(environment["PATH"] ?? "")"
    let outputs = scripts.indices.map { root.appending("shell-\($0).txt").string }
    let processes = try zip(scripts, outputs).map { script, output in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "exec > '\(output)' 2>&1; \(script)"]
      process.currentDirectoryURL = URL(fileURLWithPath: store.string)
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      try process.run()
      return process
    }
    for process in processes { process.waitUntilExit() }
    return try outputs.map { try String(contentsOfFile: $0, encoding: .utf8) }
  }

  /// Returns the lines with a given beginning that history added to a file, oldest first.
  fileprivate func added(matching start: String, in path: String) throws -> [String] {
    try git("log", "--reverse", "--format=", "-p", "-U0", "--", path).split(separator: "\n")
      .filter { $0.hasPrefix("+\(start)") }.map { String($0.dropFirst()) }
  }
}
