import Foundation
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// The behaviour of a store's library that one in memory does not have: bytes, commits, undo.
@Suite("The library of a store")
struct LibraryTests {
  private static let show =
    "# Mine.\r\ntitle = 'Show'\r\ntags = ['a'] # one\r\n\r\n[[episodes]] # first\r\nid = 'x'\r\n"
  private static let files = [
    "library/talk/show.toml": show, "library/other.toml": "title = 'Other'\ntags = ['a']\n[[episodes]]\nid = 'y'\n",
    "playlists/mine.toml": "episodes = ['show/x', 'other/y']\n",
  ]

  private let fixture: StoreFixture
  private var library: StoreLibrary { fixture.store.library }
  private let show: Podcast.ID

  init() throws {
    fixture = try StoreFixture(Self.files)
    show = try Podcast.ID(validating: "show")
  }

  @Test func everyOperationIsOneCommit() throws {
    let x = try Episode.ID(validating: "show/x")
    let new = try Podcast(
      id: Podcast.ID(validating: "new"), folder: Folder(validating: "a/b"), title: "New")
    let operations: [(PodcastOperation, String, [String])] = try [
      (.tag([show, Podcast.ID(validating: "other")], "b"), "Tag 2 podcasts with \"b\"", ["M", "M"]),
      (.edit(show, [.folder(.top)]), "Move podcast show out of its folder", ["A", "D"]),
      (.edit(show, [.title("T"), .tag("c")]), "Update title, tags of podcast show", ["M"]),
      (.edit([show, Podcast.ID(validating: "other")], [.author("A")]), "Update 2 podcasts", ["M", "M"]),
      (.renameTag("a", to: "z"), "Rename the tag \"a\" to \"z\"", ["M", "M"]),
      (.rate([x], 4), "Rate x 4 stars", ["M"]),
      (.rate([x], nil), "Remove the rating of x", ["M"]),
      (
        .recordPlays([x: EpisodePlays(last: Date(timeIntervalSince1970: 1_700_000_000))]), "Record plays of 1 episode",
        ["M"]
      ),
      (.editEpisodes([x], EpisodeEdit.unplayed), "Mark x as not played", ["M"]),
      (.editEpisodes([x], [EpisodeEdit(.guid, .text("g"))]), "Update guid of x", ["M"]),
      (.editEpisodes([x], [EpisodeEdit(.id, .text("w"))]), "Update id of w", ["M", "M"]),
      (
        .addEpisodes([Episode(id: try Episode.ID(validating: "show/new"))], to: show, at: 0),
        "Add 1 episode to podcast show", ["M"]
      ),
      (.moveEpisodes([try Episode.ID(validating: "show/w")], to: show, at: 0), "Move 1 episode within show", ["M"]),
      (
        .moveEpisodes([try Episode.ID(validating: "show/w")], to: try Podcast.ID(validating: "other"), at: nil),
        "Move 1 episode to other", ["M", "M", "M"]
      ),
      (.removeEpisodes([try Episode.ID(validating: "other/w")]), "Remove 1 episode from the library", ["M"]),
      (.untag([show], "z"), "Remove the tag \"z\" from show", ["M"]),
      (.remove(show), "Delete podcast show", ["D"]),
      (.add(new), "Add podcast new", ["A"]),
      (
        .moveFolder(Folder(validating: "a"), to: Folder(validating: "c")), "Move folder a of the library to c",
        ["D", "A"]
      ),
      (.deleteFolder(Folder(validating: "c")), "Delete folder c of the library with 1 podcast", ["D"]),
    ]
    for (operation, subject, changes) in operations {
      try library.perform(operation)
      #expect(try fixture.subjects().first == subject)
      #expect(try fixture.changes().map { String($0.prefix(1)) } == changes, "\(subject)")
      #expect(try fixture.message().hasSuffix("Mixtape-Operation: \(operation.kind.rawValue)"))
      #expect(HistoryEntry.operations.contains(operation.kind.rawValue))
      try fixture.expectClean()
    }
    #expect(try fixture.subjects().count == operations.count + 1)
    #expect(Set(HistoryEntry.operations).count == HistoryEntry.operations.count)
    let before = try fixture.snapshot()
    try fixture.store.undo(operations.count)
    #expect(try fixture.text("library/talk/show.toml") == Self.show)
    try fixture.store.redo(operations.count)
    #expect(try fixture.snapshot() == before)
  }

