import Foundation
import TestSupport
import Testing

@testable import MixtapeModel

struct PodcastUpdatingTests {
  private let id = Podcast.ID(rawValue: "sky")

  private func episode(
    _ name: String, guid: String? = nil, url: String? = nil, day: Int? = nil, title: String? = nil,
    fields: Episode.Fields = [:]
  ) throws -> Episode {
    var fields = fields
    if let title { fields[.title] = .text(title) }
    return Episode(
      id: try #require(Episode.ID(rawValue: "sky/\(name)")), guid: guid, url: url,
      published: day.map { Date(timeIntervalSince1970: Double($0) * 86_400) }, fields: fields)
  }

  private func podcast(_ episodes: [Episode], title: String = "Sky", author: String? = nil) throws -> Podcast {
    Podcast(id: try #require(id), title: title, author: author, feed: "https://a/f", episodes: episodes)
  }

  @Test func `inherited values follow the head, and are no changes of episodes`() throws {
    let mine = try podcast([episode("x", guid: "g", url: "u", title: "X")], title: "Sky", author: "Au")
    let source = try podcast([episode("n", guid: "g", url: "u", title: "X")], title: "Night Sky", author: "Ann")
    let update = mine.updated(from: source)
    let after = try #require(update.podcast.episodes.first)
    #expect(after.fields[.album] == .text("Night Sky"))
    #expect(after.fields[.artist] == .text("Ann"))
    #expect(update.changed.isEmpty)
    #expect(PodcastDifference(from: mine, to: update.podcast).changedEpisodes.isEmpty)
  }

  @Test func `what the source says changes, what is yours stays`() throws {
    let mine = try podcast([
      episode(
        "001-x", guid: "g", url: "u", title: "Old",
        fields: [.rating: .integer(4), .playCount: .integer(2), .bpm: .integer(9)])
    ]).withTags(["night"])
    let source = try podcast(
      [episode("n", guid: "g", url: "v", title: "New", fields: [.rating: .integer(1), .duration: .seconds(5)])],
      title: "Night Sky", author: "Ann")
    let update = mine.updated(from: source)
    let after = try #require(update.podcast.episodes.first)
    #expect(after.id.name == "001-x")
    #expect(after.title == "New")
    #expect(after.url == "v")
    #expect(after.rating == 4)
    #expect(after.playCount == 2)
    #expect(after.fields[.bpm] == .integer(9))
    #expect(after.duration == 5)
    #expect(after.fields[.artist] == .text("Ann"))
    #expect(update.podcast.title == "Night Sky")
    #expect(update.podcast.tags == ["night"])
    #expect(update.changed.map(\.name) == ["001-x"])
    #expect(update.added.isEmpty)
  }

  @Test func `items that the rules of the podcast fit are no new episodes`() throws {
    let mine = try podcast([episode("b", guid: "b", day: 20, title: "B")])
    let source = try podcast(["d", "c", "b"].map { try episode($0, guid: $0, day: 30, title: $0.uppercased()) })
    for includesOlder in [false, true] {
      var options = PodcastUpdateOptions(includesOlder: includesOlder)
      // Also an episode that the file has.
      options.skipped = [0, 2]
      let update = mine.updated(from: source, options)
      #expect(update.podcast.episodes.map(\.title) == ["C", "B"])
      #expect(update.notes == [.skipped(1)])
    }
  }

  @Test func `episodes that the source dropped go, unless they are rated or in use`() throws {
    let names = ["a", "b", "c", "d"]
    var episodes = try names.map {
      try episode($0, guid: $0, title: $0.uppercased(), fields: [.playCount: .integer(1)])
    }
    episodes[1] = episodes[1].with(.rating, .integer(4))
    let mine = try podcast(episodes)
    var options = PodcastUpdateOptions()
    options.dropsMissing = true
    options.kept = [episodes[2].id]
    let update = mine.updated(from: try podcast([episodes[0]]), options)
    #expect(update.podcast.episodes.map(\.title) == ["A", "B", "C"])
    #expect(update.notes == [.dropped([episodes[3].id]), .missingKept([episodes[1].id, episodes[2].id])])
    // A source without any known episode shows nothing about the others.
    let other = try podcast([episode("z", guid: "z", title: "Z")])
    #expect(mine.updated(from: other, options).podcast.episodes.count == 5)
    // Episodes that the user wrote never came from the source.
    options.edits = [EditedPodcast(from: try podcast(Array(episodes.dropLast())), to: mine)]
    let written = mine.updated(from: try podcast([episodes[0]]), options)
    #expect(written.podcast.episodes.count == 4)
    #expect(written.notes == [.missingKept(episodes.dropFirst().map(\.id))])
    options.dropsMissing = false
    #expect(mine.updated(from: try podcast([episodes[0]]), options).podcast.episodes.count == 4)
  }

  @Test func `episodes with notes or a position stay`() throws {
    let cases: [(fields: Episode.Fields, stays: Bool)] = [
      ([.notes: .text("loud")], true), ([.position: .seconds(5)], true), ([.position: .seconds(0)], false),
      ([.playCount: .integer(1)], false),
    ]
    var options = PodcastUpdateOptions()
    options.dropsMissing = true
    let first = try episode("a", guid: "a", title: "A")
    for (fields, stays) in cases {
      let second = try episode("b", guid: "b", title: "B", fields: fields)
      let update = try podcast([first, second]).updated(from: podcast([first]), options)
      #expect(update.podcast.episodes.count == (stays ? 2 : 1))
      #expect(update.notes == [stays ? .missingKept([second.id]) : .dropped([second.id])])
    }
  }

  @Test func `without dates in the file, new episodes come first`() throws {
    let mine = try podcast([episode("b", guid: "b", title: "B"), episode("a", guid: "a", title: "A")])
    let source = try podcast(["d", "c", "b", "a"].map { try episode($0, guid: $0, title: $0.uppercased()) })
    #expect(mine.updated(from: source).podcast.episodes.map(\.title) == ["D", "C", "B", "A"])
  }

  @Test(arguments: [true, false]) func `new episodes come at the place that the order shows`(isNewestFirst: Bool) throws
  {
    var old = [try episode("d", guid: "d", day: 40), try episode("b", guid: "b", day: 20)]
    if !isNewestFirst { old.reverse() }
    let source = try podcast([
      episode("e", guid: "e", day: 50, title: "E"), episode("d", guid: "d", day: 40),
      episode("c", guid: "c", day: 30, title: "C"), episode("b", guid: "b", day: 20),
    ])
    let names = try podcast(old).updated(from: source).podcast.episodes.map(\.id.name)
    #expect(names == (isNewestFirst ? ["e", "d", "c", "b"] : ["b", "c", "d", "e"]))
  }

  @Test func `an episode without a title is named by its file, without the extension`() throws {
    let source = try podcast([
      episode("x", guid: "g", url: "https://x/episode12.mp3?x=1"), episode("y", guid: "h", url: "https://x/part.2"),
    ])
    let names = try podcast([]).updated(from: source).podcast.episodes.map(\.id.name)
    #expect(names == ["episode12", "part-2"])
  }

  @Test func `a feed that changes all guids makes no duplicates`() throws {
    let old = try podcast([
      episode("a", guid: "1", url: "https://x/a.mp3?t=1", day: 3, title: "A"),
      episode("b", guid: "2", url: "https://x/b.mp3?t=1", day: 2, title: "B"),
      episode("c", guid: "3", url: "https://x/c.mp3", day: 1, title: "C"),
    ])
    let source = try podcast([
      episode("a", guid: "x1", url: "https://x/a.mp3?t=2", day: 3, title: "A"),
      episode("b", guid: "x2", url: "https://x/b.mp3?t=2", day: 2, title: "B!"),
      episode("c", guid: "x3", url: "https://other/c", day: 1, title: "C"),
    ])
    let update = old.updated(from: source)
    #expect(update.podcast.episodes.map(\.id.name) == ["a", "b", "c"])
    #expect(update.podcast.episodes.map(\.guid) == ["x1", "x2", "x3"])
    #expect(update.notes == [.guidsChanged(3)])
  }

  @Test func `what the source dropped stays, and what is older is left out`() throws {
    let old = try podcast([episode("b", guid: "b", day: 20), episode("a", guid: "a", day: 10)])
    let source = try podcast([episode("b", guid: "b", day: 20), episode("o", guid: "o", day: 1, title: "O")])
    let update = old.updated(from: source)
    #expect(update.podcast.episodes.map(\.id.name) == ["b", "a"])
    #expect(update.notes == [.olderLeftOut(1)])
    let whole = old.updated(from: source, PodcastUpdateOptions(includesOlder: true))
    #expect(whole.podcast.episodes.map(\.id.name) == ["b", "a", "o"])
  }

  @Test func `new episodes get names and a date of addition`() throws {
    let source = try podcast([
      episode("x", guid: "1", day: 3, title: "Daily News"), episode("y", guid: "2", day: 2, title: "Daily News"),
      episode("z", guid: "3", title: "#42: Auroras!", fields: [.trackNumber: .integer(42)]),
    ])
    let now = Date(timeIntervalSince1970: 1e9)
    let update = try podcast([]).updated(from: source, PodcastUpdateOptions(dateAdded: now))
    #expect(
      update.podcast.episodes.map(\.id.name) == ["daily-news-1970-01-04", "daily-news-1970-01-03", "042-auroras"])
    #expect(update.podcast.episodes.allSatisfy { $0.fields[.dateAdded] == .date(now) })
    #expect(update.added.count == 3)
  }

