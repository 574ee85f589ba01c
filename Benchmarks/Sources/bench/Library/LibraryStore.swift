import Foundation

extension BenchStore {
  /// Makes a store with a library of generated episodes, and optionally a database of beets with the same data.
  init(episodes count: Int, inFilesOf size: Int = 200, beets: Bool = false, program: String) throws {
    try self.init(empty: "library-\(count)", program: program)
    var generator = EpisodeGenerator(seed: UInt64(count))
    var rows = ""
    for number in 0..<count / size {
      let folder = directory.appendingPathComponent("library/shelf-\(number / 100)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let (text, tracks) = generator.podcast(number, episodes: size)
      try Data(text.utf8).write(to: folder.appendingPathComponent("collection-\(number).toml"))
      if beets { rows += tracks.map(\.row).joined() }
    }
    try mixtape.run(["init", directory.path])
    if beets { try makeBeets(rows) }
    try settle()
  }

  /// The directory of the beets database. Its program has the same environment as the others.
  private var beetsDirectory: URL { home.appendingPathComponent(".config/beets") }

  private func makeBeets(_ rows: String) throws {
    try FileManager.default.createDirectory(at: beetsDirectory, withIntermediateDirectories: true)
    let database = beetsDirectory.appendingPathComponent("library.db")
    try Data("library: \(database.path)\ndirectory: \(home.path)\n".utf8).write(
      to: beetsDirectory.appendingPathComponent("config.yaml"))
    // The first command creates the tables.
    try beet.run(["ls"])
    let file = home.appendingPathComponent("tracks.tsv")
    try Data(rows.utf8).write(to: file)
    let columns = "title, artist, album, genre, composer, format, year, bpm, bitrate, length, added"
    let load = """
      CREATE TEMP TABLE t(\(columns));
      .mode tabs
      .import '\(file.path)' t
      INSERT INTO items(path, \(columns)) SELECT CAST('/' || rowid AS BLOB), * FROM t;
      """
    let script = home.appendingPathComponent("load.sql")
    try Data(load.utf8).write(to: script)
    try shell("sqlite3 '\(database.path)' < '\(script.path)'")
  }

  /// The program of beets.
  var beet: Program { Program(path: "beet", environment: git.environment) }

  /// Runs a line of a shell.
  func shell(_ line: String) throws { try Program(path: "/bin/sh", environment: git.environment).run(["-c", line]) }

  /// The index of the store.
  var index: URL { directory.appendingPathComponent(".git/mixtape/index.sqlite") }
}

extension EpisodeGenerator.Track {
  /// The track as a line of tab-separated values.
  fileprivate var row: String {
    [
      title, artist, album, genre, composer, format.uppercased(), "\(year)", "\(bpm)", "\(bitrate * 1000)",
      "\(duration)", "\(1_577_836_800 + added * 86_400)",
    ].joined(separator: "\t") + "\n"
  }
}
