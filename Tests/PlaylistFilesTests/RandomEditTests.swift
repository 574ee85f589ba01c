import LosslessTOML
import MixtapeModel
import PlaylistFiles
import TestSupport
import Testing

@Suite("Random edits of playlist files")
struct RandomEditTests {
  /// Random changes of one file. Comments on separate lines, `[extra]` and the line ends never change.
  @Test(arguments: ["\n", "\r\n"])
  func editsHaveTheRequestedValuesAndKeepOtherText(lineEnd: String) throws {
    var generator = SeededGenerator()
    for _ in 0..<40 {
      let source = randomSource(using: &generator).replacing("\n", with: lineEnd)
      var file = try PlaylistFile(source)
      let kept = foreignLines(of: source)
      for _ in 0..<12 {
        let target = try randomChange(of: try #require(file.playlist, generator.comment), using: &generator)
        let changed = try file.changed(to: target)
        #expect(changed.playlist == target, generator.comment)
        #expect(foreignLines(of: changed.text) == kept, "\(generator)\n\(file.text)\n---\n\(changed.text)")
        // A file without a line end does not determine the kind.
        if file.text.contains(lineEnd) { #expect(changed.text.hasOnly(lineEnd: lineEnd), generator.comment) }
        #expect(changed.text.hasPrefix("\u{FEFF}") == source.hasPrefix("\u{FEFF}"), generator.comment)
        #expect(changed.diagnostics.allSatisfy { [.duplicateEpisode, .noEffect].contains($0.id) }, generator.comment)
        file = changed
      }
    }
  }

  /// Returns the comments on separate lines, and all of `[extra]`.
  private func foreignLines(of text: String) -> [String] {
    let lines = text.filledLines
    let end = lines.firstIndex { $0.hasPrefix("[extra]") } ?? lines.endIndex
    return lines[..<end].filter { $0.contains("own line") } + lines[end...]
  }

  private func randomSource(using generator: inout SeededGenerator) -> String {
    func maybe(_ text: String) -> String { Bool.random(using: &generator) ? text : "" }
    let quote = Bool.random(using: &generator) ? "'" : "\""
    var text = maybe("\u{FEFF}") + maybe("# own line 1\n") + maybe("name = \(quote)N\(quote)  # name\n")
    text += maybe("\n# own line 2\n") + maybe("shuffle = true\n") + maybe("description='d'\n")
    if Bool.random(using: &generator) {
      let isOneLine = Bool.random(using: &generator)
      let elements = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        quote + randomEpisode(using: &generator) + quote
      }
      if isOneLine {
        text += "episodes = [" + elements.joined(separator: ", ") + "] # all\n"
      } else {
        text += "episodes = [" + maybe(" # opens") + "\n"
        for element in elements {
          text +=
            maybe("  # own line \(element)\n") + "\t" + element + maybe(" ") + "," + maybe("# with \(element)") + "\n"
        }
        text += maybe("  # own line 3\n") + "]\n"
      }
    }
    text += maybe("# own line 4\n") + maybe("limit = 5\n") + maybe("conditions = [ 'year > 1', ]\n")
    return text + maybe("[extra] # tail\nname = 1\nlist = [ 1,2 ]  ") + maybe("")
  }

  private func randomEpisode(using generator: inout SeededGenerator) -> String {
    "a/\(Int.random(in: 1...6, using: &generator))"
  }

  private func randomChange(of playlist: Playlist, using generator: inout SeededGenerator) throws -> Playlist {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return try playlist.withName(["A", "B \"b\"", "It's"].randomElement(using: &generator) ?? "A")
    case 1: return playlist.withDescription(["", "x", "y\nz"].randomElement(using: &generator) ?? "")
    case 2:
      let value = Bool.random(using: &generator)
      let settings: [PlaybackSettings.Setting] = [
        .continuous(value), .shuffle(value ? .default : .off), .shuffle(.by(.spread)),
      ]
      return playlist.with(settings.randomElement(using: &generator) ?? settings[0])
    case 3: return playlist.withCriteria(try randomCriteria(using: &generator))
    case 4: return playlist.withEpisodes(playlist.episodes.shuffled(using: &generator))
    default:
      var episodes = playlist.episodes
      if Bool.random(using: &generator), let victim = episodes.indices.randomElement(using: &generator) {
        episodes.remove(at: victim)
      } else {
        let place = Int.random(in: 0...episodes.count, using: &generator)
        episodes.insert(try Episode.ID(validating: randomEpisode(using: &generator)), at: place)
      }
      return playlist.withEpisodes(episodes)
    }
  }

  private func randomCriteria(using generator: inout SeededGenerator) throws -> SmartCriteria {
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
    let rules = ["year > 1", "bpm < 9", "title = \"x\""].shuffled(using: &generator).prefix(2)
    return SmartCriteria(
      conditions: maybe(try rules.map(WrittenRule.init(parsing:))),
      match: SmartCriteria.Match.allCases.randomElement(using: &generator) ?? .all, search: maybe("words"),
      sort: maybe([.random]) ?? SmartCriteria.defaultSort, limit: maybe(.amount(2, .hours)), seed: maybe(7))
  }
}
