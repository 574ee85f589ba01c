import Foundation

/// A store of generated playlists in a temporary directory.
struct BenchStore {
  let directory: URL
  let home: URL
  let mixtape: Program
  let git: Program

  /// Makes a store of unchanged playlists.
  init(playlists count: Int, program: String) throws {
    try self.init(empty: "\(count)", program: program)
    let playlists = directory.appendingPathComponent("playlists")
    try FileManager.default.createDirectory(at: playlists, withIntermediateDirectories: true)
    var generator = PlaylistGenerator(seed: UInt64(count))
    for number in 0..<count {
      let file = playlists.appendingPathComponent(Self.fileName(number))
      try Data(generator.playlist(episodes: 20)).write(to: file)
    }
    try mixtape.run(["init", directory.path])
    try settle()
  }

  /// Makes an empty directory, and changes to it.
  init(empty name: String, program: String) throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mixtape-bench-\(name)-\(UUID().uuidString)")
    home = directory.appendingPathExtension("home")
    for new in [directory, home] { try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true) }
    // Otherwise git might pack in the background during a measurement.
    try Data("[gc]\n\tauto = 0\n".utf8).write(to: home.appendingPathComponent(".gitconfig"))
    let inherited = ProcessInfo.processInfo.environment
    let environment = [
      "PATH=\(inherited["PATH"] ?? "/usr/bin:/bin")", "HOME=\(home.path)", "GIT_CONFIG_NOSYSTEM=1",
      "GIT_AUTHOR_NAME=Bench", "GIT_AUTHOR_EMAIL=bench@example.org", "GIT_COMMITTER_NAME=Bench",
      "GIT_COMMITTER_EMAIL=bench@example.org",
    ]
    mixtape = Program(path: program, environment: environment)
    git = Program(path: "git", environment: environment)
    guard FileManager.default.changeCurrentDirectoryPath(directory.path) else { throw CocoaError(.fileNoSuchFile) }
  }

  /// Waits until the store is at rest.
  func settle() throws {
    try git.run(["gc", "-q"])
    // Neither program trusts the times of files that were just written.
    Thread.sleep(forTimeInterval: 3.5)
    try git.run(["status"])
  }

  func remove() {
    for place in [directory, home] {
      do {
        try FileManager.default.removeItem(at: place)
      } catch {
        print("bench: \(place.path) stays: \(error)")
      }
    }
  }

  /// Saves a playlist as most editors do: a new file, renamed over the old one.
  func save(_ text: String, to name: String) throws {
    let place = directory.appendingPathComponent("playlists").appendingPathComponent(name)
    try Data(text.utf8).write(to: place, options: .atomic)
  }

  func compareStart() throws -> PairedMeasurement {
    try PairedMeasurement(
      100, ours: { _ in try mixtape.run(["--version"]) }, theirs: { _ in try git.run(["--version"]) })
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
