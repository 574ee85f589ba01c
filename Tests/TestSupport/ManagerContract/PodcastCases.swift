import Foundation
import MixtapeModel
import Testing

let podcastReadingCases: [PodcastCase] = [
  PodcastCase("all: every podcast, in order of id, in any folder", holding: try .fixture().reversed()) {
    manager throws in
    #expect(try manager.all() == .fixture())
  },
  PodcastCase(
    "all: order of bytes and of numbers, not of a locale",
    holding: try ["z", "ä", "a-b", "a10", "a", "a9"].map { try .fixture($0) }
  ) {
    manager throws in
    #expect(try manager.ids() == ["a", "a-b", "a9", "a10", "z", "ä"])
  },
  PodcastCase("all: an empty manager is no error", holding: []) { manager throws in #expect(try manager.all().isEmpty)
  },
  PodcastCase("find: the podcast of an id, or nil") { manager throws in
    #expect(try manager.find(.nightSky) == [Podcast].fixture()[3])
    #expect(try manager.find(.missing) == nil)
  },
  PodcastCase("find: by folder, by folder recursively, by tag, and unorganized") { manager throws in
    func ids(_ podcasts: [Podcast]) -> [String] { podcasts.map(\.id.rawValue) }
    let (shows, news) = (try Folder(validating: "shows"), try Folder(validating: "shows/news"))
    #expect(ids(try manager.findByFolder(shows)) == ["album"])
    #expect(ids(try manager.findByFolder(.top)) == ["loose", "night-sky"])
    #expect(ids(try manager.findByFolderRecursive(shows)) == ["album", "daily-byte"])
    #expect(ids(try manager.findByFolderRecursive(news)) == ["daily-byte"])
    #expect(ids(try manager.findByFolderRecursive(.top)) == ["album", "daily-byte", "loose", "night-sky"])
    #expect(ids(try manager.findByFolder(Folder(validating: "show"))) == [])
    #expect(ids(try manager.findByTag("calm")) == ["album", "daily-byte"])
    #expect(ids(try manager.findByTag("cal")) == [])
    #expect(ids(try manager.findUnorganized()) == ["loose"])
  },
  PodcastCase("every change of a missing podcast is refused with candidates") { manager in
    let id = try Podcast.ID.missing
    let operations: [PodcastOperation] = try [
      .update(.fixture("night-sy")), .remove(id), .edit(id, [.title("T")]), .tag([.nightSky, id], "t"),
      .untag([id], "t"),
    ]
    for operation in operations {
      let error = try expectRefusal(.notFound, .podcast(id), by: manager) { try manager.perform(operation) }
      #expect(error?.candidates.sorted() == ["album", "daily-byte", "loose", "night-sky"], "\(operation)")
    }
  },
]

let podcastAdditionCases: [PodcastCase] = [
  PodcastCase("add: a podcast with all properties is found again") { manager in
    let podcast = Podcast.complete(try Podcast.ID(validating: "ночь-夜"), in: try Folder(validating: "Late Hours/夜"))
    let plan = try manager.add(podcast)
    #expect(plan.changes == [.created(podcast)])
    #expect(try manager.find(podcast.id) == podcast)
  },
  PodcastCase("add: a podcast with only an id and a title", holding: []) { manager in
    try manager.add(.fixture("evening-walk"))
    #expect(try manager.all() == [.fixture("evening-walk")])
  },
  PodcastCase("add: an id that exists is refused, in another folder too") { manager in
    for folder in ["", "shows/news", "elsewhere"] {
      try expectRefusal(.alreadyExists, .podcast(.dailyByte), by: manager) {
        try manager.add(.fixture("daily-byte", in: folder))
      }
    }
  },
  PodcastCase("add: episodes of another podcast, and repeated ones, are refused") { manager in
    let (mine, other) = (try Episode.ID(validating: "new/a"), try Episode.ID(validating: "old/a"))
    let podcast = try Podcast.fixture("new")
    try expectRefusal(.invalidID, .episode(other), by: manager) {
      try manager.add(podcast.withEpisodes([Episode(id: other)]))
    }
    try expectRefusal(.alreadyExists, .episode(mine), by: manager) {
      try manager.add(podcast.withEpisodes([Episode(id: mine), Episode(id: mine)]))
    }
  },
  PodcastCase("add: an invalid title or tag is refused") { manager in
    let podcast = try Podcast.fixture("new")
    for title in ["", " ", "two\nlines"] {
      try expectRefusal(.invalidName, .podcast(podcast.id), by: manager) {
        try manager.add(Podcast(id: podcast.id, title: title))
      }
      try expectRefusal(.invalidName, .tag(title), by: manager) { try manager.add(podcast.withTags([title])) }
    }
  },
]

