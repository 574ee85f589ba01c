import LosslessTOML
import TestSupport

/// Random files of settings with tables, inline tables and dotted keys, and edits of them.
enum RandomSettingsText {
  static func source(using random: inout SeededGenerator) -> String {
    func maybe(_ text: String) -> String { Bool.random(using: &random) ? text : "" }
    var text = maybe("\u{FEFF}") + maybe("# own 1\n\n") + "format = 1" + maybe("  # with format") + "\n"
    text += maybe("shown = [ 'a', \"b\" ]\n") + maybe("point = { x = 1, y = 2 } # with point\n")
    text += maybe("dotted.first = 1\ndotted.second = 'two'\n")
    text += maybe("\n# own 2\n\n") + maybe("[player] # with player\nshuffle = \"uniform\"\nvolume=3\n")
    text += maybe("\n[snapshot]\n  # own 3\n  path = '~/x'\n") + maybe("\n[snapshot.deep]\nlevel = 1\n")
    text += maybe("\n# own 4\n")
    return Int.random(in: 0..<6, using: &random) == 0 ? text.replacing("\n", with: "\r\n") : text
  }

  static func edited(_ source: String, using random: inout SeededGenerator) throws -> String {
    var text = source
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      var candidate = text
      if Bool.random(using: &random) {
        candidate = RandomHandEdit.edited(text, using: &random)
      } else {
        candidate = try changed(text, using: &random)
      }
      if TOMLDocument(parsing: Array(candidate.utf8)).isValid { text = candidate }
    }
    return text
  }

  private static let paths: [TOMLPath] = [
    ["format"], ["shown"], ["point", "x"], ["point", "y"], ["dotted", "first"], ["dotted", "second"],
    ["player", "shuffle"], ["player", "volume"], ["snapshot", "path"], ["snapshot", "deep", "level"],
  ]

  private static func changed(_ text: String, using random: inout SeededGenerator) throws -> String {
    var document = TOMLDocument(parsing: Array(text.utf8))
    let path = paths[Int.random(in: 0..<paths.count, using: &random)]
    guard document[path] != nil else { return text }
    if Int.random(in: 0..<3, using: &random) == 0 {
      try document.remove(path)
    } else {
      let values: [TOMLLiteral] = [1, 7, "new", true, ["a"], ["b", 2]]
      try document.set(values[Int.random(in: 0..<values.count, using: &random)], at: path)
    }
    return String(decoding: document.source, as: UTF8.self)
  }
}
