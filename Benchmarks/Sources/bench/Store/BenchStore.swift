import Foundation

/// A store of generated playlists in a temporary directory.
struct BenchStore {
  let directory: URL
  let mixtape: Program
  let git: Program

  init(playlists count: Int, program: String) throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("mixtape-bench-\(UUID().uuidString)")
    let playlists = directory.appendingPathComponent("playlists")
    try FileManager.default.createDirectory(at: playlists, withIntermediateDirectories: true)
    var generator = PlaylistGenerator(seed: UInt64(count))
    for number in 0..<count {
      let file = playlists.appendingPathComponent(Self.fileName(number))
      try Data(generator.playlist(episodes: 20)).write(to: file)
    }
    let inherited = ProcessInfo.processInfo.environment
    let environment = [
      "PATH=\(inherited["PATH"] ?? "/usr/bin:/bin")", "HOME=\(directory.path)", "GIT_CONFIG_NOSYSTEM=1",
      "GIT_AUTHOR_NAME=Bench", "GIT_AUTHOR_EMAIL=bench@example.org", "GIT_COMMITTER_NAME=Bench",
      "GIT_COMMITTER_EMAIL=bench@example.org",
    ]
    mixtape = Program(path: program, environment: environment)
    git = Program(path: "git", environment: environment)
    FileManager.default.changeCurrentDirectoryPath(directory.path)
    try mixtape.run(["init", directory.path])
    // Or git would begin to pack the first commit in the background, in the middle of a measurement.
    try git.run(["gc", "-q"])
    // Neither program trusts the times of files that were written moments ago; a store at rest has left that behind.
    Thread.sleep(forTimeInterval: 3.5)
    try git.run(["status"])
  }

  func remove() {
    do {
      try FileManager.default.removeItem(at: directory)
    } catch {
      print("bench: \(directory.path) stays: \(error)")
    }
  }

  /// Saves a playlist as most editors do: a new file, renamed over the old one.
  func save(_ text: String, to name: String) throws {
    let place = directory.appendingPathComponent("playlists").appendingPathComponent(name)
    try Data(text.utf8).write(to: place, options: .atomic)
  }

  func compareListing() throws -> PairedMeasurement {
    try PairedMeasurement(40, ours: { _ in try mixtape.run(["list"]) }, theirs: { _ in try git.run(["status"]) })
  }

  func compareAdding(gitOptions: [String] = []) throws -> PairedMeasurement {
    let batch = gitOptions.isEmpty ? "plain" : "synced"
    let file = directory.appendingPathComponent("playlists/\(Self.fileName(1))")
    return try PairedMeasurement(
      40,
      ours: { run in try mixtape.run(["add", Self.name(2), "bench/\(batch)-\(run + 2)"]) },
      preparing: { run in
        let text = try String(contentsOf: file, encoding: .utf8)
        let edited = text.replacing("episodes = [\n", with: "episodes = [\n  \"bench/\(batch)-\(run + 2)\",\n")
        try edited.write(to: file, atomically: true, encoding: .utf8)
      },
      theirs: { _ in
        try git.run(gitOptions + ["add", "playlists/\(Self.fileName(1))"])
        try git.run(gitOptions + ["commit", "-q", "-m", "Add 1 episode"])
      })
  }

  private static func name(_ number: Int) -> String { "playlist-\(number)" }
  private static func fileName(_ number: Int) -> String { name(number) + ".toml" }
}
