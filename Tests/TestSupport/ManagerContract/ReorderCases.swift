import MixtapeModel
import Testing

let reorderCases: [PlaylistCase] = [
  PlaylistCase("reorder: episodes move before the one at an offset, counted before the move") { manager in
    let moves: [(offsets: [Int], destination: Int, result: String)] = [
      ([0], 2, "bacde"), ([4], 0, "ebacd"), ([1, 3], 5, "eadbc"), ([0, 4], 2, "aecdb"),
    ]
    for move in moves {
      let plan = try manager.reorder(.morning, fromOffsets: RangeSet(move.offsets), toOffset: move.destination)
      #expect(plan.after?.episodes.letters == move.result)
      #expect(try manager.existing("morning").episodes.letters == move.result)
    }
  },
  PlaylistCase("reorder: the same as moveSubranges of the standard library") { manager in
    var random = SeededGenerator()
    var expected = try manager.existing("morning").episodes
    for _ in 1...20 {
      let offsets = RangeSet(expected.indices.filter { _ in Bool.random(using: &random) })
      let destination = Int.random(in: 0...expected.count, using: &random)
      expected.moveSubranges(offsets, to: destination)
      try manager.reorder(.morning, fromOffsets: offsets, toOffset: destination)
      let found = try manager.existing("morning").episodes
      try #require(found == expected, "\(random): \(offsets) to \(destination)")
    }
  },
  PlaylistCase("reorder: by id, and to land at an offset") { manager in
    let moves: [(episodes: String, landing: Int, result: String)] = [
      ("c", 0, "cabde"), ("c", 4, "abdec"), ("ae", 1, "baedc"), ("b", 2, "aebdc"), ("dc", 4, "aebdc"),
    ]
    for move in moves {
      let references = try [Episode.ID].fixture(move.episodes).map(EpisodeReference.id)
      try manager.perform(.reorder(.morning, references, to: .landing(at: move.landing)))
      #expect(try manager.existing("morning").episodes.letters == move.result)
    }
  },
  PlaylistCase("reorder: the plan names what moved, in the order of the list") { manager in
    let references = try [Episode.ID].fixture("da").map(EpisodeReference.id)
    let plan = try manager.perform(.reorder(.morning, references, to: .before(offset: 5)))
    #expect(plan.episodes.letters == "ad" && plan.after?.episodes.letters == "bcead")
  },
  PlaylistCase("reorder: to their present place changes nothing") { manager in
    for destination in 1...3 {
      try expectNoChange(manager) {
        try manager.reorder(.morning, fromOffsets: RangeSet([1, 2]), toOffset: destination)
      }
    }
    try expectNoChange(manager) { try manager.reorder(.morning, fromOffsets: RangeSet(), toOffset: 0) }
  },
  PlaylistCase("reorder: offsets and destinations out of range are refused") { manager in
    let outside: [(reference: Int, destination: ReorderDestination, position: Int)] = [
      (5, .before(offset: 0), 6), (-1, .before(offset: 0), 0), (0, .before(offset: 6), 7), (0, .before(offset: -1), 0),
      (0, .landing(at: 5), 6), (0, .landing(at: -1), 0), (0, .before(offset: .max), .max),
      (0, .landing(at: .max), .max),
    ]
    for (reference, destination, position) in outside {
      try expectRefusal(.positionOutOfRange, .position(position, count: 5), by: manager) {
        try manager.perform(.reorder(.morning, [.offset(reference)], to: destination))
      }
    }
  },
  PlaylistCase("reorder: a missing episode is refused") { manager in
    let x = try #require(try [Episode.ID].fixture("x").first)
    try expectRefusal(.episodeNotInPlaylist, .episode(x), by: manager) {
      try manager.perform(.reorder(.morning, [.offset(0), .id(x)], to: .landing(at: 3)))
    }
  },
]

extension RangeSet<Int> {
  /// Makes a set of offsets.
  fileprivate init(_ offsets: [Int]) {
    self.init(offsets.map { $0..<$0 + 1 })
  }
}
