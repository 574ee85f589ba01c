import MixtapeModel
import Testing

let listeningCases: [PlaylistCase] = [
  PlaylistCase("changes: every listener gets every kind of change, in order") { manager in
    let new = try Playlist.fixture("night")
    let described = new.withDescription("Text")
    let moved = described.withFolder(try Folder(validating: "work"))
    try await expectChanges(
      [.created(new), .updated(from: new, to: described), .moved(from: described, to: moved), .deleted(moved)],
      heardOf: manager
    ) {
      try manager.create(new)
      try manager.describe(new.id, as: "Text")
      try manager.move(new.id, to: moved.folder)
      try manager.delete(new.id)
    }
  },
  PlaylistCase("changes: a move together with another change is an update") { manager in
    let before = try manager.timeless("focus")
    let after = try before.withFolder(.top).withName("Other")
    try await expectChanges([.updated(from: before, to: after)], heardOf: manager) { try manager.update(after) }
  },
  PlaylistCase("changes: a copy is created with times") { manager in
    let listener = manager.changes()
    let copy = try #require(try manager.duplicate(.focus).after)
    let heard = await listener.first { _ in true }
    #expect(heard?.timeless == .created(copy.timeless))
    guard case .created(let playlist)? = heard else { return }
    #expect(playlist.created != nil && playlist.updated != nil)
  },
  PlaylistCase("changes: operations without changes send nothing") { manager in
    try await expectChanges([], heardOf: manager) {
      try manager.rename(.focus, to: "Deep Focus")
      try manager.describe(.focus, as: "")
      try manager.move(.focus, to: Folder(validating: "work/deep"))
      try manager.set(.shuffle(false), of: .focus)
      try manager.add(.fixture("a"), to: .focus)
      try manager.remove([], from: .focus)
      try manager.reorder(.morning, fromOffsets: RangeSet(0..<2), toOffset: 1)
      try manager.update(manager.timeless("morning"))
    }
  },
  PlaylistCase("changes: refused operations send nothing") { manager in
    try await expectChanges([], heardOf: manager) {
      expectError(.alreadyExists) { try manager.create(.fixture("focus")) }
      expectError(.notFound) { try manager.delete(.missing) }
      expectError(.invalidName) { try manager.rename(.focus, to: "") }
      expectError(.positionOutOfRange) { try manager.add(.fixture("x"), to: .focus, at: 9) }
    }
  },
  PlaylistCase("changes: a listener gets no earlier changes") { manager in
    try manager.rename(.focus, to: "Unheard")
    let (before, after) = (try manager.timeless("evening"), try manager.timeless("evening").withDescription("Heard"))
    try await expectChanges([.updated(from: before, to: after)], heardOf: manager) {
      try manager.describe(.evening, as: "Heard")
    }
  },
]
