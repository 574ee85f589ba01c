import MixtapeModel
import Testing

let additionCases: [PlaylistCase] = [
  PlaylistCase("add: several, at the end and in their order") { manager in
    let plan = try manager.add(.fixture("zxy"), to: .morning)
    #expect(plan.episodes.letters == "zxy" && plan.refused.isEmpty)
    #expect(plan.after?.episodes.letters == "abcdezxy")
    #expect(try manager.existing("morning").episodes.letters == "abcdezxy")
    #expect(try manager.existing("focus").episodes.letters == "a")
  },
  PlaylistCase("add: to an empty playlist") { manager in
    try manager.add(.fixture("ab"), to: .evening)
    #expect(try manager.existing("evening").episodes.letters == "ab")
  },
  PlaylistCase("add: repeated episodes are refused, the others are added") { manager in
    let plan = try manager.add(.fixture("xbyd"), to: .morning)
    #expect(plan.episodes.letters == "xy" && plan.refused.letters == "bd")
    #expect(try manager.existing("morning").episodes.letters == "abcdexy")
  },
  PlaylistCase("add: a repeated argument is added once") { manager in
    let plan = try manager.add(.fixture("xyx"), to: .morning)
    #expect(plan.episodes.letters == "xy" && plan.refused.letters == "x")
    #expect(try manager.existing("morning").episodes.letters == "abcdexy")
  },
  PlaylistCase("add: before the episode at an offset") { manager in
    try manager.add(.fixture("xy"), to: .morning, at: 0)
    try manager.add(.fixture("z"), to: .morning, at: 3)
    try manager.add(.fixture("w"), to: .morning, at: 8)
    #expect(try manager.existing("morning").episodes.letters == "xyazbcdew")
  },
  PlaylistCase("add: an offset out of range is refused") { manager in
    for offset in [-1, 6, .min, .max] {
      let position = offset == .max ? offset : offset + 1
      try expectRefusal(.positionOutOfRange, .position(position, count: 5), by: manager) {
        try manager.add(.fixture("x"), to: .morning, at: offset)
      }
    }
  },
  PlaylistCase("add: no episode, or no new one, changes nothing") { manager in
    try expectNoChange(manager) { try manager.add([], to: .morning) }
    let plan = try expectNoChange(manager) { try manager.add(.fixture("ca"), to: .morning, at: 0) }
    #expect(plan.episodes.isEmpty && plan.refused.letters == "ca")
  },
]

let removalCases: [PlaylistCase] = [
  PlaylistCase("remove: by id") { manager in
    let references = try [Episode.ID].fixture("db").map(EpisodeReference.id)
    let plan = try manager.remove(references, from: .morning)
    #expect(plan.episodes.letters == "bd")
    #expect(try manager.existing("morning").episodes.letters == "ace")
  },
  PlaylistCase("remove: by offset, counted before anything is removed") { manager in
    let plan = try manager.remove([.offset(0), .offset(1), .offset(4)], from: .morning)
    #expect(plan.episodes.letters == "abe")
    #expect(try manager.existing("morning").episodes.letters == "cd")
  },
  PlaylistCase("remove: ids and offsets mixed, also for one episode") { manager in
    let b = try #require(try [Episode.ID].fixture("b").first)
    let plan = try manager.remove([.offset(3), .id(b), .offset(1), .offset(3)], from: .morning)
    #expect(plan.episodes.letters == "bd")
    #expect(try manager.existing("morning").episodes.letters == "ace")
  },
  PlaylistCase(
    "remove: an id stands for every occurrence", holding: try [.fixture("evening", episodes: ["a", "b", "a"])]
  ) {
    manager in
    let a = try #require(try [Episode.ID].fixture("a").first)
    #expect(try manager.remove([.id(a)], from: .evening).episodes.letters == "aa")
    #expect(try manager.existing("evening").episodes.letters == "b")
  },
  PlaylistCase(
    "remove: an offset stands for one occurrence", holding: try [.fixture("evening", episodes: ["a", "b", "a"])]
  ) { manager in
    try manager.remove([.offset(0)], from: .evening)
    #expect(try manager.existing("evening").episodes.letters == "ba")
  },
  PlaylistCase("remove: all episodes, and adding some again") { manager in
    try manager.remove((0..<5).map(EpisodeReference.offset), from: .morning)
    #expect(try manager.existing("morning").episodes.isEmpty)
    try manager.add(.fixture("x"), to: .morning)
    #expect(try manager.existing("morning").episodes.letters == "x")
  },
  PlaylistCase("remove: an unknown id is refused with candidates, and nothing changes") { manager in
    let x = try #require(try [Episode.ID].fixture("x").first)
    let error = try expectRefusal(.episodeNotInPlaylist, .episode(x), by: manager) {
      try manager.remove([.offset(0), .id(x)], from: .morning)
    }
    #expect(error?.candidates == (try [Episode.ID].fixture("abcde").map(\.rawValue)))
  },
  PlaylistCase("remove: an offset out of range is refused, and nothing changes") { manager in
    for offset in [-1, 5, .min, .max] {
      let position = offset == .max ? offset : offset + 1
      try expectRefusal(.positionOutOfRange, .position(position, count: 5), by: manager) {
        try manager.remove([.offset(0), .offset(offset)], from: .morning)
      }
    }
  },
  PlaylistCase("remove: ranges of offsets, also ones that overlap") { manager in
    let plan = try manager.remove([.offsets(1...2), .offsets(2...3), .offset(1)], from: .morning)
    #expect(plan.episodes.letters == "bcd")
    #expect(try manager.existing("morning").episodes.letters == "ae")
  },
  PlaylistCase("remove: a range that leaves the list is refused with the first position outside of it") { manager in
    for (range, position) in [(3...5, 6), (7...9, 8), (-1...2, 0), (0...Int.max, 6), (Int.min...0, .min + 1)] {
      try expectRefusal(.positionOutOfRange, .position(position, count: 5), by: manager) {
        try manager.remove([.offsets(range)], from: .morning)
      }
    }
  },
  PlaylistCase("remove: an empty list changes nothing") { manager in
    try expectNoChange(manager) { try manager.remove([], from: .morning) }
  },
]
