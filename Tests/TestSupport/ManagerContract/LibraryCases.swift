import Foundation
import MixtapeModel
import Testing

let tagCases: [PodcastCase] = [
  PodcastCase("tags: one is added to several podcasts as one change") { manager in
    let plan = try manager.tag([.nightSky, .album, .loose], "space")
    #expect(plan.changes.map(\.item.id.rawValue) == ["album", "loose"])
    #expect(try manager.all().map(\.tags) == [["calm", "space"], ["short", "calm"], ["space"], ["space"]])
  },
  PodcastCase("tags: one is removed from several podcasts") { manager in
    let plan = try manager.untag([.dailyByte, .nightSky, .album], "calm")
    #expect(plan.changes.map(\.item.id.rawValue) == ["album", "daily-byte"])
    #expect(try manager.all().map(\.tags) == [[], ["short"], [], ["space"]])
  },
  PodcastCase("tags: adding an existing or removing a missing one changes nothing") { manager in
    try expectNoChange(manager) { try manager.tag([.nightSky, .nightSky], "space") }
    try expectNoChange(manager) { try manager.untag([.album], "space") }
  },
  PodcastCase("tags: one is renamed in all podcasts as one change, and keeps its place") { manager in
    let plan = try manager.renameTag("calm", to: "quiet")
    #expect(plan.changes.map(\.item.id.rawValue) == ["album", "daily-byte"])
    #expect(try manager.all().map(\.tags) == [["quiet"], ["short", "quiet"], [], ["space"]])
  },
  PodcastCase("tags: renaming to an existing one merges them") { manager in
    try manager.renameTag("short", to: "calm")
    #expect(try manager.existing("daily-byte").tags == ["calm"])
    try expectNoChange(manager) { try manager.renameTag("calm", to: "calm") }
  },
  PodcastCase("tags: a missing one is refused with candidates") { manager in
    let error = try expectRefusal(.notFound, .tag("clam"), by: manager) { try manager.renameTag("clam", to: "x") }
    #expect(error?.candidates == ["calm", "short", "space"])
    try expectRefusal(.invalidName, .tag(""), by: manager) { try manager.renameTag("calm", to: "") }
    try expectRefusal(.invalidName, .tag("a\nb"), by: manager) { try manager.tag([.loose], "a\nb") }
  },
]

let libraryFolderCases: [PodcastCase] = [
  PodcastCase("library folders: one is moved with its contents") { manager in
    let plan = try manager.moveFolder(Folder(validating: "shows"), to: Folder(validating: "on air/now"))
    #expect(plan.changes.map(\.item.id.rawValue) == ["album", "daily-byte"])
    #expect(try manager.all().map(\.folder.path) == ["on air/now", "on air/now/news", "", ""])
    #expect(try manager.all().map { $0.withFolder(.top) } == [Podcast].fixture().map { $0.withFolder(.top) })
  },
  PodcastCase("library folders: one is deleted with its contents") { manager in
    let plan = try manager.deleteFolder(Folder(validating: "shows"))
    #expect(plan.changes == (try [Podcast].fixture().prefix(2).map(PodcastChange.deleted)))
    #expect(try manager.ids() == ["loose", "night-sky"])
  },
  PodcastCase("library folders: invalid moves are refused") { manager in
    let (shows, news) = (try Folder(validating: "shows"), try Folder(validating: "shows/news"))
    try expectRefusal(.invalidFolder, .folder(news), by: manager) { try manager.moveFolder(shows, to: news) }
    try expectRefusal(.alreadyExists, .folder(shows), by: manager) { try manager.moveFolder(news, to: shows) }
    try expectRefusal(.invalidFolder, .folder(.top), by: manager) { try manager.deleteFolder(.top) }
    let error = try expectRefusal(.notFound, .folder(Folder(validating: "show")), by: manager) {
      try manager.deleteFolder(Folder(validating: "show"))
    }
    #expect(error?.candidates == ["shows", "shows/news"])
  },
]

let ratingCases: [PodcastCase] = [
  PodcastCase("rate: episodes of several podcasts, as one change; nil removes ratings") { manager in
    let ids = try ["night-sky/b", "daily-byte/a"].map(Episode.ID.init(validating:))
    let plan = try manager.rate(ids, 4)
    #expect(plan.episodes == ids && plan.changes.map(\.item.id.rawValue) == ["daily-byte", "night-sky"])
    #expect(try manager.existing("night-sky").episodes.map(\.rating) == [nil, 4, nil])
    try expectNoChange(manager) { try manager.rate(ids, 4) }
    try manager.rate(ids, nil)
    #expect(try manager.all() == .fixture())
  },
  PodcastCase("rate: a missing episode refuses the whole operation") { manager in
    let ids = try ["night-sky/b", "night-sky/x"].map(Episode.ID.init(validating:))
    let error = try expectRefusal(.notFound, .episode(ids[1]), by: manager) { try manager.rate(ids, 4) }
    #expect(error?.candidates.contains("night-sky/c") == true)
    for rating: Int64 in [-1, 6] {
      try expectRefusal(.invalidRating, by: manager) { try manager.rate([ids[0]], rating) }
    }
  },
]

