import MixtapeModel
import Testing

let duplicationCases: [PlaylistCase] = [
  PlaylistCase("duplicate: everything except id, name and times is equal") { manager in
    let original = try manager.update(
      .fixture("focus", in: "work", name: "Deep Focus", episodes: ["b", "a"]).withDescription("Text")
        .withCriteria(SmartCriteria(search: "calm", seed: 3)).withSettings(PlaybackSettings(shuffle: true)))
    let plan = try manager.duplicate(.focus)
    let copy = try #require(plan.after)
    #expect(plan.original == (try .focus) && plan.before == nil)
    #expect(copy.id.rawValue == "deep-focus-copy" && copy.name == "Deep Focus copy")
    #expect(try copy.timeless == original.withID(copy.id).withName(copy.name))
    #expect(try manager.timeless("deep-focus-copy") == copy.timeless)
    #expect(try manager.existing("focus") == original)
  },
  PlaylistCase("duplicate: ids and names are made unique by a number") { manager in
    let names = try (1...3).map { _ in try manager.duplicate(.morning).after?.name }
    #expect(names == ["Morning Commute copy", "Morning Commute copy 2", "Morning Commute copy 3"])
    #expect(
      try manager.ids() == [
        "evening", "focus", "morning", "morning-commute-copy", "morning-commute-copy-2", "morning-commute-copy-3",
      ])
    #expect(try manager.existing("morning-commute-copy-3").name == "Morning Commute copy 3")
  },
  PlaylistCase("duplicate: names of renamed copies and other playlists are not used again") {
    manager in
    try manager.duplicate(.focus)
    try manager.rename(Playlist.ID(validating: "deep-focus-copy"), to: "Mine")
    let second = try #require(try manager.duplicate(.focus).after)
    #expect(second.name == "Deep Focus copy" && second.id.rawValue == "deep-focus-copy-2")
    try manager.rename(.evening, to: "Deep Focus copy 2")
    #expect(try manager.duplicate(.focus).after?.name == "Deep Focus copy 3")
    #expect(Set(try manager.all().map(\.name)).count == 6)
  },
  PlaylistCase("duplicate: a given name is used for the name and the id") { manager throws in
    #expect(try manager.duplicate(.morning, name: "Évening!").after?.id.rawValue == "évening")
    #expect(try manager.duplicate(.morning, name: "Evening!").after?.id.rawValue == "evening-2")
    #expect(try manager.existing("evening-2").name == "Evening!")
    #expect(try manager.timeless("evening") == .fixture("evening"))
  },
  PlaylistCase("duplicate: a name without a suggested id uses that of the original") { manager throws in
    #expect(try manager.duplicate(.focus, name: "🎧").after?.id.rawValue == "focus-copy")
    #expect(try manager.duplicate(.focus, name: "🎧").after?.id.rawValue == "focus-copy-2")
  },
  PlaylistCase("duplicate: the longest name and id are cut to make room", holding: []) { manager in
    let name = String(repeating: "ab", count: TitleRules.maximumLength / 2)
    try manager.create(.fixture(String(repeating: "ab", count: 50), name: name))
    for id in try manager.all().map(\.id) + manager.all().map(\.id) {
      let copy = try #require(try manager.duplicate(id).after)
      #expect(copy.name.contains("a copy") && copy.name.utf8.count <= TitleRules.maximumLength)
    }
    #expect(Set(try manager.ids()).count == 3)
    #expect(Set(try manager.all().map(\.name)).count == 3)
  },
  PlaylistCase("duplicate: an invalid name is refused") { manager in
    for name in ["", "two\nlines", String(repeating: "x", count: TitleRules.maximumLength + 1)] {
      try expectRefusal(.invalidName, .playlist(.focus), by: manager) { try manager.duplicate(.focus, name: name) }
    }
  },
]
