import MixtapeModel
import Testing

let readingCases: [PlaylistCase] = [
  PlaylistCase("all: every playlist, in order of id, in any folder", holding: try .fixture().reversed()) {
    manager throws in
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  PlaylistCase(
    "all: order of bytes and of numbers, not of a locale",
    holding: try ["z", "ä", "a-b", "a10", "a", "a9"].map { try .fixture($0) }
  ) { manager throws in
    #expect(try manager.ids() == ["a", "a-b", "a9", "a10", "z", "ä"])
  },
  PlaylistCase("all: an empty manager is no error", holding: []) { manager throws in
    #expect(try manager.all().isEmpty)
  },
  PlaylistCase("find: the playlist of an id") { manager throws in
    #expect(try manager.find(.focus)?.timeless == [Playlist].fixture()[1])
  },
  PlaylistCase("find: nil for a missing id") { manager throws in
    #expect(try manager.find(.missing) == nil)
  },
  PlaylistCase("every change of a missing playlist is refused with candidates") { manager in
    let id = try Playlist.ID.missing
    let operations: [PlaylistOperation] = try [
      .update(.fixture("mornin")), .delete(id), .duplicate(id, name: nil), .rename(id, to: "Name"),
      .describe(id, as: "Text"), .move(id, to: .top), .edit(id, [.setting(.shuffle(true))]),
      .conditions(id, [.remove(0)]), .freeze(id, found: .fixture("a")),
      .add(.fixture("a"), to: id, at: nil), .remove([.offset(0)], from: id),
      .reorder(id, [.offset(0)], to: .landing(at: 0)), .resolve([id: []]),
      .assign(.fixture("a"), to: [id], from: [], creating: []),
    ]
    #expect(
      Set(operations.map(\.kind)).union([.create, .importing, .moveFolder, .deleteFolder])
        == Set(PlaylistOperation.Kind.allCases))
    for operation in operations {
      let error = try expectRefusal(.notFound, .playlist(id), by: manager) { try manager.perform(operation) }
      #expect(error?.candidates.sorted() == ["evening", "focus", "morning"], "\(operation.kind)")
    }
  },
]