  @Test func aChangeKeepsAllOtherBytes() throws {
    try library.tag([show], "b")
    try library.rate([try Episode.ID(validating: "show/x")], 5)
    let expected = Self.show.replacing("['a']", with: "['a', 'b']") + "rating = 5\r\n"
    #expect(try fixture.text("library/talk/show.toml") == expected)
  }

  @Test func undoIsSentToListeners() async throws {
    let listener = library.changes()
    let before = try #require(try library.find(show))
    try library.tag([show], "b")
    try fixture.store.undo()
    let after = before.withTags(["a", "b"])
    let heard = await listener.prefix(2).reduce(into: []) { $0.append($1) }
    #expect(heard == [.updated(from: before, to: after), .updated(from: after, to: before)])
  }

  @Test func aFileWithErrorsIsNotChangedOrMoved() throws {
    try fixture.sandbox.write("title = ", to: "library/talk/new.toml")
    try fixture.sandbox.write("title = ", to: "library/talk/show.toml")
    let talk = try Folder(validating: "talk")
    for operation in [
      PodcastOperation.tag([show], "b"), .renameTag("a", to: "b"), .deleteFolder(talk),
      .moveFolder(talk, to: try Folder(validating: "speech")),
    ] {
      expectError(.invalidFile) { try library.perform(operation) }
    }
    #expect(try fixture.subjects().count == 1)
  }

  @Test func aChangeIsRevertedAndLaterOnesStay() throws {
    let x = try Episode.ID(validating: "show/x")
    try library.tag([show], "b")
    try library.rate([x], 5)
    try fixture.store.revert(Revision("HEAD~1"))
    #expect(try fixture.text("library/talk/show.toml") == Self.show + "rating = 5\r\n")
    try library.rate([x], 4)
    try fixture.expectRefusal(.conflict) { try fixture.store.revert(Revision("HEAD~2")) }
    try fixture.store.revert(Revision("HEAD"))
    #expect(try fixture.text("library/talk/show.toml") == Self.show + "rating = 5\r\n")
  }

  @Test func aHandEditIsCommittedBeforeAChange() throws {
    try fixture.sandbox.write(Self.show + "title = 'X'\r\n", to: "library/talk/show.toml")
    try library.rate([try Episode.ID(validating: "show/x")], 5)
    #expect(try fixture.subjects().prefix(2) == ["Rate X 5 stars", "Edit show by hand"])
    #expect(try fixture.text("library/talk/show.toml") == Self.show + "title = 'X'\r\nrating = 5\r\n")
  }

  @Test func emptyFoldersMoveToo() throws {
    let (talk, empty) = (try Folder(validating: "talk"), try Folder(validating: "talk/empty/deep"))
    try fixture.store.createFolder(empty, in: .library)
    expectError(.alreadyExists, .folder(empty)) { try fixture.store.createFolder(empty, in: .library) }
    try library.moveFolder(talk, to: Folder(validating: "speech"))
    #expect(try library.folders().map(\.path) == ["speech", "speech/empty", "speech/empty/deep"])
    let plan = try library.moveFolder(Folder(validating: "speech/empty"), to: Folder(validating: "void"))
    #expect(plan.changesNothing)
    #expect(try library.folders().map(\.path) == ["speech", "void", "void/deep"])
    try library.deleteFolder(Folder(validating: "void"))
    #expect(try library.folders().map(\.path) == ["speech"])
    try fixture.expectClean()
  }
}