  // MARK: Edits of the user

  /// Returns the update of a podcast after edits, oldest state first: the last state is the present one.
  private func update(
    _ states: Podcast..., from source: Podcast, includesOlder: Bool = false
  ) throws -> PodcastUpdate {
    var options = PodcastUpdateOptions(includesOlder: includesOlder)
    options.edits = zip(states, states.dropFirst()).map { EditedPodcast(from: $0, to: $1) }.reversed()
    return try #require(states.last).updated(from: source, options)
  }

  @Test func `an edited value stays until the source changes it`() throws {
    let original = try podcast([episode("a", guid: "a", url: "u", day: 9, title: "A")], title: "Sky", author: "Ann")
    let edited = try original.withAuthor("Me").withTitle("Mine")
      .withEpisodes([episode("a", guid: "a", url: "u", day: 9, title: "My A")])
    let same = try update(original, edited, from: original)
    #expect(same.podcast == edited)
    #expect(same.notes.isEmpty)
    let newTitle = try podcast([episode("a", guid: "a", url: "v", day: 9, title: "B")], title: "Sky 2", author: "Ann")
    let changed = try update(original, edited, from: newTitle)
    #expect(changed.podcast.title == "Sky 2")
    #expect(changed.podcast.author == "Me")
    #expect(changed.podcast.episodes.map(\.title) == ["B"])
    #expect(changed.podcast.episodes.map(\.url) == ["v"])
    let replaced = [WrittenValue("title"), WrittenValue("title", of: edited.episodes[0].id)]
    #expect(changed.notes == [.editsReplaced(replaced)])
  }

