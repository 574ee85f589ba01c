import Foundation

/// Whole commands compared with git, in stores of different sizes.
enum StoreSection {
  static func run() throws {
    guard let program = ProcessInfo.processInfo.environment["MIXTAPE_PROGRAM"] else { throw NoProgram() }
    var starting = ReportTable(
      "Start: `mixtape --version` beside `git --version`", columns: ["", "mixtape ms", "git ms", "ratio (want ≤ 2.5)"])
    var reading = ReportTable(
      "Store: `mixtape list` beside `git status`",
      columns: ["playlists", "mixtape list ms", "git status ms", "ratio (want ≤ 3 at 1,000)"])
    var changing = ReportTable(
      "Store: `mixtape add` beside `git add` and `git commit` of the same edit",
      columns: [
        "playlists", "mixtape add ms", "synced git add + commit ms", "ratio (want ≤ 1, at 100 ≤ 1.25)",
        "git add + commit ms", "ratio",
      ])
    for count in [100, 1_000, 10_000] {
      let store = try BenchStore(playlists: count, program: program)
      defer { store.remove() }
      if count == 100 { starting.add("start", try store.compareStart()) }
      let list = try store.compareListing()
      reading.add("\(count)", list)
      // By default, git syncs neither objects nor references. With these settings it guarantees as much as mixtape.
      let synced = try store.compareAdding(gitOptions: Program.syncingGit)
      let unsynced = try store.compareAdding()
      changing.add(
        "\(count)", synced.ours.text, synced.theirs.text, synced.ratio.brief, unsynced.theirs.text,
        unsynced.ratio.brief)
    }
    starting.print()
    reading.print()
    changing.print()
  }

  struct NoProgram: Error, CustomStringConvertible {
    var description: String { "MIXTAPE_PROGRAM does not name the program; scripts/bench sets it" }
  }
}

extension Duration {
  /// The time in milliseconds.
  var text: String { (self / .milliseconds(1)).brief }
}
