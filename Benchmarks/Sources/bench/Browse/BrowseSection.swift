import Foundation

/// The first screen of `mixtape browse` and its answers to keys, in a pseudo-terminal.
enum BrowseSection {
  private static let playlists = 10_000
  private static let episodes = 1_000_000
  private static let starts = 9
  private static let presses = 60

  static func run() throws {
    guard let program = ProcessInfo.processInfo.environment["MIXTAPE_PROGRAM"] else { throw StoreSection.NoProgram() }
    let store = try BenchStore(episodes: episodes, inFilesOf: 200, playlists: playlists, program: program)
    defer { store.remove() }
    // The first start makes the index of the playlists, and the search the one of the library.
    let first = try start(store, program)
    try store.mixtape.run(["search", "aurora", "--count"])
    let next = try (0..<starts).map { _ in try start(store, program) }
    var starting = ReportTable(
      "Browsing \(playlists.grouped) playlists and \(episodes.grouped) episodes: from the start of the process",
      columns: ["", "first screen ms (want ≤ 100)", "all counts ms"])
    starting.add("the first time, without an index", first.rows.text, first.counts.text)
    starting.add(
      "later, median of \(starts)", PairedMeasurement.median(next.map(\.rows)).text,
      PairedMeasurement.median(next.map(\.counts)).text)
    starting.print()
    try keys(store, program)
  }

  /// Returns the time until the first rows are shown, and until their counts are.
  private static func start(_ store: BenchStore, _ program: String) throws -> (rows: Duration, counts: Duration) {
    let begin = ContinuousClock.now
    let browser = try RunningBrowser(program, environment: store.mixtape.environment)
    let rows = try browser.wait { $0.contains("playlist-") || $0.contains("List ") } - begin
    let counts = try browser.wait { $0.contains("List 0 ") && $0.contains("20") } - begin
    try browser.quit()
    return (rows, counts)
  }

  private static func keys(_ store: BenchStore, _ program: String) throws {
    var table = ReportTable(
      "Browsing: from a key to the next screen",
      columns: ["key", "median ms", "slowest ms (want ≤ 16)", "with contents: median ms", "slowest ms"])
    let browser = try RunningBrowser(program, environment: store.mixtape.environment)
    _ = try browser.wait { $0.contains("List 0 ") && $0.contains("20") }
    try browser.rest()
    // Before its presses, a line may need other keys once, such as those that lead to the episodes.
    for (name, before, keys): (String, String?, [String]) in [
      ("next playlist", nil, ["j"]), ("page down", nil, ["\u{1B}[6~"]), ("last, first", nil, ["G", "g"]),
      ("close and open a folder", nil, ["g\r", "\r"]), ("filter", nil, ["/", "9", "9", "\u{7F}", "\u{7F}", "\r"]),
      // A terminal sends this byte first for other keys, too, so the program waits for more.
      ("Escape", nil, ["/", "\u{1B}"]),
      ("other pane", nil, ["\t"]), ("next episode", "gj\t", ["j", "k"]), ("mark", nil, ["m"]),
      ("help", nil, ["?", "x"]),
      ("library", nil, ["2", "1"]), ("player", nil, ["5", "1"]),
    ] {
      if let before { _ = try browser.press(before) }
      let times = try (0..<presses).map { try browser.press(keys[$0 % keys.count]) }
      let (shown, complete) = (times.map(\.shown), times.map(\.complete))
      table.add(
        name, PairedMeasurement.median(shown).text, (shown.max() ?? .zero).text,
        PairedMeasurement.median(complete).text, (complete.max() ?? .zero).text)
    }
    try browser.quit()
    table.print()
  }
}

extension BenchStore {
  /// Makes a store with a library of generated episodes, and playlists of 20 of them in 100 folders.
  fileprivate init(episodes count: Int, inFilesOf size: Int, playlists: Int, program: String) throws {
    try self.init(episodes: count, inFilesOf: size, program: program)
    for number in 0..<playlists {
      let folder = directory.appendingPathComponent("playlists/folder-\(number / 100)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let ids = (0..<20).map { "  \"collection-\((number * 31 + $0 * 7) % (count / size))/\($0 + 1)\",\n" }.joined()
      let text = "name = \"List \(number) Über the Harbour\"\nepisodes = [\n\(ids)]\n"
      try Data(text.utf8).write(to: folder.appendingPathComponent("playlist-\(number).toml"))
    }
    try mixtape.run(["status"])
    try git.run(["add", "."])
    try git.run(["commit", "-q", "-m", "Playlists"])
    try settle()
  }
}
