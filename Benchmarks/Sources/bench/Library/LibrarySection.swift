import Foundation

/// Rules over a library, compared with handwritten SQL and beets; the time to build and update the index.
enum LibrarySection {
  /// A rule, the equivalent SQL condition for the same table, and the equivalent query of beets, if possible.
  private struct Question {
    let rule, sql: String
    var beets: [String]?
  }

  private static let questions = [
    Question(
      rule: #"genre = "Soul""#, sql: "genre IN (SELECT text FROM texts WHERE folded = 'soul')", beets: ["genre::^Soul$"]
    ),
    Question(rule: "year > 2015", sql: "year > 2015", beets: ["year:2016.."]),
    Question(
      rule: #"title starts with "The""#, sql: "foldedTitle >= 'the' AND foldedTitle < 'thf'",
      beets: [#"title::(?i)^the"#]),
    Question(rule: #"title contains "aurora""#, sql: "instr(foldedTitle, 'aurora')", beets: ["title:aurora"]),
    Question(rule: "rating >= 4 and not (bpm < 100)", sql: "rating >= 4 AND NOT ifnull(bpm < 100, 0)"),
    Question(
      rule: "duration between 10 min and 1 h", sql: "duration BETWEEN 600 AND 3600", beets: ["length:10:00..60:00"]),
    Question(rule: "added in the last 12 months", sql: "dateAdded > unixepoch('now', '-12 months')", beets: nil),
    Question(rule: "composer is missing", sql: "composer IS NULL", beets: ["composer::^$"]),
    Question(
      rule: #"fileFormat in ("flac", "wav")"#,
      sql: "fileFormat IN (SELECT text FROM texts WHERE folded IN ('flac', 'wav'))",
      beets: ["format::(?i)^(flac|wav)$"]),
    Question(
      rule: #"genre starts with "neo" or artist contains "brass""#,
      sql: """
        genre IN (SELECT text FROM texts WHERE folded >= 'neo' AND folded < 'nep')
        OR artist IN (SELECT text FROM texts WHERE instr(folded, 'brass'))
        """, beets: [#"genre::(?i)^neo"#, ",", "artist:brass"]),
  ]

  static func run() throws {
    guard let program = ProcessInfo.processInfo.environment["MIXTAPE_PROGRAM"] else { throw StoreSection.NoProgram() }
    for count in [100_000, 1_000_000] {
      let store = try BenchStore(
        episodes: count, beets: count == 100_000 && Peer.beets.isInstalled, program: program)
      defer { store.remove() }
      try building(store, count)
      try rules(store, count)
      try freshness(store)
    }
    try manyRules(program)
  }

  /// Prints the table of rules. The time of a process that finds nothing is subtracted.
  private static func rules(_ store: BenchStore, _ count: Int) throws {
    let hasSQLite = Peer.sqlite.isInstalled
    let hasBeets = Peer.beets.isInstalled && count <= 100_000
    var table = ReportTable(
      "Rules over \(count.grouped) episodes: beside SQL by hand, start-up taken off, and beets",
      columns: [
        "rule", "mixtape ms", hasSQLite ? "sqlite3 ms" : nil, hasSQLite ? "ratio (want <= 1.3)" : nil,
        hasBeets ? "beet ls ms" : nil, hasBeets ? "times faster (want >= 20)" : nil,
      ])
    let start = try PairedMeasurement(
      9, ours: { _ in try store.mixtape.run(["search", "--where", #"genre = "none such""#, "--ids"]) },
      theirs: { _ in if hasSQLite { try store.sqlite("SELECT 1") } })
    table.add("start-up", start.ours.text, start.theirs.text, "", "", "")
    for question in questions {
      let times = try PairedMeasurement(
        count > 100_000 ? 3 : 9, ours: { _ in try store.mixtape.run(["search", "--where", question.rule, "--ids"]) },
        theirs: { _ in
          guard hasSQLite else { return }
          try store.sqlite(
            "SELECT id FROM episodes WHERE \(question.sql) ORDER BY foldedTitle IS NULL, foldedTitle, id")
        })
      let (ours, theirs) = (times.ours - start.ours, times.theirs - start.theirs)
      let beets =
        try hasBeets
        ? question.beets.map { query in
          try ContinuousClock().measure { try store.beet.run(["ls", "-f", "$id"] + query) }
        } : nil
      table.add(
        question.rule, ours.text, theirs.text, (ours / theirs).brief, beets?.text ?? "-",
        beets.map { ($0 / times.ours).brief } ?? "-")
    }
    table.print()
    let peak = try questions.map { try store.mixtape.peakMemory(["search", "--where", $0.rule, "--ids"]) }.max() ?? 0
    print("\nPeak memory of these: \((Double(peak) / 1e6).brief) MB (want < 150 at 1,000,000).")
  }

  /// Measures building the index from files.
  private static func building(_ store: BenchStore, _ count: Int) throws {
    let clock = ContinuousClock()
    func query() throws -> Duration {
      try clock.measure { try store.mixtape.run(["search", "--where", "year > 3000", "--count"]) }
    }
    _ = try query()
    let kept = try query()
    for suffix in ["", "-wal", "-shm"] {
      let file = store.index.path + suffix
      if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
    }
    let made = try query() - kept
    let rate = Int(Double(count) / (made / .seconds(1)))
    print("\nIndex of \(count.grouped) episodes made in \(made.text) ms: \(rate.grouped) a second (want 100,000).")
    _ = try query()
  }

  /// Measures updating the index after one file has changed.
  private static func freshness(_ store: BenchStore) throws {
    let file = store.directory.appendingPathComponent("library/shelf-0/collection-7.toml")
    let text = try String(contentsOf: file, encoding: .utf8)
    func change(_ run: Int) throws {
      try Data((text + "# \(run)\n").utf8).write(to: file)
    }
    var change = 0
    var ours: [Duration] = [], theirs: [Duration] = []
    let clock = ContinuousClock()
    for _ in 0..<9 {
      for isOurs in [true, false] {
        change += 1
        try Data((text + "# \(change)\n").utf8).write(to: file)
        let time = try clock.measure {
          if isOurs {
            try store.mixtape.run(["search", "--where", #"genre = "none such""#, "--count"])
          } else {
            try store.git.run(["status"])
          }
        }
        if isOurs { ours.append(time) } else { theirs.append(time) }
      }
    }
    let (mine, gits) = (PairedMeasurement.median(ours), PairedMeasurement.median(theirs))
    print(
      "After one changed file: ready in \(mine.text) ms, git status \(gits.text) ms: \((mine / gits).brief) times (want <= 3)."
    )
  }

  /// Measures 300 rules in one playlist.
  private static func manyRules(_ program: String) throws {
    let store = try BenchStore(episodes: 300_000, program: program)
    defer { store.remove() }
    var table = ReportTable(
      "300 rules in one playlist over 300,000 episodes", columns: ["rules", "match", "ms (want < 1,000)"])
    for (name, rule) in many {
      for match in ["any", "all"] {
        let rules = (0..<300).map { "  '\(rule($0))',\n" }.joined()
        try FileManager.default.createDirectory(
          at: store.directory.appendingPathComponent("playlists"), withIntermediateDirectories: true)
        try store.save("match = \"\(match)\"\nconditions = [\n\(rules)]\n", to: "many.toml")
        try store.mixtape.run(["show", "many", "--json"])
        let time = try ContinuousClock().measure { try store.mixtape.run(["show", "many", "--json"]) }
        table.add(name, match, time.text)
      }
    }
    table.print()
  }

  private static let many: [(String, @Sendable (Int) -> String)] = [
    ("titles that contain", { "title contains \"\($0 + 90_000)\"" }),
    ("artists", { "artist = \"Quartet \($0)\"" }),
    ("ranges of numbers", { "bpm between \($0 + 300) and \($0 + 310)" }),
    (
      "a mixture",
      { number in
        [
          "title starts with \"comet \(number)\"", "artist contains \"band \(number)\"",
          "duration > \(5_000 + number) s",
          "not played in the last \(number + 1) days and year = \(1_700 + number)", "genre = \"Soul\" and rating > 4",
        ][number % 5]
      }
    ),
  ]
}

extension BenchStore {
  /// Runs a query on the index with the program of SQLite.
  fileprivate func sqlite(_ query: String) throws {
    try Program(path: "sqlite3", environment: git.environment).run(["-readonly", index.path, query])
  }
}
