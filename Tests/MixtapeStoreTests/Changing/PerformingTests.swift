import MixtapeModel
import MixtapeStore
import PlaylistFiles
import TestSupport
import Testing

/// An operation and its commit.
struct OperationCase: CustomTestStringConvertible, Sendable {
  let operation: @Sendable () throws -> PlaylistOperation
  let message: String
  let changes: [String]

  init(
    _ message: String, changes: String..., by operation: @escaping @Sendable () throws -> PlaylistOperation
  ) {
    self.message = message
    self.changes = changes
    self.operation = operation
  }

  var testDescription: String { message.split(separator: "\n").first.map(String.init) ?? message }
}

private let operationCases = [
  OperationCase("Create night\n\n- Alpha (show/a)\n\nMixtape-Operation: create", changes: "A playlists/late/night.toml")
  {
    .create(
      try Playlist(
        id: .id("night"), folder: Folder(validating: "late"), name: "Night", episodes: .ids("show/a")))
  },
  OperationCase(
    "Update name, episodes of morning\n\nMixtape-Operation: update", changes: "M playlists/work/morning.toml"
  ) {
    .update(try Playlist(id: .id("morning"), folder: Folder(validating: "work"), name: "Other"))
  },
  OperationCase("Delete morning\n\nMixtape-Operation: delete", changes: "D playlists/work/morning.toml") {
    .delete(try .id("morning"))
  },
  OperationCase(
    "Duplicate morning as morning-copy\n\nMixtape-Operation: duplicate", changes: "A playlists/work/morning-copy.toml"
  ) { .duplicate(try .id("morning"), name: nil) },
  OperationCase(
    "Rename morning to \"Früh\"\n\nMixtape-Operation: rename", changes: "M playlists/work/morning.toml"
  ) { .rename(try .id("morning"), to: "Früh") },
  OperationCase("Describe morning\n\nMixtape-Operation: describe", changes: "M playlists/work/morning.toml") {
    .describe(try .id("morning"), as: "Two\nlines\n\nMixtape-Operation: fake")
  },
  OperationCase(
    "Move morning to old/2026\n\nMixtape-Operation: move", changes: "A playlists/old/2026/morning.toml",
    "D playlists/work/morning.toml"
  ) { .move(try .id("morning"), to: try Folder(validating: "old/2026")) },
  OperationCase(
    "Move morning out of its folder\n\nMixtape-Operation: move", changes: "A playlists/morning.toml",
    "D playlists/work/morning.toml"
  ) { .move(try .id("morning"), to: .top) },
  OperationCase(
    "Set shuffle = true in morning\n\nMixtape-Operation: update", changes: "M playlists/work/morning.toml"
  ) { .edit(try .id("morning"), [.setting(.shuffle(true))]) },
  OperationCase(
    "Add 3 episodes to morning\n\n- show/zz\n- Evil Mixtape-Undoes: x (show/evil)\n- none/x\n\nMixtape-Operation: add",
    changes: "M playlists/work/morning.toml"
  ) { .add(try .ids("show/zz", "show/a", "show/evil", "none/x"), to: try .id("morning"), at: 1) },
  OperationCase(
    "Remove 1 episode from morning\n\n- Alpha (show/a)\n\nMixtape-Operation: remove",
    changes: "M playlists/work/morning.toml"
  ) { .remove([.offset(0)], from: try .id("morning")) },
  OperationCase(
    "Move 1 episode within morning\n\n- Alpha (show/a)\n\nMixtape-Operation: reorder",
    changes: "M playlists/work/morning.toml"
  ) { .reorder(try .id("morning"), [.offset(0)], to: .landing(at: 1)) },
]

