import Foundation
import MixtapeModel
import Testing

let creationCases: [PlaylistCase] = [
  PlaylistCase("create: a playlist with all properties is found again") { manager in
    let playlist = try Playlist(
      id: Playlist.ID(validating: "ночь-夜"), folder: Folder(validating: "Late Hours/夜"),
      name: #"Night: "quiet" \ 'slow' # 夜"#,
      description: "For the small hours.", episodes: .fixture("ab"),
      criteria: SmartCriteria(
        conditions: [.init(validating: "duration < 30 min"), .init(validating: #" album = "Night Sky""#)], match: .any,
        search: "aurora",
        sort: [.field(.dateAdded, descending: true), .random], limit: .amount(1.5, .hours), seed: -7),
      settings: PlaybackSettings(continuous: false, shuffle: true))
    #expect(try manager.create(playlist).timeless == playlist)
    #expect(try manager.find(playlist.id)?.timeless == playlist)
    #expect(try manager.all().map(\.timeless) == .fixture() + [playlist])
  },
  PlaylistCase("create: a playlist with only an id", holding: []) { manager in
    try manager.create(.fixture("evening-walk"))
    let playlist = try manager.timeless("evening-walk")
    #expect(try playlist == .fixture("evening-walk", name: "Evening Walk"))
  },
  PlaylistCase("create: an empty list of conditions stays", holding: []) { manager in
    let playlist = try Playlist.fixture("everything").withCriteria(SmartCriteria(conditions: []))
    try manager.create(playlist)
    #expect(try manager.timeless("everything") == playlist)
    #expect(try manager.existing("everything").isSmart)
  },
  PlaylistCase("create: both times are set by the manager", holding: []) { manager in
    let ancient = Date(timeIntervalSince1970: 0)
    let made = try manager.create(.fixture("second").withTimes(created: ancient, updated: ancient))
    let (created, updated) = (try #require(made.created), try #require(made.updated))
    #expect(created <= updated)
    #expect(created > ancient)
  },
  PlaylistCase("create: an id that exists is refused, in another folder too") { manager in
    for folder in ["", "work/deep", "elsewhere"] {
      try expectRefusal(.alreadyExists, .playlist(.focus), by: manager) {
        try manager.create(.fixture("focus", in: folder, name: "Another"))
      }
    }
  },
  PlaylistCase("create: an id is free again after its playlist is deleted") { manager in
    try manager.delete(.focus)
    let playlist = try Playlist.fixture("focus", name: "Afresh", episodes: ["z"])
    try manager.create(playlist)
    #expect(try manager.timeless("focus") == playlist)
  },
]

let updateCases: [PlaylistCase] = [
  PlaylistCase("update: every part of a playlist may change at once") { manager in
    let playlist = try Playlist(
      id: .focus, folder: Folder(validating: "play"), name: "Play", description: "Now for play.",
      episodes: .fixture("cab"), criteria: SmartCriteria(search: "fun", limit: .items(5)),
      settings: PlaybackSettings(shuffle: true))
    #expect(try manager.update(playlist).timeless == playlist)
    let start = try [Playlist].fixture()
    #expect(try manager.all().map(\.timeless) == [start[0], playlist, start[2]])
  },
  PlaylistCase("update: every part of a playlist may return to its default") { manager in
    let smart = try Playlist.fixture("focus", in: "work").withDescription("Text").withCriteria(
      SmartCriteria(
        conditions: [.init(validating: "year > 2015")], match: .none, search: "x", sort: [.random], limit: .items(1),
        seed: 1))
    try manager.update(smart)
    try manager.update(.fixture("focus"))
    #expect(try manager.timeless("focus") == .fixture("focus"))
  },
  PlaylistCase("update: the time of creation stays, the time of change never decreases", holding: []) { manager in
    let made = try manager.create(.fixture("focus"))
    let changed = try manager.update(made.withDescription("Text").withTimes(created: nil, updated: nil))
    #expect(changed.created == made.created)
    #expect(try #require(changed.updated) >= #require(made.updated))
    #expect(try #require(changed.updated) >= #require(changed.created))
  },
  PlaylistCase("update: an equal value changes nothing") { manager in
    for playlist in try manager.all() {
      try expectNoChange(manager) { try manager.perform(.update(playlist.timeless)) }
    }
  },
]

let deletionCases: [PlaylistCase] = [
  PlaylistCase("delete: the playlist is removed, the others stay") { manager in
    let plan = try manager.perform(.delete(.focus))
    #expect(plan.before?.id == (try .focus) && plan.after == nil)
    #expect(try manager.ids() == ["evening", "morning"])
    #expect(try manager.find(.focus) == nil)
  },
  PlaylistCase("delete: several are one change, each named once") { manager in
    let plan = try manager.perform(.delete([.morning, .focus, .morning]))
    #expect(plan.changes.map(\.item.id) == (try [.focus, .morning]))
    #expect(plan.before == nil && plan.after == nil)
    #expect(try manager.ids() == ["evening"])
  },
  PlaylistCase("delete: if one of several is missing, none goes") { manager in
    try expectRefusal(.notFound, .playlist(.missing), by: manager) {
      try manager.perform(.delete([.focus, .missing]))
    }
  },
  PlaylistCase("delete: none changes nothing") { manager in
    try expectNoChange(manager) { try manager.perform(.delete([])) }
  },
  PlaylistCase("delete: a second time is refused") { manager in
    try manager.delete(.focus)
    let error = try expectRefusal(.notFound, .playlist(.focus), by: manager) { try manager.delete(.focus) }
    #expect(error?.candidates.sorted() == ["evening", "morning"])
  },
]
