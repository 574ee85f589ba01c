import Foundation
import MixtapeModel
import PlaylistFiles
import TestSupport

/// Edits by hand: comments, blank lines, white space, quotes, line ends.
enum RandomHandEdit {
  static func edited(_ text: String, using random: inout SeededGenerator) -> String {
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).replacing("\r", with: "") }
    let line = Int.random(in: 0..<lines.count, using: &random)
    let number = Int.random(in: 0..<1_000_000, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: lines.insert("  # own \(number)", at: line)
    case 2: if lines[line].trimmed.hasPrefix("# own") { lines.remove(at: line) }
    case 3: if lines[line].trimmed.hasPrefix("# own") { lines[line] = "# own \(number)" }
    case 4:
      if lines[line].isEmpty, lines.count > 1 { lines.remove(at: line) } else { lines.insert("", at: line) }
    case 5:
      if !lines[line].contains("#"), !lines[line].isEmpty { lines[line] += "  # with \(number)" }
    case 6: lines[line] = (lines[line].hasPrefix(" ") ? "" : "   ") + lines[line].trimmed
    default:
      if !lines[line].contains("'"), !lines[line].contains("\\") { lines[line].replace("\"", with: "'") }
    }
    let ends = Int.random(in: 0..<20, using: &random) == 0 ? (lineEnd == "\n" ? "\r\n" : "\n") : lineEnd
    return lines.joined(separator: ends)
  }
}

/// Random playlist files, and edits of them.
enum RandomPlaylistText {
  static func source(using random: inout SeededGenerator) -> String {
    func maybe(_ text: String) -> String { Bool.random(using: &random) ? text : "" }
    let quote = Bool.random(using: &random) ? "'" : "\""
    var text = maybe("\u{FEFF}") + maybe("# own 1\n") + maybe("name = \(quote)N\(quote)  # with name\n")
    text += maybe("\n# own 2\n") + maybe("shuffle = true\n") + maybe("# own 8\n") + maybe("description='d'\n")
    let elements = (0..<Int.random(in: 0...6, using: &random)).map { _ in episode(using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      text += "episodes = [" + maybe(" # with open") + "\n"
      for (number, element) in elements.enumerated() {
        text += maybe("  # own a\(number)\n") + (number == 0 ? "    " : "  , ") + quote + element + quote
        text += maybe(" # with \(element)") + "\n"
      }
      text += maybe("  # own 3\n") + "]\n"
    } else if Bool.random(using: &random) {
      text += "episodes = [" + elements.map { quote + $0 + quote }.joined(separator: ", ") + "]\n"
    } else {
      text += "episodes = [" + maybe(" # with open") + "\n"
      for (number, element) in elements.enumerated() {
        text += maybe("  # own a\(number)\n") + "\t" + quote + element + quote + maybe(" ") + ","
        text += maybe("# with \(element)") + (Int.random(in: 0..<4, using: &random) == 0 ? "" : "\n")
        if text.last == "," { text += " " } else if text.last != "\n" { text += "\n" }
      }
      text += maybe("\n  # own 3\n") + "]\n"
    }
    text +=
      maybe("# own 4\n") + maybe("limit = 5\n") + maybe("# own 9\n") + maybe("match = \"all\"\n")
      + maybe("sort = [ \"title\" ]\n")
    if Bool.random(using: &random) {
      text += maybe("conditions = [ 'year > 1', " + maybe("'bpm < 9', ") + "]\n")
    } else {
      text += "conditions = [" + maybe(" # with rules") + "\n  'year > 1'," + maybe("  # with year") + "\n"
      text += maybe("  # own 7\n") + maybe("  'bpm < 9'," + maybe(" # with bpm") + "\n") + "]\n"
    }
    text += maybe("\n# own 5\n[extra] # with tail\nname = 1\nlist = [ 1,2 ]  \n") + maybe("\n# own 6\n")
    return Int.random(in: 0..<6, using: &random) == 0 ? text.replacing("\n", with: "\r\n") : text
  }

  static func edited(_ source: String, using random: inout SeededGenerator) throws -> String {
    let id = try Playlist.ID(validating: "x")
    var text = source
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      var candidate = text
      if Bool.random(using: &random) {
        candidate = RandomHandEdit.edited(text, using: &random)
      } else {
        let file = PlaylistFile(parsing: Array(text.utf8), id: id)
        guard let playlist = file.playlist else { continue }
        candidate = try file.changed(to: changed(playlist, using: &random)).text
      }
      if PlaylistFile(parsing: Array(candidate.utf8), id: id).playlist != nil { text = candidate }
    }
    return text
  }

