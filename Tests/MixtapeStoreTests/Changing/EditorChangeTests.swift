import Foundation
import LosslessTOML
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// Changes of several files that the store plans, an editor writes, and the next capture commits as one.
@Suite("Changes of editors")
struct EditorChangeTests {
  private static let files = [
    "playlists/work/focus.toml": "# mine\nname = 'Focus'\nepisodes = [\n  'show/1',  # first\n  'show/2',\n]\n",
    "playlists/other.toml":
      "name = 'Other'\nconditions = [\n  'not in playlist \"focus\"', # not these\n  'tag = \"Jazz\" and podcast in (\"show\", \"gone\")',\n]\n",
    "playlists/alone.toml": "name = 'Alone'\n",
    "templates/daily.toml": "name = 'Daily'\nconditions = [\"in playlist \\\"focus\\\"\"]\n",
    "library/show.toml":
      "title = 'Show'\ntags = ['jazz', 'late']\n[[episodes]]\nid = '1' # one\ntitle = 'One'\n[[episodes]]\nid = '2'\ntitle = 'Two'\n",
  ]
  private let fixture: StoreFixture
  private var store: Store { fixture.store }

  init() throws {
    fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write(
      "format = 1\n\n[export.car]\ndirectory = '../car'  # USB\nplaylists = ['focus', 'other']\n",
      to: "mixtape.toml")
    try fixture.store.captureHandEdits()
  }

  /// Writes the files of a change as an editor does.
  private func write(_ change: EditorChange) throws {
    for file in change.files {
      if let former = file.formerPath { try fixture.sandbox.remove(former) }
      if let new = file.new {
        try fixture.sandbox.write(new, to: file.path)
      } else {
        try fixture.sandbox.remove(file.path)
      }
    }
  }

  /// Plans a renaming, records it and writes its files.
  @discardableResult
  private func rename(_ renaming: Renaming) throws -> EditorChange {
    let change = try store.editorChange(renaming: renaming)
    try store.expect(change)
    try write(change)
    return change
  }

  private func subjects(of item: StoreItem) throws -> [String] {
    try store.history(of: item, limit: 9).entries.map(\.subject)
  }

