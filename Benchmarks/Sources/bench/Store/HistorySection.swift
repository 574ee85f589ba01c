import Foundation

/// Commands that read or undo history, compared with git.
enum HistorySection {
  static func run() throws {
    guard let program = ProcessInfo.processInfo.environment["MIXTAPE_PROGRAM"] else { throw StoreSection.NoProgram() }
    var table = ReportTable(
      "History: beside git",
      columns: ["what", "store", "mixtape ms", "git ms", "ratio (want < 1)"])
    let wide = try BenchStore(playlists: 10_000, program: program)
    defer { wide.remove() }
    let capture = try PairedMeasurement(
      20, ours: { _ in try wide.mixtape.run(["diff"]) }, theirs: { _ in try wide.git.run(["status"]) })
    table.add("looking for hand edits (`diff`, `git status`)", "10,000 playlists", capture)
    try wide.mixtape.run(["add", "playlist-7", "bench/to-be-undone"])
    table.add("`undo`, `git revert`", "10,000 playlists", try wide.compareUndoing())

    let long = try BenchStore(changes: 10_000, of: 100, program: program)
    defer { long.remove() }
    let history = try PairedMeasurement(
      20, ours: { _ in try long.mixtape.run(["history", "playlist-7", "--limit", "20"]) },
      theirs: { _ in try long.git.run(["log", "-20", "--", "playlists/playlist-7.toml"]) })
    table.add("`history ID`, `git log -20 -- FILE`", "10,000 changes", history)
    let blame = try PairedMeasurement(
      20, ours: { _ in try long.mixtape.run(["blame", "playlist-7"]) },
      theirs: { _ in try long.git.run(["blame", "playlists/playlist-7.toml"]) })
    table.add("`blame ID`, `git blame FILE`", "10,000 changes", blame)
    table.add("`undo`, `git revert`", "10,000 changes", try long.compareUndoing())
    table.print()
  }
}

extension ReportTable {
  fileprivate mutating func add(_ what: String, _ store: String, _ measurement: PairedMeasurement) {
    add(what, store, measurement.ours.text, measurement.theirs.text, measurement.ratio.brief)
  }
}

extension BenchStore {
  /// Measures both programs undoing each other's last change.
  fileprivate func compareUndoing() throws -> PairedMeasurement {
    try PairedMeasurement(
      20, ours: { _ in try mixtape.run(["undo"]) }, theirs: { _ in try git.run(["revert", "--no-edit", "HEAD"]) })
  }

  /// Makes a store with a long history: each change adds an episode to one of some playlists, in turn.
  init(changes count: Int, of playlists: Int, program: String) throws {
    try self.init(empty: "history", program: program)
    try git.run(["init", "-q", "-b", "main"])
    let stream = directory.appendingPathComponent(".git/stream")
    try Data(Self.history(count, playlists).utf8).write(to: stream)
    let line = "git fast-import --quiet < '\(stream.path)'"
    try Program(path: "/bin/sh", environment: git.environment).run(["-c", line])
    try git.run(["reset", "-q", "--hard"])
    try FileManager.default.removeItem(at: stream)
    try settle()
    // The first command creates the records of commits, to which every later change adds one.
    try mixtape.run(["history", "--limit", "1"])
  }

  /// Returns the commits in the format of `git fast-import`.
  private static func history(_ count: Int, _ playlists: Int) -> String {
    var text = ""
    var episodes = [[String]](repeating: [], count: playlists)
    func file(_ path: String, _ content: String) -> String {
      "M 100644 inline \(path)\ndata \(content.utf8.count)\n\(content)\n"
    }
    func commit(_ time: Int, _ message: String) -> String {
      "commit refs/heads/main\ncommitter Bench <bench@example.org> \(1_700_000_000 + time) +0000\n"
        + "data \(message.utf8.count)\n\(message)\n"
    }
    text += commit(0, "Create the store\n\nMixtape-Operation: init\n")
    text += file("mixtape.toml", "format = 1\n") + file(".gitattributes", "*.toml -text\n")
    for number in 1...count {
      let playlist = number % playlists
      episodes[playlist].append("  \"bench/\(number)\",\n")
      // Lists have a realistic length: each new episode replaces the oldest one.
      if episodes[playlist].count > 40 { episodes[playlist].removeFirst() }
      text += commit(number, "Add 1 episode to playlist-\(playlist)\n\nMixtape-Operation: add\n")
      text += file(
        "playlists/playlist-\(playlist).toml",
        "name = \"List \(playlist)\"\nepisodes = [\n\(episodes[playlist].joined())]\n")
    }
    return text
  }
}