  private static func episode(using random: inout SeededGenerator) -> String {
    "a/\(Int.random(in: 1...12, using: &random))"
  }

  private static func changed(_ playlist: Playlist, using random: inout SeededGenerator) throws -> Playlist {
    func pick<Value>(_ values: Value...) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    switch Int.random(in: 0..<14, using: &random) {
    case 12: return playlist.withCriteria(SmartCriteria())
    case 13: return playlist.withCriteria { [match = pick(SmartCriteria.Match.all, .any)] in $0.match = match }
    case 0: return try playlist.withName(pick("A", "B \"b\"", "It's"))
    case 1: return playlist.withDescription(pick("", "x", "y\nz"))
    case 2: return playlist.with(pick(.continuous(true), .continuous(false), .shuffle(.off), .shuffle(.by(.uniform))))
    case 3:
      let rules = try ["year > 1", "bpm < 9", "title = \"x\""].shuffled(using: &random).prefix(pick(0, 1, 2))
        .map(WrittenRule.init(parsing:))
      return playlist.withCriteria(SmartCriteria(conditions: pick(rules, rules, nil), match: pick(.all, .any)))
    case 4:
      return playlist.withCriteria { [sort = pick([SortKey.random], SmartCriteria.defaultSort)] in $0.sort = sort }
    case 5: return playlist.withCriteria { [limit = pick(nil, PlaylistLimit.amount(2, .hours))] in $0.limit = limit }
    case 6, 7:
      var episodes = playlist.episodes
      guard let place = episodes.indices.randomElement(using: &random) else { return playlist }
      let moved = episodes.remove(at: place)
      episodes.insert(moved, at: Int.random(in: 0...episodes.count, using: &random))
      return playlist.withEpisodes(episodes)
    case 8, 9:
      return playlist.withEpisodes(playlist.episodes.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
    default:
      let new = try Episode.ID(validating: episode(using: &random))
      guard !playlist.episodes.contains(new) else { return playlist }
      var episodes = playlist.episodes
      episodes.insert(
        new, at: Bool.random(using: &random) ? episodes.count : Int.random(in: 0...episodes.count, using: &random))
      return playlist.withEpisodes(episodes)
    }
  }
}

/// Random library files, and edits of them.
enum RandomPodcastText {
  static func source(using random: inout SeededGenerator) -> String {
    func maybe(_ text: String) -> String { Bool.random(using: &random) ? text : "" }
    var text = maybe("\u{FEFF}") + maybe("# own 1\n\n") + "title = \"T\"  # with title\n" + maybe("author='P'\n")
    text += maybe("# own 2\n\n") + maybe("tags = [ 't1', ]\n") + maybe("categories = [\n  \"C\", # with first\n]\n")
    let extra = maybe("\n[extra] # with shelf\nshelf = [ 1,2 ]  \n")
    let isExtraFirst = Int.random(in: 0..<3, using: &random) == 0
    text += maybe("subscribed = true\n") + maybe("skip = [ 'year = 1' ]\n") + (isExtraFirst ? extra : "")
    for name in ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
      text += maybe("\n") + maybe("# of \(name)\n") + "[[episodes]]" + maybe(" # with \(name)") + "\nid = \"\(name)\"\n"
      text += maybe("guid = \"g-\(name)\"\n") + maybe("rating = 3\n") + maybe("artist = 'P'\n")
      text += maybe("playCount = 2\nlastPlayedAt = 2026-01-01T08:00:00Z\n")
    }
    text += (isExtraFirst ? "" : extra) + maybe("# own end\n")
    return Int.random(in: 0..<6, using: &random) == 0 ? text.replacing("\n", with: "\r\n") : text
  }

