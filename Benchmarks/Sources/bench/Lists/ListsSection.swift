import Foundation

/// The import and the export of large lists.
enum ListsSection {
  static func run() throws {
    guard let program = ProcessInfo.processInfo.environment["MIXTAPE_PROGRAM"] else { throw StoreSection.NoProgram() }
    var table = ReportTable(
      "An M3U8 of 100,000 lines, beside an empty one",
      columns: ["library", "import s (want <= 1)", "dry run s", "start-up s"])
    for count in [0, 10_000] {
      let store =
        try count == 0 ? BenchStore(playlists: 1, program: program) : BenchStore(episodes: count, program: program)
      defer { store.remove() }
      let (list, empty) = try writeLists(in: store)
      let start = try seconds { _ in try store.mixtape.run(["import", empty, "--dry-run"]) }
      let dryRun = try seconds { _ in try store.mixtape.run(["import", list, "--dry-run"]) }
      let full = try seconds(after: { _ in try store.mixtape.run(["undo"]) }) { _ in
        try store.mixtape.run(["import", list])
      }
      table.add("\(count.grouped) episodes", full.brief, dryRun.brief, start.brief)
    }
    table.print()
  }

  /// Writes a list of 50,000 entries in two lines each, and one with a single entry.
  private static func writeLists(in store: BenchStore) throws -> (list: String, empty: String) {
    var text = "#EXTM3U\n"
    for number in 0..<50_000 {
      text += "#EXTINF:\(60 + number % 600),Artist \(number % 977) - Title \(number)\n"
      text += "/music/Artist \(number % 977)/Album \(number % 31)/\(number) Title.mp3\n"
    }
    let (list, empty) = (
      store.home.appendingPathComponent("list.m3u8"), store.home.appendingPathComponent("empty.m3u8")
    )
    try Data(text.utf8).write(to: list)
    try Data("#EXTM3U\na.mp3\n".utf8).write(to: empty)
    return (list.path, empty.path)
  }

  /// Returns the median time of some runs, in seconds. What comes after each run does not count.
  private static func seconds(
    after restore: (Int) throws -> Void = { _ in }, _ body: (Int) throws -> Void
  ) throws -> Double {
    try PairedMeasurement(5, ours: body, theirs: restore).ours / .seconds(1)
  }
}