  @Test func `a renamed playlist is one commit, one undo and one history`() throws {
    let before = try fixture.snapshot()
    let change = try rename(.playlist(.id("focus"), to: .id("deep-work")))
    #expect(
      change.files.map(\.path) == [
        "mixtape.toml", "playlists/other.toml", "playlists/work/deep-work.toml", "templates/daily.toml",
      ])
    #expect(change.files[2].formerPath == "playlists/work/focus.toml")
    #expect(change.files[2].old == change.files[2].new)
    #expect(
      try fixture.text("mixtape.toml")?.hasSuffix("directory = '../car'  # USB\nplaylists = ['deep-work', 'other']\n")
        == true)
    #expect(try fixture.text("playlists/other.toml")?.contains("'not in playlist \"deep-work\"', # not these") == true)
    #expect(try fixture.text("templates/daily.toml")?.contains("['in playlist \"deep-work\"']") == true)
    #expect(try store.status().handEdits.map(\.kind) == [.edited, .edited, .renamed, .edited])
    #expect(try store.undoPreview().steps.map(\.subject) == ["Rename focus to deep-work"])

    #expect(try store.captureHandEdits().map(\.subject) == ["Rename focus to deep-work"])
    #expect(
      try fixture.message()
        == """
        Rename focus to deep-work

        Mixtape-Operation: edit
        Mixtape-Renamed: playlists/focus -> playlists/deep-work
        """)
    #expect(try fixture.changes().count == 5)
    #expect(try subjects(of: .id("deep-work")) == ["Rename focus to deep-work", "Create the store"])
    try fixture.expectClean()
    try store.undo()
    #expect(try fixture.snapshot() == before)
    try store.redo()
    #expect(try fixture.text("playlists/work/deep-work.toml") != nil)
    try fixture.expectClean()
  }

  @Test func `a renamed podcast takes its entries and rules along`() throws {
    let before = try fixture.snapshot()
    try rename(.podcast(try Podcast.ID(validating: "show"), to: try Podcast.ID(validating: "radio")))
    #expect(
      try fixture.text("playlists/work/focus.toml")
        == "# mine\nname = 'Focus'\nepisodes = [\n  'radio/1',  # first\n  'radio/2',\n]\n")
    #expect(
      try fixture.text("playlists/other.toml")?.contains("'tag = \"Jazz\" and podcast in (\"radio\", \"gone\")'")
        == true)
    #expect(try store.captureHandEdits().map(\.subject) == ["Rename podcast show to radio"])
    #expect(try fixture.message().hasSuffix("\nMixtape-Renamed: library/show -> library/radio"))
    let radio = StoreItem.podcast(try Podcast.ID(validating: "radio"))
    #expect(try subjects(of: radio) == ["Rename podcast show to radio", "Create the store"])
    #expect(try store.check().reports.map(\.path) == ["playlists/other.toml"])
    try store.undo()
    #expect(try fixture.snapshot() == before)
    try fixture.expectClean()
  }

  @Test func `an entry that was added since a renaming follows its revert`() throws {
    try store.add(.ids("show/1"), to: .id("alone"))
    try rename(.podcast(try Podcast.ID(validating: "show"), to: try Podcast.ID(validating: "radio")))
    try store.captureHandEdits()
    try store.add(.ids("radio/2"), to: .id("alone"))
    try store.revert("HEAD~1")
    #expect(try store.playlist(.id("alone"), at: "HEAD").episodes == .ids("show/1", "show/2"))
    #expect(try store.playlist(.id("focus"), at: "HEAD").episodes == .ids("show/1", "show/2"))
    try fixture.expectClean()
  }

  @Test func `a renamed episode keeps its lines`() throws {
    let before = try fixture.snapshot()
    try rename(.episode(try Episode.ID(validating: "show/1"), named: "one"))
    #expect(try fixture.text("library/show.toml")?.contains("id = 'one' # one\ntitle = 'One'") == true)
    #expect(try fixture.text("playlists/work/focus.toml")?.contains("'show/one',  # first") == true)
    #expect(try store.captureHandEdits().map(\.subject) == ["Rename episode show/1 to show/one"])
    try store.undo()
    #expect(try fixture.snapshot() == before)
  }

  @Test func `a renamed tag is renamed in rules, in any case`() throws {
    let before = try fixture.snapshot()
    try rename(.tag("jazz", to: "The \"blues\""))
    #expect(try fixture.text("library/show.toml")?.contains(#"['The "blues"', 'late']"#) == true)
    #expect(try fixture.text("playlists/other.toml")?.contains(#"'tag = "The \"blues\"" and podcast in"#) == true)
    #expect(try store.captureHandEdits().map(\.subject) == ["Rename the tag \"jazz\" to \"The \"blues\"\""])
    #expect(try fixture.message().contains("\nMixtape-Operation: rename-tag"))
    try store.undo()
    #expect(try fixture.snapshot() == before)
  }

  @Test func `a taken or unknown name is refused`() throws {
    let (focus, other) = (try Playlist.ID.id("focus"), try Playlist.ID.id("other"))
    try fixture.expectRefusal(.alreadyExists, .playlist(other)) {
      _ = try store.editorChange(renaming: .playlist(focus, to: other))
    }
    try fixture.expectRefusal(.notFound, .playlist(.id("none"))) {
      _ = try store.editorChange(renaming: .playlist(.id("none"), to: other))
    }
    let (one, two) = (try Episode.ID(validating: "show/1"), try Episode.ID(validating: "show/2"))
    try fixture.expectRefusal(.alreadyExists, .episode(two)) {
      _ = try store.editorChange(renaming: .episode(one, named: "2"))
    }
    try fixture.expectRefusal(.invalidID) { _ = try store.editorChange(renaming: .episode(one, named: "a b")) }
    try fixture.expectRefusal(.notFound, .tag("none")) {
      _ = try store.editorChange(renaming: .tag("none", to: "new"))
    }
    #expect(try store.editorChange(renaming: .playlist(focus, to: focus)).files == [])
  }

  @Test func `a file with errors is in the way if it has the name`() throws {
    try fixture.sandbox.write("nme = 1\nname = 3\n", to: "playlists/alone.toml")
    let renaming = Renaming.playlist(try .id("focus"), to: try .id("deep-work"))
    #expect(try store.editorChange(renaming: renaming).files.count == 4)
    try fixture.sandbox.write("name = 3\nconditions = ['in playlist \"focus\"']\n", to: "playlists/alone.toml")
    try fixture.expectRefusal(.invalidFile, .file("playlists/alone.toml")) {
      _ = try store.editorChange(renaming: renaming)
    }
    // The renamed file itself: its version in HEAD is not what the editor has.
    try fixture.sandbox.write("name = 'Alone'\n", to: "playlists/alone.toml")
    try fixture.sandbox.write("name = 3\n", to: "playlists/work/focus.toml")
    try fixture.expectRefusal(.invalidFile, .file("playlists/work/focus.toml")) {
      _ = try store.editorChange(renaming: renaming)
    }
  }

  @Test func `a file that a sparse checkout leaves out is in the way if it has the name`() throws {
    try fixture.sandbox.checkOutSparsely("/*", "!/playlists/other.toml")
    try fixture.expectRefusal(.notCheckedOut, .file("playlists/other.toml")) {
      _ = try store.editorChange(renaming: .playlist(.id("focus"), to: .id("deep-work")))
    }
    #expect(try store.editorChange(renaming: .playlist(.id("alone"), to: .id("lone"))).files.count == 1)
  }

  @Test func `a file that was edited further makes ordinary edits`() throws {
    try rename(.playlist(.id("focus"), to: .id("deep-work")))
    try fixture.sandbox.write("name = 'Other'\n", to: "playlists/other.toml")
    #expect(
      Set(try store.captureHandEdits().map(\.subject)) == [
        "Edit mixtape.toml by hand", "Edit other by hand", "Rename focus to deep-work by hand", "Edit daily by hand",
      ])
    try fixture.expectClean()
  }

  @Test func `a part of a change makes ordinary edits`() throws {
    let change = try store.editorChange(renaming: .playlist(.id("focus"), to: .id("deep-work")))
    try store.expect(change)
    let part = try #require(change.files.first { $0.path == "playlists/other.toml" })
    try fixture.sandbox.write(try #require(part.new), to: part.path)
    #expect(try store.captureHandEdits().map(\.subject) == ["Edit other by hand"])
  }

  @Test func `other edits keep their own commits`() throws {
    try rename(.tag("late", to: "night"))
    try rename(.playlist(.id("focus"), to: .id("deep-work")))
    try fixture.sandbox.write("name = 'A'\n", to: "playlists/alone.toml")
    try fixture.sandbox.write("name = 'New'\n", to: "playlists/new.toml")
    let subjects = [
      "Rename the tag \"late\" to \"night\"", "Rename focus to deep-work", "Edit alone by hand", "Create new by hand",
    ]
    #expect(try store.captureHandEdits().map(\.subject) == subjects)
    #expect(try fixture.subjects() == subjects.reversed() + ["Edit mixtape.toml by hand", "Create the store"])
    try fixture.expectClean()
    // The records have gone: the same files again are ordinary edits.
    let undone = try store.undo(4)
    #expect(undone.hasEffect)
    try fixture.sandbox.write(Array("title = 'Show'\n".utf8), to: "library/show.toml")
    #expect(try store.captureHandEdits().map(\.subject) == ["Edit show by hand"])
  }

  @Test func `a file that was renamed twice before a commit makes ordinary edits`() throws {
    try rename(.playlist(.id("focus"), to: .id("deep-work")))
    try rename(.playlist(.id("deep-work"), to: .id("deeper")))
    #expect(try store.captureHandEdits().map(\.subject).contains("Rename focus to deeper by hand"))
    #expect(try subjects(of: .id("deeper")) == ["Rename focus to deeper by hand", "Create the store"])
    try fixture.expectClean()
  }

  @Test func `an operation is the change that its command makes`() throws {
    let operation = PlaylistOperation.move([try .id("focus"), try .id("alone")], to: try Folder(validating: "new"))
    let change = try store.editorChange(for: operation)
    #expect(change.files.map(\.formerPath) == ["playlists/alone.toml", "playlists/work/focus.toml"])
    #expect(change.files.map(\.path) == ["playlists/new/alone.toml", "playlists/new/focus.toml"])
    #expect(change.subject == "Move 2 playlists to new")
    try store.expect(change)
    try write(change)
    #expect(try store.captureHandEdits().map(\.subject) == ["Move 2 playlists to new"])
    #expect(try fixture.message().hasSuffix("\nMixtape-Operation: move"))

    let removal = PodcastOperation.removeEpisodes([try Episode.ID(validating: "show/1")])
    let (_, preview) = try store.library.preview(removal)
    let second = try store.library.editorChange(for: removal)
    #expect(second.subject == preview.subject)
    #expect(second.files.map(\.path) == preview.differences.map(\.path))
    #expect(second.files.map(\.new) == preview.differences.map(\.new))
    let deletion = try store.editorChange(for: .delete([.id("alone")]))
    #expect(deletion.files.map(\.new) == [nil])
    #expect(try fixture.sandbox.status() == [])
  }

  @Test(arguments: ["", "[", "[{}]", "{}"])
  func `a damaged record is ignored`(record: String) throws {
    try fixture.sandbox.write("name = 'A'\n", to: "playlists/alone.toml")
    try fixture.sandbox.write(record, to: ".git/mixtape/expected")
    #expect(try store.captureHandEdits().map(\.subject) == ["Edit alone by hand"])
    try rename(.playlist(.id("focus"), to: .id("deep-work")))
    #expect(try store.captureHandEdits().map(\.subject) == ["Rename focus to deep-work"])
  }

  @Test func `the newest records are kept`() throws {
    let first = try store.editorChange(renaming: .playlist(.id("focus"), to: .id("deep-work")))
    try store.expect(first)
    for number in 1...15 {
      try store.expect(try store.editorChange(renaming: .playlist(.id("alone"), to: .id("a\(number)"))))
    }
    try store.expect(first)
    try store.expect(try store.editorChange(renaming: .playlist(.id("alone"), to: .id("a16"))))
    let record = String(decoding: try fixture.sandbox.read(".git/mixtape/expected"), as: UTF8.self)
    #expect(record.split(separator: "\"subject\"").count == 17)
    try write(first)
    #expect(try store.captureHandEdits().map(\.subject) == ["Rename focus to deep-work"])
  }
}
