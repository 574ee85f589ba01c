import MixtapeModel
import Testing

let importCases: [PlaylistCase] = [
  PlaylistCase("import: many playlists are created at once") { manager in
    let playlists = try [
      Playlist.fixture("night", in: "new", name: "Night", episodes: ["a", "gone"]), .fixture("another"),
    ]
    try await expectChanges([.created(playlists[0]), .created(playlists[1])], heardOf: manager) {
      let plan = try manager.perform(.importing(playlists))
      #expect(plan.changes.map(\.item.id) == playlists.map(\.id))
      #expect(plan.before == nil && plan.after == nil)
    }
    #expect(try manager.timeless("night") == playlists[0])
    #expect(try manager.ids() == ["another", "evening", "focus", "morning", "night", "the-last-one"])
  },
  PlaylistCase("import: an id that is taken gets a number") { manager in
    let focus = try Playlist.fixture("focus", name: "Imported")
    let plan = try manager.perform(.importing([focus, focus]))
    #expect(plan.changes.map(\.item.id.rawValue) == ["focus-2", "focus-3"])
    #expect(try manager.timeless("focus").name == "Deep Focus")
    #expect(try manager.timeless("focus-3").name == "Imported")
  },
  PlaylistCase("import: nothing changes nothing") { manager in
    try expectNoChange(manager) { try manager.perform(.importing([])) }
  },
  PlaylistCase("resolve: episodes are replaced where they stand, in several playlists") { manager in
    let episodes = try [Episode.ID].fixture("abxy")
    let plan = try manager.perform(
      .resolve([
        .morning: [
          EntryReplacement(at: 0, of: episodes[0], by: episodes[2]),
          EntryReplacement(at: 1, of: episodes[1], by: episodes[3]),
        ],
        .focus: [EntryReplacement(at: 0, of: episodes[0], by: episodes[3])],
      ]))
    #expect(plan.changes.map(\.item.id.rawValue) == ["focus", "morning"])
    #expect(try manager.existing("morning").episodes.letters == "xycde")
    #expect(try manager.existing("focus").episodes.letters == "y")
  },
  PlaylistCase("resolve: episodes that the playlist does not hold change nothing") { manager in
    let episodes = try [Episode.ID].fixture("xy")
    try expectNoChange(manager) {
      try manager.perform(
        .resolve([
          .morning: [
            EntryReplacement(at: 0, of: episodes[0], by: episodes[1]),
            EntryReplacement(at: 9, of: episodes[0], by: episodes[1]),
          ]
        ]))
    }
  },
]
