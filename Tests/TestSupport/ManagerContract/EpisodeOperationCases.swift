import Foundation
import MixtapeModel
import Testing

/// Changes of episodes by hand.
let episodeOperationCases: [PodcastCase] = [
  PodcastCase("episodes: one is added at a place, or at the end") { manager in
    let plan = try manager.addEpisodes([Episode(id: .inNightSky("x"))], to: .nightSky, at: 1)
    #expect(plan.episodes == (try [.inNightSky("x")]))
    try manager.addEpisodes([Episode(id: .inNightSky("y"), guid: "g")], to: .nightSky)
    #expect(try manager.existing("night-sky").episodes.map(\.id.name) == ["a", "x", "b", "c", "y"])
    #expect(try manager.existing("night-sky").episodes.last?.guid == "g")
  },
  PodcastCase("episodes: one that exists, of another podcast, or beyond the end is not added") { manager in
    try expectRefusal(.alreadyExists, .episode(.inNightSky("a")), by: manager) {
      try manager.addEpisodes([Episode(id: .inNightSky("a"))], to: .nightSky)
    }
    try expectRefusal(.invalidID, .episode(.inNightSky("x")), by: manager) {
      try manager.addEpisodes([Episode(id: .inNightSky("x"))], to: .dailyByte)
    }
    for offset in [-1, 4, .max] {
      try expectRefusal(.positionOutOfRange, by: manager) {
        try manager.addEpisodes([Episode(id: .inNightSky("x"))], to: .nightSky, at: offset)
      }
    }
    try expectRefusal(.notFound, .podcast(.missing), by: manager) { try manager.addEpisodes([], to: .missing) }
  },
  PodcastCase("episodes: every key is set and cleared") { manager in
    let id = try Episode.ID.inNightSky("b")
    let plain = try manager.existing("night-sky").episodes[1]
    for key in EpisodeKey.all where key != .id {
      let edit = EpisodeEdit(key, key.sampleValue)
      try manager.perform(.editEpisodes([id], [edit]))
      #expect(try manager.existing("night-sky").episodes[1].value(of: key) == edit.value, "\(key)")
      try expectNoChange(manager) { try manager.perform(.editEpisodes([id], [edit])) }
      try manager.perform(.editEpisodes([id], [EpisodeEdit(key, plain.value(of: key))]))
      #expect(try manager.existing("night-sky").episodes[1] == plain, "\(key)")
    }
  },
  PodcastCase("episodes: a cleared field is inherited again") { manager in
    let id = try Episode.ID(validating: "daily-byte/a")
    let clear = TrackField.artist
    try manager.editEpisodes([id], EpisodeEdit(.field(clear), .text("A Guest")))
    try manager.editEpisodes([id], EpisodeEdit(.field(clear), nil))
    #expect(try manager.existing("daily-byte").episodes[0].fields[clear] == .text("The Byte"))
    #expect(try manager.all() == .fixture())
  },
  PodcastCase("episodes: several of several podcasts change as one") { manager in
    let ids = try ["night-sky/c", "daily-byte/a", "night-sky/a"].map(Episode.ID.init(validating:))
    let plan = try manager.editEpisodes(ids, EpisodeEdit(.field(.year), .integer(1977)), .rating(2))
    #expect(plan.episodes == ids && plan.changes.map(\.item.id.rawValue) == ["daily-byte", "night-sky"])
    #expect(plan.operation.kind == .editEpisodes)
    #expect(try manager.perform(.editEpisodes(ids, EpisodeEdit.unplayed)).changesNothing)
  },
  PodcastCase("episodes: values that a key cannot have are refused") { manager in
    let id = try Episode.ID.inNightSky("b")
    let day = Date(timeIntervalSince1970: 0)
    let wrong: [(EpisodeEdit, MixtapeError.Code)] = [
      (.rating(6), .invalidRating), (.rating(-1), .invalidRating),
      (EpisodeEdit(.field(.bpm), .integer(-1)), .invalidValue), (EpisodeEdit(.field(.bpm), .text("x")), .invalidValue),
      (EpisodeEdit(.field(.duration), .seconds(.infinity)), .invalidValue),
      (EpisodeEdit(.field(.duration), .seconds(-1)), .invalidValue),
      (EpisodeEdit(.field(.title), .integer(1)), .invalidValue), (EpisodeEdit(.guid, .date(day)), .invalidValue),
      (EpisodeEdit(.published, .date(Date(timeIntervalSince1970: 1e15))), .invalidValue),
      (EpisodeEdit(.id, nil), .invalidID), (EpisodeEdit(.id, .text("a/b")), .invalidID),
    ]
    for (edit, code) in wrong {
      try expectRefusal(code, by: manager) { try manager.editEpisodes([id], edit) }
      try expectRefusal(code, by: manager) { try manager.perform(.editEpisodes([], [edit])) }
    }
    try manager.editEpisodes([id], EpisodeEdit(.field(.year), .integer(-44)))
  },
  PodcastCase("episodes: one gets another id, which must be free") { manager in
    let (b, x) = (try Episode.ID.inNightSky("b"), try Episode.ID.inNightSky("x"))
    let plan = try manager.editEpisodes([b], EpisodeEdit(.id, .text("x")))
    #expect(plan.renamed == [b: x])
    #expect(try manager.existing("night-sky").episodes.map(\.id.name) == ["a", "x", "c"])
    try expectRefusal(.alreadyExists, .episode(.inNightSky("a")), by: manager) {
      try manager.editEpisodes([x], EpisodeEdit(.id, .text("a")))
    }
    try expectRefusal(.alreadyExists, .episode(.inNightSky("y")), by: manager) {
      try manager.editEpisodes([x, .inNightSky("a")], EpisodeEdit(.id, .text("y")))
    }
  },
  PodcastCase("episodes: several are removed as one change; if one is missing, none goes") { manager in
    let ids = try ["night-sky/c", "daily-byte/a", "night-sky/a"].map(Episode.ID.init(validating:))
    let missing = try Episode.ID.inNightSky("x")
    let error = try expectRefusal(.notFound, .episode(missing), by: manager) {
      try manager.removeEpisodes(ids + [missing])
    }
    #expect(error?.candidates.contains("night-sky/a") == true)
    #expect(try manager.removeEpisodes(ids + ids).episodes == ids)
    #expect(try manager.existing("night-sky").episodes.map(\.id.name) == ["b"])
    #expect(try manager.existing("daily-byte").episodes.map(\.id.name) == ["b", "c"])
    try expectNoChange(manager) { try manager.removeEpisodes([]) }
  },
  PodcastCase("episodes: some move within their podcast, in the given order") { manager in
    let (a, b, c) = (try Episode.ID.inNightSky("a"), try Episode.ID.inNightSky("b"), try Episode.ID.inNightSky("c"))
    for (ids, offset, expected) in [
      ([c], 0, ["c", "a", "b"]), ([a, c], 1, ["b", "a", "c"]), ([b], nil, ["a", "c", "b"]),
      ([c, b, a], 0, ["c", "b", "a"]),
    ] {
      try manager.moveEpisodes(ids, to: .nightSky, at: offset)
      #expect(try manager.existing("night-sky").episodes.map(\.id.name) == expected)
    }
    try expectNoChange(manager) { try manager.moveEpisodes([c], to: .nightSky, at: 0) }
    try expectRefusal(.positionOutOfRange, by: manager) { try manager.moveEpisodes([c], to: .nightSky, at: 3) }
  },
  PodcastCase("episodes: some move to another podcast, get its ids, and inherit from it") { manager in
    let ids = try ["daily-byte/b", "night-sky/a"].map(Episode.ID.init(validating:))
    let plan = try manager.moveEpisodes(ids, to: .album, at: 0)
    #expect(
      plan.renamed == (try [ids[0]: Episode.ID(validating: "album/b"), ids[1]: Episode.ID(validating: "album/a")]))
    #expect(plan.episodes.map(\.rawValue) == ["album/b", "album/a"])
    let album = try manager.existing("album")
    #expect(album.episodes.map(\.id.rawValue) == ["album/b", "album/a"])
    #expect(album.episodes.allSatisfy { $0.fields[.artist] == .text("Trio") && $0.fields[.album] == .text("Album") })
    #expect(try manager.existing("daily-byte").episodes.map(\.id.name) == ["a", "c"])
    #expect(try manager.existing("night-sky").episodes.map(\.id.name) == ["b", "c"])
  },
  PodcastCase("episodes: an id that the other podcast has is refused, and nothing moves") { manager in
    let a = try Episode.ID.inNightSky("a")
    try expectRefusal(.alreadyExists, .episode(Episode.ID(validating: "daily-byte/a")), by: manager) {
      try manager.moveEpisodes([a], to: .dailyByte)
    }
    try expectRefusal(.notFound, .podcast(.missing), by: manager) { try manager.moveEpisodes([a], to: .missing) }
  },
]

extension Episode.ID {
  fileprivate static func inNightSky(_ name: String) throws -> Self { try Self(validating: "night-sky/\(name)") }
}

extension EpisodeKey {
  /// A value that the key can have.
  fileprivate var sampleValue: Episode.FieldValue {
    switch valueType {
    case .text: .text("some \"text\"")
    case .integer: .integer(3)
    case .seconds: .seconds(90.5)
    case .date: .date(Date(timeIntervalSince1970: 1_772_345_000))
    }
  }
}