  static func edited(_ source: String, using random: inout SeededGenerator) throws -> String {
    let id = try Podcast.ID(validating: "show")
    var text = source
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      var candidate = text
      if Int.random(in: 0..<5, using: &random) == 0 {
        candidate = rearranged(text, using: &random)
      } else if Int.random(in: 0..<3, using: &random) == 0 {
        // Comments directly above an episode go with it, so that they are changed only at the head.
        let head = text.ranges(of: "[[").first?.lowerBound ?? text.endIndex
        let start =
          text[..<head].unicodeScalars.lastIndex(of: "\n").map {
            text.unicodeScalars[..<$0].lastIndex(of: "\n") ?? text.startIndex
          } ?? text.startIndex
        candidate = RandomHandEdit.edited(String(text[..<start]), using: &random) + text[start...]
      } else {
        let file = PodcastFile(parsing: Array(text.utf8), id: id)
        guard let podcast = file.podcast else { continue }
        candidate = try file.changed(to: changed(podcast, using: &random)).text
      }
      if PodcastFile(parsing: Array(candidate.utf8), id: id).podcast != nil { text = candidate }
    }
    return text
  }

  /// Returns the text with a comment at the end, with other line ends, or with the table `extra` after the episodes.
  private static func rearranged(_ text: String, using random: inout SeededGenerator) -> String {
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return text + "# own \(Int.random(in: 0..<1_000_000, using: &random))" + lineEnd
    case 1:
      let plain = text.replacing("\r\n", with: "\n")
      return lineEnd == "\n" ? plain.replacing("\n", with: "\r\n") : plain
    default:
      let extra = ["", "[extra] # with shelf", "shelf = [ 1,2 ]  ", ""].joined(separator: lineEnd)
      guard let range = text.firstRange(of: extra), text.hasSuffix(lineEnd) else { return text }
      let rest = text[..<range.lowerBound] + text[range.upperBound...]
      // The comments at the end stay there.
      let comments = rest.split(separator: lineEnd, omittingEmptySubsequences: false).dropLast().reversed()
        .prefix { $0.hasPrefix("# own") }.map { $0 + lineEnd }
      return rest.dropLast(comments.joined().count) + extra + comments.reversed().joined()
    }
  }

  private static func changed(_ podcast: Podcast, using random: inout SeededGenerator) throws -> Podcast {
    func pick<Value>(_ values: Value...) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    var episodes = podcast.episodes
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return try podcast.withTitle(pick("A", "B", "T")).withKind(pick(.album, .podcast))
    case 1: return podcast.withAuthor(pick(nil, "P", "Q")).withArtwork(pick(nil, "x"))
    case 2: return podcast.withTags(Array(["t1", "t2", "t3"].shuffled(using: &random).prefix(pick(0, 1, 2))))
    case 3: return podcast.withCategories(Array(["C", "D"].shuffled(using: &random).prefix(pick(0, 1, 2))))
    case 4:
      guard let place = episodes.indices.randomElement(using: &random) else { return podcast }
      let moved = episodes.remove(at: place)
      episodes.insert(moved, at: Int.random(in: 0...episodes.count, using: &random))
    case 5: if let place = episodes.indices.randomElement(using: &random) { episodes.remove(at: place) }
    case 6:
      let name = "n\(Int.random(in: 0..<6, using: &random))"
      let id = try Episode.ID(validating: "show/\(name)")
      guard !episodes.contains(where: { $0.id == id }) else { return podcast }
      let new = Episode(id: id, guid: pick(nil, "g-\(name)"), fields: [.duration: .seconds(pick(1, 2.5))])
      episodes.insert(new, at: Int.random(in: 0...episodes.count, using: &random))
    case 7, 8:
      guard let place = episodes.indices.randomElement(using: &random) else { return podcast }
      let time = Date(timeIntervalSince1970: pick(1_800_000_000, 1_800_000_001, 1_800_000_002))
      episodes[place] = episodes[place].played(EpisodePlays(count: pick(1, 2), last: time))
    default:
      guard let place = episodes.indices.randomElement(using: &random) else { return podcast }
      episodes[place] = episodes[place].with(pick(.rating, .year), pick(nil, .integer(1), .integer(3)))
        .with(pick(.artist, .genre, .title), pick(.text("P"), .text("X")))
    }
    return podcast.withEpisodes(episodes)
  }
}
