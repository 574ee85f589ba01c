import LosslessTOML
import TOMLKit

/// LosslessTOML compared with toml++, on generated playlists.
enum TOMLSection {
  static func run() throws {
    try compareReading()
    try measureEdits()
  }

  private static func compareReading() throws {
    var table = ReportTable(
      "TOML: parse and read all values",
      columns: ["episodes", "bytes", "LosslessTOML MB/s", "toml++ MB/s", "ratio (want ≥ 4)", "toml++ parse alone MB/s"])
    for count in [20, 50, 100, 200, 400] {
      var generator = PlaylistGenerator(seed: UInt64(count))
      let files = (0..<8).map { _ in generator.playlist(episodes: count) }
      let bytes = files.reduce(0) { $0 + $1.count }
      let ours = Measurement { for file in files { consume(LosslessReader.read(file)) } }.megabytesPerSecond(bytes)
      let theirs = try Measurement { for file in files { consume(try TOMLKitReader.read(file)) } }
        .megabytesPerSecond(bytes)
      let parseAlone = try Measurement {
        for file in files { consume(try TOMLKit.TOMLTable(string: String(decoding: file, as: UTF8.self)).count) }
      }.megabytesPerSecond(bytes)
      table.add("\(count)", "\(bytes / files.count)", ours.brief, theirs.brief, (ours / theirs).brief, parseAlone.brief)
    }
    table.print()
  }

  private static func measureEdits() throws {
    var generator = PlaylistGenerator(seed: 1)
    let document = LosslessTOML.TOMLDocument(parsing: generator.playlist(episodes: 1000))
    var table = ReportTable(
      "TOML: one edit of a playlist of 1,000 episodes (\(document.source.count) bytes)",
      columns: ["edit", "ms (want < 1)"])
    try table.add("insert an episode", milliseconds(document) { try $0.insert(["new/one"], at: 500, in: ["episodes"]) })
    try table.add("remove an episode", milliseconds(document) { try $0.remove(["episodes", 500]) })
    try table.add(
      "move an episode",
      milliseconds(document) { try $0.moveElements(RangeSet(500..<501), to: 10, in: ["episodes"]) })
    try table.add("set the name", milliseconds(document) { try $0.set("Evening", at: ["name"]) })
    table.print()
  }

  private static func milliseconds(
    _ document: LosslessTOML.TOMLDocument, _ edit: (inout LosslessTOML.TOMLDocument) throws -> Void
  ) throws -> String {
    try Measurement {
      var copy = document
      try edit(&copy)
      consume(copy.source.count)
    }.milliseconds.brief
  }
}
