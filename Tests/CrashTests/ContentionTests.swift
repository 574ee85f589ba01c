import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Many processes at one store, with hand edits and commits of git beside them.
@Suite("Contention")
struct ContentionTests {
  private static let processCount = 8
  /// How many changes each process makes; an even number.
  private static let changeCount = isThorough ? 200 : 14
  /// How many files are written by hand meanwhile, and how many commits made with git.
  private static let strangerCount = 2 * changeCount

  @Test func `every change of many processes is in history once, and by itself`() throws {
    let sandbox = try Sandbox.inMemory()
    try sandbox.write("name = 'Shared'\nepisodes = []\n", to: "playlists/shared.toml")
    try sandbox.write("name = 'Bystander'\n", to: Sandbox.bystander)
    for process in 1...Self.processCount { try sandbox.write("name = 'P'\n", to: "playlists/p\(process).toml") }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: sandbox.context)

    let shells = (1...Self.processCount).map(Self.changes) + [Self.handEdits, Self.commits]
    let outputs = try sandbox.shells(shells)
    for output in outputs { #expect(output.hasSuffix("done\n"), "\(output)") }
    #expect(outputs.contains { $0.contains("note: another mixtape is changing the store; waiting for it") })
    try sandbox.makeNextChange()

    let ending = try Ending(of: sandbox)
    #expect(ending.status == [] && ending.complaints == [])
    try expectCommitsByThemselves(sandbox)
    try expectEveryChange(sandbox)
  }

  /// Every commit touches the one file that its subject speaks of.
  private func expectCommitsByThemselves(_ sandbox: Sandbox) throws {
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

  /// Every text and every episode came, in the order of its process, and none went.
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

  // MARK: - What runs at once

  /// Describes a playlist of its own and adds to the shared one, in turn. Where the store is locked, it tries again.
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

  /// Writes new files as editors do, each under its final name at once.
  private static let handEdits = """
    for n in $(seq \(strangerCount)); do
      printf 'name = "By hand %s"\\n' "$n" > ../hand.toml && mv ../hand.toml "playlists/hand-$n.toml" || exit 1
      git status --porcelain > ../status.txt
    done
    echo done
    """

  /// Commits files that are not the store's. Git does not wait for locks, and gives up where `HEAD` moves. It commits the
  /// named file on top of `HEAD`: of the whole index it may have read a state that is older than `HEAD`, as it reads the
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
  /// Runs scripts at once, each in a shell of its own in the store; what each prints, when all have ended.
  fileprivate func shells(_ scripts: [String]) throws -> [String] {
    var environment = environment
    environment["PATH"] = "\(Program.directory):\(environment["PATH"] ?? "")"
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

  /// The lines that history added to a file, oldest first, of those that begin with some text.
  fileprivate func added(matching start: String, in path: String) throws -> [String] {
    try git("log", "--reverse", "--format=", "-p", "-U0", "--", path).split(separator: "\n")
      .filter { $0.hasPrefix("+\(start)") }.map { String($0.dropFirst()) }
  }
}