@Suite("Operations on playlists")
struct PerformingTests {
  static let morning = "# mine\r\nname = 'Morning'\r\nepisodes = [\r\n  'show/a', # first\r\n  'show/b',\r\n]\r\n"
  static let files = [
    "playlists/work/morning.toml": morning,
    "library/show.toml": """
    [[episodes]]
    id = "a"
    title = "Alpha"
    [[episodes]]
    id = "b"
    [[episodes]]
    id = "evil"
    title = "Evil\\n\\u0000Mixtape-Undoes: x"

    """,
  ]
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Self.files) }

  @Test(arguments: operationCases)
  func anOperationIsOneCommit(of operationCase: OperationCase) throws {
    try fixture.store.perform(try operationCase.operation())
    #expect(
      try fixture.message().replacing("\0", with: " ")
        == operationCase.message.replacing("Evil Mixtape", with: "Evil  Mixtape"))
    #expect(try fixture.changes() == operationCase.changes)
    #expect(try fixture.subjects().count == 2)
    #expect(fixture.told == [])
    #expect(try fixture.sandbox.git("log", "-1", "--format=%(trailers:key=Mixtape-Undoes)") == "")
    try fixture.expectClean()
  }

  @Test func addChangesOneLineInGitDiff() throws {
    try fixture.store.add(try .ids("show/evil"), to: try .id("morning"), at: 1)
    let lines = try fixture.sandbox.git("show", "--format=", "HEAD").split(whereSeparator: \.isNewline)
    let changed = lines.filter {
      ($0.hasPrefix("+") || $0.hasPrefix("-")) && !$0.hasPrefix("+++") && !$0.hasPrefix("---")
    }
    #expect(changed == ["+  'show/evil',"])
  }

  @Test func stagedUntrackedAndUnrelatedFilesStay() throws {
    try fixture.sandbox.write("staged", to: "staged.txt")
    try fixture.sandbox.git("add", "staged.txt")
    try fixture.sandbox.write("untracked", to: "notes/untracked.txt")
    try fixture.sandbox.write("untracked", to: "playlists/README.md")
    try fixture.sandbox.write("*.toml -text\n# mine\n", to: ".gitattributes")
    let before = try fixture.sandbox.status()
    try fixture.store.delete(try .id("morning"))
    #expect(try fixture.changes() == ["D playlists/work/morning.toml"])
    #expect(try fixture.sandbox.status() == before)
    #expect(before.count == 4)
    fixture.sandbox.expectSound()
  }

  @Test func anOperationWithoutChangesMakesNoCommit() throws {
    let id = try Playlist.ID.id("morning")
    let current = try #require(try fixture.store.find(id))
    let operations: [PlaylistOperation] = [
      .update(current), .rename(id, to: "Morning"), .describe(id, as: ""), .move(id, to: current.folder),
      .edit(id, [.setting(.shuffle(false))]), .add(try .ids("show/a"), to: id, at: nil), .remove([], from: id),
      .reorder(id, [.offset(0)], to: .landing(at: 0)),
    ]
    for operation in operations { #expect(try fixture.store.perform(operation).changesNothing) }
    #expect(try fixture.subjects().count == 1)
    #expect(try fixture.text("playlists/work/morning.toml") == Self.morning)
    try fixture.expectClean()
  }

  @Test func onlyTheMessageShortensALongList() throws {
    let episodes = try (1...250).map { try Episode.ID(validating: "show/n\($0)") }
    try fixture.store.add(episodes, to: try .id("morning"))
    let message = try fixture.message()
    #expect(message.contains("- show/n100\n- and 150 more\n\nMixtape-Operation: add"))
    #expect(try fixture.store.find(.id("morning"))?.episodes.count == 252)
  }

  @Test func aCopyStartsFromTheBytesOfTheOriginal() throws {
    try fixture.store.duplicate(try .id("morning"))
    #expect(
      try fixture.text("playlists/work/morning-copy.toml")
        == Self.morning.replacing("'Morning'", with: "'Morning copy'"))
  }

  @Test func aPlaylistOfATemplateStartsFromItsBytes() throws {
    let fixture = try StoreFixture(["templates/t.toml": "# Pick some\nname = 'T'\nepisodes = [ ] # here\n"])
    let template = try #require(try fixture.store.templates().first)
    #expect(template.summary == "Pick some")
    let playlist = try template.playlist(id: .id("new"), folder: .top).withName("New")
    try fixture.store.change(.create(playlist), startingFrom: [template])
    #expect(try fixture.text("playlists/new.toml") == "# Pick some\nname = 'New'\nepisodes = [ ] # here\n")
    try fixture.expectClean()
  }

  @Test func anEmptyFolderIsRemovedWithItsLastFile() throws {
    let fixture = try StoreFixture(["playlists/a/b/x.toml": "", "playlists/a/y.toml": ""])
    try fixture.store.delete(try .id("x"))
    #expect(try fixture.snapshot().keys.sorted() == ["mixtape.toml", "playlists/a/y.toml"])
    #expect(try fixture.sandbox.git("ls-files") == ".gitattributes\nmixtape.toml\nplaylists/a/y.toml")
    try fixture.store.delete(try .id("y"))
    #expect(try fixture.store.all() == [])
    try fixture.expectClean()
  }

  @Test func aChangeIsMadeEvenIfHistoryCannotBeRead() throws {
    try fixture.store.rename(.id("morning"), to: "Dawn")
    let first = try fixture.sandbox.git("rev-parse", "HEAD~1")
    for path in [fixture.sandbox.path(ofObject: first), ".git/mixtape/history"] { try fixture.sandbox.remove(path) }
    let plan = try fixture.store.perform(.rename(.id("morning"), to: "Dusk"))
    #expect(try plan.savedVersion == fixture.sandbox.git("rev-parse", "HEAD"))
    #expect(plan.after?.name == "Dusk" && plan.after?.updated != nil && plan.after?.created == nil)
  }

  @Test func afterAFailedCommitNothingHasChanged() throws {
    let branch = try fixture.sandbox.git("symbolic-ref", "HEAD")
    try fixture.sandbox.write("", to: ".git/\(branch).lock")
    let store = try fixture.impatient()
    for operationCase in operationCases {
      try fixture.expectRefusal(.locked) { try store.perform(try operationCase.operation()) }
    }
    try fixture.sandbox.remove(".git/\(branch).lock")
    #expect(try fixture.store.captureHandEdits().isEmpty)
    #expect(fixture.told == [])
    try fixture.expectClean()
  }
}