let podcastEditCases: [PodcastCase] = [
  PodcastCase("update: every part may change at once, and return to its default") { manager in
    let complete = Podcast.complete(try .dailyByte, in: try Folder(validating: "a/b"))
    try manager.update(complete)
    #expect(try manager.existing("daily-byte") == complete)
    let plain = try Podcast.fixture("daily-byte")
    try manager.update(plain)
    #expect(try manager.existing("daily-byte") == plain)
    #expect(try manager.ids() == ["album", "daily-byte", "loose", "night-sky"])
  },
  PodcastCase("update: an equal value changes nothing") { manager in
    for podcast in try manager.all() { try expectNoChange(manager) { try manager.update(podcast) } }
  },
  PodcastCase("update: episodes are added, removed and moved") { manager in
    let podcast = try manager.existing("night-sky")
    let new = Episode(id: try Episode.ID(validating: "night-sky/d"), fields: [.year: .integer(2026)])
    let changed = podcast.withEpisodes([podcast.episodes[2], new, podcast.episodes[0].withRating(3)])
    try manager.update(changed)
    #expect(try manager.existing("night-sky") == changed)
  },
  PodcastCase("edit: several edits are one change") { manager in
    let folder = try Folder(validating: "science")
    try await expectChanges(
      [
        .updated(
          from: try manager.existing("night-sky"),
          to: Podcast(
            id: .nightSky, folder: folder, title: "Sky", author: "Observatory", feed: "https://example.org/f",
            artwork: "https://example.org/a", description: "D", notes: "N", categories: ["Science"], tags: ["stars"],
            subscribed: true,
            episodes: try manager.existing("night-sky").episodes.map { $0.with(.album, nil) }))
      ], heardOf: manager
    ) {
      try manager.edit(
        .nightSky, .title("Sky"), .author("Observatory"), .feed("https://example.org/f"),
        .artwork("https://example.org/a"), .description("D"), .notes("N"), .categories(["Science"]), .tag("stars"),
        .untag("space"), .folder(folder))
    }
  },
  PodcastCase("edit: inherited values of episodes follow the head; their own values stay") { manager in
    let podcast = try manager.existing("daily-byte")
    let own = podcast.episodes[1].with(.artist, .text("A Guest"))
    try manager.update(podcast.withEpisodes([podcast.episodes[0], own]))
    try manager.edit(.dailyByte, .author("Another"), .categories(["News", "Tech"]))
    let fields = try manager.existing("daily-byte").episodes.map(\.fields)
    #expect(fields.map { $0[.artist] } == [.text("Another"), .text("A Guest")])
    #expect(fields.allSatisfy { $0[.genre] == .text("News") && $0[.album] == .text("Daily Byte") })
    try manager.edit(.dailyByte, .author(nil), .categories([]))
    #expect(try manager.existing("daily-byte").episodes.map { $0.fields[.artist] } == [nil, .text("A Guest")])
  },
  PodcastCase("edit: a folder changes only the folder") { manager in
    let before = try manager.existing("album")
    let plan = try manager.edit(.album, .folder(.top))
    #expect(plan.changes == [.moved(from: before, to: before.withFolder(.top))])
  },
  PodcastCase("edit: present values change nothing") { manager in
    try expectNoChange(manager) {
      try manager.edit(
        .dailyByte, .title("Daily Byte"), .author("The Byte"), .feed(nil), .tag("calm"), .untag("loud"),
        .subscribed(false), .folder(Folder(validating: "shows/news")))
    }
    try expectNoChange(manager) { try manager.perform(.edit(.dailyByte, [])) }
  },
  PodcastCase("edit: a podcast with a feed is subscribed by default") { manager in
    try manager.edit(.loose, .feed("https://example.org/f"))
    #expect(try manager.existing("loose").subscribed)
    try manager.edit(.loose, .subscribed(false))
    try manager.edit(.loose, .feed("https://example.org/g"))
    #expect(try !manager.existing("loose").subscribed)
  },
]

let podcastRemovalCases: [PodcastCase] = [
  PodcastCase("remove: the podcast is removed, the others stay, and the id is free again") { manager in
    let podcast = try manager.existing("night-sky")
    let plan = try manager.remove(id: .nightSky)
    #expect(plan.changes == [.deleted(podcast)])
    #expect(try manager.ids() == ["album", "daily-byte", "loose"])
    try manager.add(podcast)
    #expect(try manager.all() == .fixture())
  },
  PodcastCase("remove: several are one change; if one is missing, none goes") { manager in
    try expectRefusal(.notFound, .podcast(.missing), by: manager) {
      try manager.perform(.remove([.album, .missing]))
    }
    let plan = try manager.perform(.remove([.nightSky, .album, .album]))
    #expect(plan.changes.map(\.item.id) == (try [.album, .nightSky]))
    #expect(try manager.ids() == ["daily-byte", "loose"])
  },
  PodcastCase("remove: a second time is refused") { manager in
    try manager.remove(id: .loose)
    try expectRefusal(.notFound, .podcast(.loose), by: manager) { try manager.remove(id: .loose) }
  },
]

extension Podcast {
  /// Returns a podcast with all properties set, and an episode with all properties set.
  static func complete(_ id: ID, in folder: Folder) -> Podcast {
    let day = Date(timeIntervalSince1970: 1_767_312_000)
    var fields: Episode.Fields = [:]
    for field in TrackField.allCases {
      fields[field] =
        switch field.valueType {
        case .text: .text(#"\#(field): "quiet" \ 'slow' # 夜"#)
        case .integer: .integer(3)
        case .seconds: .seconds(90.5)
        case .date: .date(day.addingTimeInterval(3_661))
        }
    }
    let names = ["x", "ночь-夜"].compactMap { Episode.ID(podcast: id, name: $0) }
    return Podcast(
      id: id, folder: folder, kind: .album, title: #"Night: "quiet" \ 'slow' # 夜"#, author: "Somebody",
      feed: "https://example.org/feed?a=1&b=2", guid: "urn:feed", artwork: "https://example.org/cover.jpg",
      categories: ["Science", "Nature"], tags: ["space", "so calm"], subscribed: false, dateAdded: day,
      episodes: names.enumerated().map { offset, name in
        Episode(
          id: name, guid: "urn:\(offset)", url: "https://example.org/\(offset).mp3", published: day,
          fields: offset == 0 ? fields : [:])
      })
  }
}
