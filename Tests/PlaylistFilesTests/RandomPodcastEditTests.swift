import Foundation
import MixtapeModel
import PlaylistFiles
import TestSupport
import Testing

@Suite("Random edits of library files")
struct RandomPodcastEditTests {
  /// Random changes of one file. After each, the file has the requested values, the line ends stay, and comments stay
  /// with their subjects: those of the list and of `[extra]` stay, those of an episode move with it.
  @Test(arguments: ["\n", "\r\n"])
  func editsHaveTheRequestedValuesAndKeepOtherText(lineEnd: String) throws {
    var generator = SeededGenerator()
    for _ in 0..<40 {
      let source = randomSource(using: &generator).replacing("\n", with: lineEnd)
      var file = try PodcastFile(source)
      let kept = foreign(source.filledLines)
      for _ in 0..<12 {
        let target = try randomChange(of: try #require(file.podcast, generator.comment), using: &generator)
        let changed = try file.changed(to: target)
        #expect(changed.podcast == target, generator.comment)
        let lines = changed.text.filledLines
        #expect(foreign(lines) == kept, "\(generator)\n\(file.text)\n---\n\(changed.text)")
        #expect(
          Set(lines.filter { $0.contains("# with ") }).isSubset(of: file.text.filledLines), generator.comment)
        for episode in target.episodes where source.contains("# with \(episode.id.name)\(lineEnd)") {
          let isOld = file.podcast?.episodes.contains { $0.id == episode.id } == true
          let hadComment = file.text.contains("# with \(episode.id.name)\(lineEnd)")
          #expect(
            !isOld || !hadComment || changed.text.contains("# with \(episode.id.name)\(lineEnd)"), generator.comment)
        }
        if file.text.contains(lineEnd) { #expect(changed.text.hasOnly(lineEnd: lineEnd), generator.comment) }
        file = changed
      }
    }
  }

  /// Returns the comments of the list, and all of `[extra]`.
  private func foreign(_ lines: [String]) -> [String] {
    lines.filter { $0.contains("own line") || $0.contains("shelf") }
  }

  private func randomSource(using generator: inout SeededGenerator) -> String {
    func maybe(_ text: String) -> String { Bool.random(using: &generator) ? text : "" }
    // The empty line separates the comment from the next episode, to which it would belong otherwise.
    let quote = Bool.random(using: &generator) ? "'" : "\""
    var text = maybe("\u{FEFF}") + maybe("# own line 1\n\n") + maybe("title = \(quote)T\(quote)  # title\n")
    text += maybe("author=\(quote)P\(quote)\n") + maybe("# own line 2\n\n") + maybe("tags = [ \(quote)t1\(quote), ]\n")
    text += maybe("categories = [\n  \(quote)C\(quote), # first\n]\n") + maybe("subscribed = true\n")
    text += maybe("skip = [\n  'year = 1', # of skip\n]\n") + maybe("\n[extra] # shelf\nshelf = [ 1,2 ]  \n")
    for name in ["a", "b", "c", "d"].shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)) {
      text +=
        maybe("\n") + "[[episodes]]" + maybe(" # with \(name)") + "\n" + maybe("  ") + "id = \(quote)\(name)\(quote)\n"
      text += maybe("artist = \(quote)P\(quote)\n") + maybe("rating = 3\n") + maybe("title=\(quote)\(name)\(quote)\n")
    }
    return text
  }

  private func randomChange(of podcast: Podcast, using generator: inout SeededGenerator) throws -> Podcast {
    func pick<Value>(_ values: Value...) -> Value { values[Int.random(in: 0..<values.count, using: &generator)] }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: return try podcast.withTitle(pick("A", "B \"b\"", "It's", "T")).withKind(pick(.album, .podcast))
    case 1: return podcast.withAuthor(pick(nil, "P", "Q")).withArtwork(pick(nil, "x"))
    case 2: return podcast.withFeed(pick(nil, "f", "g")).withGUID(pick(nil, "x")).withSubscribed(pick(true, false))
    case 3 where Bool.random(using: &generator):
      let rules = ["year = 1", "title contains \"R\""]
      return podcast.withSkip(Array(rules.shuffled(using: &generator).prefix(pick(0, 1, 2))))
    case 3: return podcast.withTags(Array(["t1", "t2", "t3"].shuffled(using: &generator).prefix(pick(0, 1, 2))))
    case 4: return podcast.withCategories(Array(["C", "D"].shuffled(using: &generator).prefix(pick(0, 1, 2))))
    case 5: return podcast.withEpisodes(podcast.episodes.shuffled(using: &generator))
    case 6:
      let date: Date? = pick(nil, Date(timeIntervalSince1970: 86_400), Date(timeIntervalSince1970: 1_700_000_001))
      return podcast.withDateAdded(date)
    case 7:
      var episodes = podcast.episodes
      if Bool.random(using: &generator), let victim = episodes.indices.randomElement(using: &generator) {
        episodes.remove(at: victim)
      } else {
        let id = try Episode.ID(validating: "show/n\(Int.random(in: 0..<100, using: &generator))")
        guard !episodes.contains(where: { $0.id == id }) else { return podcast }
        let new = Episode(id: id, url: pick(nil, "u"), fields: [.duration: .seconds(pick(1, 2.5))])
        episodes.insert(new, at: Int.random(in: 0...episodes.count, using: &generator))
      }
      return podcast.withEpisodes(episodes)
    default:
      var episodes = podcast.episodes
      guard let victim = episodes.indices.randomElement(using: &generator) else { return podcast }
      let field: TrackField = pick(.rating, .playCount, .year)
      let text: TrackField = pick(.artist, .genre, .title)
      episodes[victim] = episodes[victim].with(field, pick(nil, .integer(1), .integer(3)))
        .with(text, pick(.text("P"), .text("X")))
      return podcast.withEpisodes(episodes)
    }
  }
}