  @Test func `the guid is that of the feed, and stays if the feed drops it`() throws {
    let plain = try podcast([])
    #expect(plain.updated(from: plain.withGUID("g")).podcast.guid == "g")
    #expect(plain.withGUID("g").updated(from: plain.withGUID("h")).podcast.guid == "h")
    #expect(plain.withGUID("g").updated(from: plain).podcast.guid == "g")
  }

  @Test func `an edited guid stays until the feed declares another one`() throws {
    let original = try podcast([]).withGUID("g")
    for mine in [original.withGUID("mine"), original.withGUID(nil)] {
      #expect(try update(original, mine, from: original).podcast == mine)
      #expect(try update(original, mine, from: original.withGUID("h")).podcast.guid == "h")
    }
    let replaced = try update(original, original.withGUID("mine"), from: original.withGUID("h"))
    #expect(replaced.notes == [.editsReplaced([WrittenValue("guid")])])
  }

  @Test func `a removed value stays removed, and an added one stays`() throws {
    let original = try podcast([episode("a", guid: "a", day: 9, title: "A", fields: [.year: .integer(1999)])])
    let edited = try podcast([episode("a", guid: "a", day: 9, title: "A", fields: [.trackNumber: .integer(3)])])
    #expect(try update(original, edited, from: original).podcast == edited)
  }

  @Test func `an edit that an update has replaced counts no more`() throws {
    let original = try podcast([episode("a", guid: "a", title: "A")])
    let edited = try podcast([episode("a", guid: "a", title: "Mine")])
    var options = PodcastUpdateOptions()
    options.edits = [EditedPodcast(from: original, to: edited)]
    let present = try podcast([episode("a", guid: "a", title: "B")])
    #expect(present.updated(from: original, options).podcast.episodes.map(\.title) == ["A"])
  }

