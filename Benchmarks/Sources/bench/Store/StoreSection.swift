import Foundation

/// Whole commands beside git's, in stores of different sizes.
enum StoreSection {
  static func run() throws {
    guard let program = ProcessInfo.processInfo.environment["MIXTAPE_PROGRAM"] else { throw NoProgram() }
    var reading = ReportTable(
      "Store: `mixtape list` beside `git status`",
      columns: ["playlists", "mixtape list ms", "git status ms", "ratio (want ≤ 3 at 1,000)"])
    var changing = ReportTable(
      "Store: `mixtape add` beside `git add` and `git commit` of the same edit",
      columns: [
        "playlists", "mixtape add ms", "git add + commit ms", "ratio (want ≤ 1)", "git with core.fsync=all ms", "ratio",
      ])
    for count in [100, 1_000, 10_000] {
      let store = try BenchStore(playlists: count, program: program)
      defer { store.remove() }
      let list = try store.compareListing()
      reading.add("\(count)", list.ours.text, list.theirs.text, list.ratio.brief)
      let add = try store.compareAdding()
      // Git syncs neither objects nor references by default; with this setting it promises what mixtape promises.
      let synced = try store.compareAdding(gitOptions: ["-c", "core.fsync=all"])
      changing.add(
        "\(count)", add.ours.text, add.theirs.text, add.ratio.brief, synced.theirs.text, synced.ratio.brief)
    }
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
