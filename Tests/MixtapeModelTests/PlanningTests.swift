import Foundation
import MixtapeModel
import TestSupport
import Testing

/// Behaviour of planning that contracts of managers do not cover.
@Suite("Planning")
struct PlanningTests {
  @Test("an unreadable playlist takes its id")
  func unreadable() throws {
    let catalog = FixtureCatalog(unreadable: try ["night", "night-copy"].map(Playlist.ID.init(validating:)))
    let night = try Playlist.fixture("night")
    expectError(.alreadyExists, .playlist(night.id)) { _ = try PlaylistOperation.create(night).plan(in: catalog) }
    expectError(.notFound, .playlist(night.id)) { _ = try PlaylistOperation.delete(night.id).plan(in: catalog) }
    let copy = PlaylistOperation.duplicate(try Playlist.ID(validating: "focus"), name: "Night copy")
    #expect(try copy.plan(in: catalog).after?.id.rawValue == "night-copy-2")
  }

  @Test("errors of the catalog are thrown")
  func catalogError() throws {
    let operation = PlaylistOperation.delete(try Playlist.ID(validating: "focus"))
    expectError(.saveFailed) { _ = try operation.plan(in: BrokenCatalog()) }
  }

  @Test("a plan has no new times before it is saved")
  func times() throws {
    let catalog = FixtureCatalog()
    let playlist = try Playlist.fixture("night").withTimes(created: .distantPast, updated: .distantPast)
    #expect(try PlaylistOperation.create(playlist).plan(in: catalog).after == playlist.timeless)
    let focus = try #require(try catalog.item(Playlist.ID(validating: "focus")))
    let update = try PlaylistOperation.update(focus.withTimes(created: .distantPast, updated: nil)).plan(in: catalog)
    #expect(update.changesNothing)
    let plan = try PlaylistOperation.describe(focus.id, as: "Text").plan(in: catalog)
    let saved = plan.saved { _, after in after.withTimes(created: nil, updated: .distantFuture) }
    #expect(saved.after?.updated == .distantFuture && saved.operation == plan.operation && saved.before == plan.before)
  }

  @Test("a plan has its operation, and that of a creation its episodes")
  func operation() throws {
    let create = PlaylistOperation.create(try .fixture("night", episodes: ["a", "b"]))
    let plan = try create.plan(in: FixtureCatalog())
    #expect(plan.operation == create && plan.episodes.letters == "ab" && plan.original == nil)
  }

  @Test("a change of a folder has an effect without changes of files, except at its present place")
  func folders() throws {
    let (old, new) = (try Folder(validating: "old"), try Folder(validating: "new"))
    func hasEffect(_ operation: PlaylistOperation) -> Bool { PlaylistPlan(operation, changes: []).hasEffect }
    func hasEffect(_ operation: PodcastOperation) -> Bool { PodcastPlan(operation, changes: []).hasEffect }
    #expect(hasEffect(PlaylistOperation.moveFolder(old, to: new)) && hasEffect(PlaylistOperation.deleteFolder(old)))
    #expect(hasEffect(PodcastOperation.moveFolder(old, to: new)) && hasEffect(PodcastOperation.deleteFolder(old)))
    #expect(!hasEffect(PlaylistOperation.moveFolder(old, to: old)))
    #expect(!hasEffect(PodcastOperation.moveFolder(old, to: old)))
    #expect(!hasEffect(PlaylistOperation.delete([])))
  }

  @Test("a landing offset is limited by the end of the list")
  func landing() throws {
    let morning = try Playlist.ID(validating: "morning")
    let moves: [(offsets: [Int], landing: Int, result: String)] = [
      ([0, 1, 2], 4, "deabc"), ([0, 1, 2], 2, "deabc"), ([0, 1, 2], 1, "dabce"), ([1, 3], 3, "acebd"),
      ([0, 1, 2, 3, 4], 2, "abcde"), ([4], 4, "abcde"), ([3], 0, "dabce"),
    ]
    for move in moves {
      let references = move.offsets.map(EpisodeReference.offset)
      let plan = try PlaylistOperation.reorder(morning, references, to: .landing(at: move.landing))
        .plan(in: FixtureCatalog())
      #expect(plan.after?.episodes.letters == move.result, "\(move)")
    }
  }

  @Test("an empty list has no references, and only its end as destination")
  func emptyList() throws {
    let evening = try Playlist.ID(validating: "evening")
    for destination in [ReorderDestination.before(offset: 0), .landing(at: 0)] {
      #expect(try PlaylistOperation.reorder(evening, [], to: destination).plan(in: FixtureCatalog()).changesNothing)
      expectError(.positionOutOfRange, .position(1, count: 0)) {
        _ = try PlaylistOperation.reorder(evening, [.offset(0)], to: destination).plan(in: FixtureCatalog())
      }
    }
    expectError(.positionOutOfRange, .position(2, count: 0)) {
      _ = try PlaylistOperation.reorder(evening, [], to: .landing(at: 1)).plan(in: FixtureCatalog())
    }
  }

  @Test("a copy's id is cut to make room for its number")
  func longID() throws {
    let taken = String(repeating: "a", count: 100)
    let catalog = FixtureCatalog(unreadable: [try Playlist.ID(validating: taken)])
    let operation = PlaylistOperation.duplicate(try Playlist.ID(validating: "focus"), name: taken)
    #expect(try operation.plan(in: catalog).after?.id.rawValue == taken.dropLast(2) + "-2")
  }
}

/// The playlists of the fixture, and ids of unreadable playlists.
private struct FixtureCatalog: Catalog {
  var unreadable: [Playlist.ID] = []

  func item(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? {
    try [Playlist].fixture().first { $0.id == id }
  }

  func isTaken(_ id: Playlist.ID) throws(MixtapeError) -> Bool {
    let readable = try item(id) != nil
    return readable || unreadable.contains(id)
  }

  func ids() throws(MixtapeError) -> [Playlist.ID] {
    try [Playlist].fixture().map(\.id) + unreadable
  }

  func items() throws(MixtapeError) -> [Playlist] { try .fixture() }
}

private struct BrokenCatalog: Catalog {
  func item(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { throw MixtapeError(.saveFailed) }
  func isTaken(_ id: Playlist.ID) throws(MixtapeError) -> Bool { throw MixtapeError(.saveFailed) }
  func ids() throws(MixtapeError) -> [Playlist.ID] { throw MixtapeError(.saveFailed) }
  func items() throws(MixtapeError) -> [Playlist] { throw MixtapeError(.saveFailed) }
}