  @Test func `several edits of a value lead to that of the source`() throws {
    let original = try podcast([episode("a", guid: "a", title: "A")])
    let first = try podcast([episode("a", guid: "a", title: "Mine")])
    let second = try podcast([episode("a", guid: "a", title: "Mine, again")])
    #expect(try update(original, first, second, from: original).podcast == second)
    let other = try podcast([episode("a", guid: "a", title: "B")])
    #expect(try update(original, first, second, from: other).podcast == other)
  }

  /// The source may correct a title as the user did, who then changes it again.
  @Test func `a value that the user replaced is not taken from the source again`() throws {
    let original = try podcast([episode("a", guid: "a", title: "A")], title: "Sky", author: "Ann")
    let fixed = try podcast([episode("a", guid: "a", title: "Fixed")], title: "Fixed", author: "Ann")
    let mine = try podcast([episode("a", guid: "a", title: "Mine")], title: "Mine", author: "Ann")
    let update = try update(original, fixed, mine, from: fixed)
    #expect(update.podcast == mine)
    #expect(update.notes.isEmpty)
  }

  @Test func `an episode that comes back keeps its edits, also with a new id`() throws {
    let original = try podcast([episode("a", guid: "a", title: "A"), episode("b", guid: "b", title: "B")])
    let without = try podcast([episode("b", guid: "b", title: "B")])
    let back = try podcast([episode("b", guid: "b", title: "B"), episode("a-2", guid: "a", title: "Mine")])
    #expect(try update(original, without, back, from: original).podcast == back)
    let changed = try podcast([episode("a", guid: "a", title: "New"), episode("b", guid: "b", title: "B")])
    #expect(try update(original, without, back, from: changed).podcast.episodes.map(\.title) == ["B", "New"])
  }

  @Test func `an episode with a new id keeps its edits`() throws {
    let original = try podcast([episode("a", guid: "a", title: "A"), episode("b", guid: "b", title: "B")])
    let edited = try podcast([episode("a", guid: "a", title: "Mine"), episode("b", guid: "b", title: "B")])
    let renamed = try podcast([episode("my", guid: "a", title: "Mine"), episode("b", guid: "b", title: "B")])
    #expect(try update(original, edited, renamed, from: original).podcast == renamed)
    let both = try update(original, renamed, from: original)
    #expect(both.podcast == renamed)
  }

  @Test func `removed episodes come back only if all are wanted`() throws {
    let original = try podcast([
      episode("c", guid: "c", day: 30, title: "C"), episode("b", guid: "b", day: 20, title: "B"),
      episode("a", guid: "a", day: 10, title: "A"),
    ])
    let rest = original.withEpisodes(original.episodes.filter { $0.id.name != "b" })
    let source = original.withEpisodes([try episode("d", guid: "d", day: 40, title: "D")] + original.episodes)
    let update = try update(original, rest, from: source)
    #expect(update.podcast.episodes.map(\.id.name) == ["d", "c", "a"])
    #expect(try self.update(original, rest, from: source, includesOlder: true).podcast.episodes.count == 4)
  }