let playCases: [PodcastCase] = [
  PodcastCase("plays: of episodes of several podcasts, as one change") { manager in
    let time = Date(timeIntervalSince1970: 1_772_345_000.75)
    let ids = try ["daily-byte/a", "night-sky/b", "night-sky/gone"].map(Episode.ID.init(validating:))
    let plan = try manager.recordPlays([
      ids[0]: EpisodePlays(last: time), ids[1]: EpisodePlays(count: 2, last: time), ids[2]: EpisodePlays(last: time),
    ])
    #expect(plan.episodes == Array(ids.prefix(2)) && plan.refused == [ids[2]] && plan.changes.count == 2)
    let played = try [manager.existing("daily-byte").episodes[0], manager.existing("night-sky").episodes[1]]
    #expect(played.map(\.playCount) == [1, 2])
    #expect(played.allSatisfy { $0.lastPlayedAt == Date(timeIntervalSince1970: 1_772_345_000) })
  },
  PodcastCase("plays: the latest play decides the position, and a play to the end removes it") { manager in
    let id = try Episode.ID(validating: "night-sky/b")
    func record(_ count: Int64, at second: Double, _ position: Double?) throws -> Double? {
      let time = Date(timeIntervalSince1970: 1_700_000_000 + second)
      let plan = try manager.recordPlays([id: EpisodePlays(count: count, last: time, position: position)])
      #expect(plan.playedEpisodes == (count > 0 ? [id] : []))
      let podcast = try manager.existing("night-sky")
      return podcast.episodes[1].position
    }
    #expect(try record(0, at: 10, 61.4) == 61)
    #expect(try manager.existing("night-sky").episodes[1].playCount == nil)
    #expect(try record(0, at: 5, 20) == 61)
    #expect(try record(0, at: 20, 90) == 90)
    #expect(try record(1, at: 30, nil) == nil)
    #expect(try record(1, at: 40, 30) == 30)
    try manager.perform(.editEpisodes([id], EpisodeEdit.unplayed))
    #expect(try manager.existing("night-sky").episodes[1].position == nil)
  },
  PodcastCase("plays: positions that no file can hold are missing") { _ in
    let time = Date(timeIntervalSince1970: 0)
    for position in [-1, 0, 0.4, .nan, .infinity] {
      #expect(EpisodePlays(last: time, position: position).position == nil)
    }
  },
  PodcastCase("plays: counts add up, and the last time never decreases") { manager in
    let id = try Episode.ID(validating: "night-sky/b")
    let (late, early) = (Date(timeIntervalSince1970: 2_000_000_000), Date(timeIntervalSince1970: 1_000_000_000))
    try manager.recordPlays([id: EpisodePlays(last: late)])
    try manager.recordPlays([id: EpisodePlays(count: 3, last: early)])
    let episode = try manager.existing("night-sky").episodes[1]
    #expect(episode.playCount == 4 && episode.lastPlayedAt == late)
    try expectNoChange(manager) { try manager.recordPlays([id: EpisodePlays(count: 0, last: early)]) }
    try expectNoChange(manager) { try manager.recordPlays([:]) }
  },
]

let podcastListeningCases: [PodcastCase] = [
  PodcastCase("changes: every listener gets every kind of change, in order") { manager in
    let new = try Podcast.fixture("night")
    let tagged = new.withTags(["t"])
    let moved = tagged.withFolder(try Folder(validating: "f"))
    try await expectChanges(
      [.created(new), .updated(from: new, to: tagged), .moved(from: tagged, to: moved), .deleted(moved)],
      heardOf: manager
    ) {
      try manager.add(new)
      try manager.tag([new.id], "t")
      try manager.edit(new.id, .folder(moved.folder))
      try manager.remove(id: new.id)
    }
  },
  PodcastCase("changes: operations without changes and refused ones send nothing") { manager in
    try await expectChanges([], heardOf: manager) {
      try manager.tag([.nightSky], "space")
      try manager.update(manager.existing("album"))
      expectError(.alreadyExists) { try manager.add(.fixture("album")) }
      expectError(.notFound) { try manager.remove(id: .missing) }
    }
  },
]

let podcastConcurrencyCases: [PodcastCase] = [
  PodcastCase("many tasks at once: every tag and every play is recorded exactly once") { manager in
    let id = try Episode.ID(validating: "night-sky/a")
    _ = try await inParallel(count: 10) { number in
      try manager.tag([.nightSky, .loose], "t\(number)")
      try manager.recordPlays([id: EpisodePlays(last: Date(timeIntervalSince1970: 1_700_000_000))])
    }
    #expect(try manager.existing("loose").tags.sorted() == (0..<10).map { "t\($0)" })
    #expect(try manager.existing("night-sky").tags.count == 11)
    #expect(try manager.existing("night-sky").episodes[0].playCount == 10)
  },
  PodcastCase("many tasks at once: only one can use an id") { manager in
    let made = try await inParallel(count: 6) { number -> String? in
      do {
        try manager.add(Podcast(id: Podcast.ID(validating: "new"), title: "Number \(number)"))
        return "Number \(number)"
      } catch let error as MixtapeError where error.code == .alreadyExists {
        return nil
      }
    }
    #expect(made.compactMap(\.self) == [try manager.existing("new").title])
  },
]