  /// New episodes can have the address without query, the title or the day of a removed one.
  @Test func `episodes that only look like a removed one are added`() throws {
    let original = try podcast([
      episode("b", guid: "b", url: "https://a/play?id=2", day: 20, title: "News"),
      episode("a", guid: "a", url: "https://a/play?id=1", day: 10, title: "Old"),
    ])
    let rest = original.withEpisodes(Array(original.episodes.suffix(1)))
    for new in [
      try episode("c", guid: "c", url: "https://a/play?id=3", day: 30, title: "C"),
      try episode("c", guid: "c", url: "https://a/other", day: 20, title: "News"),
      try episode("c", guid: "c", url: "https://a/play?id=2", day: 30, title: "C"),
      try episode("c", url: "https://a/other", day: 30, title: "News"),
    ] {
      #expect(try update(original, rest, from: original.withEpisodes([new] + rest.episodes)).added.count == 1, "\(new)")
    }
    for removed in [
      try episode("c", guid: "b", url: "https://a/moved", day: 30, title: "C"),
      try episode("c", guid: "new", url: "https://a/play?id=2", day: 30, title: "News"),
      try episode("c", url: "https://a/play?id=2", day: 30, title: "C"),
      try episode("c", guid: "new", day: 20, title: "News"),
      try episode("c", guid: "new", url: "http://cdn.example/play?id=2&token=x", day: 20, title: "News"),
      try episode("c", url: "https://count.example/r/a/play?id=2", day: 20, title: "News"),
    ] {
      #expect(
        try update(original, rest, from: original.withEpisodes([removed] + rest.episodes)).added.isEmpty, "\(removed)")
    }
  }

  @Test func `episodes older than a removed one are older ones`() throws {
    let original = try podcast([
      episode("c", guid: "c", day: 30, title: "C"), episode("b", guid: "b", day: 20, title: "B"),
    ])
    let source = original.withEpisodes(original.episodes + [try episode("a", guid: "a", day: 10, title: "A")])
    let update = try update(original, original.withEpisodes([]), from: source)
    #expect(update.added.isEmpty)
    #expect(update.notes == [.olderLeftOut(1)])
  }

  @Test func `random edits survive updates by an unchanged source`() throws {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      let source = try podcast(
        (0..<Int.random(in: 1...6, using: &generator)).map { number in
          try episode(
            "e\(number)", guid: "g\(number)", url: "https://x/\(number)", day: 9 + number, title: "T\(number)")
        })
      var states = [source.updated(from: source).podcast]
      for step in 0..<Int.random(in: 1...5, using: &generator) {
        var episodes = states[states.count - 1].episodes
        guard let place = episodes.indices.randomElement(using: &generator) else { break }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: episodes.remove(at: place)
        case 1: episodes[place] = episodes[place].with(.title, .text("Edit \(step)"))
        case 2: episodes[place] = episodes[place].with(.title, nil)
        default: episodes[place] = episodes[place].withID(Episode.ID(unchecked: source.id, name: "id-\(step)"))
        }
        states.append(states[states.count - 1].withEpisodes(episodes))
      }
      var options = PodcastUpdateOptions()
      options.edits = zip(states, states.dropFirst()).map { EditedPodcast(from: $0, to: $1) }.reversed()
      #expect(states[states.count - 1].updated(from: source, options).podcast == states.last, generator.comment)
    }
  }

  @Test func `random updates lose nothing, and the second changes nothing`() throws {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      var podcast = try randomPodcast(&generator, names: "old")
      for _ in 0..<3 {
        let source = try randomPodcast(&generator, names: "new")
        let update = podcast.updated(from: source, PodcastUpdateOptions(includesOlder: Bool.random(using: &generator)))
        let ids = update.podcast.episodes.map(\.id)
        #expect(Set(ids).count == ids.count, generator.comment)
        #expect(Set(podcast.episodes.map(\.id)).isSubset(of: ids), generator.comment)
        #expect(ids.allSatisfy { NameRules.violation(in: $0.name) == nil }, generator.comment)
        let order = ids.filter(Set(podcast.episodes.map(\.id)).contains)
        #expect(order == podcast.episodes.map(\.id), generator.comment)
        let again = update.podcast.updated(from: source, PodcastUpdateOptions(includesOlder: true))
        #expect(again.added.allSatisfy { !ids.contains($0) }, generator.comment)
        let twice = again.podcast.updated(from: source, PodcastUpdateOptions(includesOlder: true))
        #expect(twice.podcast == again.podcast, generator.comment)
        #expect(twice.added.isEmpty, generator.comment)
        podcast = update.podcast
      }
    }
  }

  private func randomPodcast(_ generator: inout SeededGenerator, names: String) throws -> Podcast {
    let count = Int.random(in: 0...8, using: &generator)
    return try podcast(
      (0..<count).map { index in
        func pick(_ prefix: String, of range: Int) -> String? {
          Bool.random(using: &generator) ? "\(prefix)\(Int.random(in: 0..<range, using: &generator))" : nil
        }
        return try episode(
          "\(names)-\(index)", guid: pick("g", of: 12),
          url: pick("https://x/", of: 8).map { $0 + (pick("?t=", of: 3) ?? "") },
          day: Bool.random(using: &generator) ? Int.random(in: 1...30, using: &generator) : nil,
          title: pick("Title ", of: 6))
      })
  }
}
