import FileSystem
import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Events of changes, with a clock that the test sets.
@Suite struct TrackerTests {
  private let watched: WatchFixture

  init() throws {
    watched = try WatchFixture([
      "playlists/focus.toml": "name = \"Focus\"\nepisodes = [\"a/1\"]\n",
      "playlists/evening/calm.toml": "name = \"Calm\"\n",
      "library/a.toml": "title = \"A\"\n",
    ])
  }

  private let focus = "playlists/focus.toml"

  // MARK: Events

  @Test func `an edit is reported after the quiet time, with both states`() throws {
    try watched.write("name = \"Deep\"\n", to: focus)
    #expect(try watched.wait(.milliseconds(99)).isEmpty)
    let events = try watched.wait(.milliseconds(1))
    guard case .playlist(.updated(let before, let after), focus)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1)
    #expect(before.name == "Focus" && after.name == "Deep")
    #expect(before.episodes.count == 1 && after.episodes.isEmpty)
  }

  @Test func `playlists are created, moved and deleted`() throws {
    try watched.write("", to: "playlists/new.toml")
    #expect(try watched.told() == ["created new at playlists/new.toml"])
    try watched.rename("playlists/new.toml", to: "playlists/evening/new.toml")
    #expect(try watched.told() == ["moved new to playlists/evening/new.toml"])
    try watched.rename("playlists/evening/new.toml", to: "playlists/evening/newer.toml")
    #expect(try watched.told() == ["renamed new to newer at playlists/evening/newer.toml"])
    try watched.remove("playlists/evening/newer.toml")
    #expect(try watched.told() == ["deleted newer"])
  }

  @Test func `a playlist that is renamed and edited is reported as renamed`() throws {
    let lines = (1...3).map { "  \"a/\($0)\",\n" }.joined()
    try watched.write("name = \"Long\"\nepisodes = [\n\(lines)]\n", to: focus)
    _ = try watched.told()
    try watched.remove(focus)
    try watched.write("name = \"Longer\"\nepisodes = [\n\(lines)]\n", to: "playlists/deep.toml")
    try watched.remove("playlists/evening/calm.toml")
    #expect(try watched.told() == ["deleted calm", "renamed focus to deep at playlists/deep.toml"])
  }

  @Test func `other files of the store are reported`() throws {
    try watched.write("title = \"B\"\n", to: "library/a.toml")
    try watched.makeDirectory("templates")
    try watched.write("", to: "templates/mine.toml")
    try watched.write("# Mine.\nformat = 1\n", to: "mixtape.toml")
    #expect(
      try watched.told().sorted() == ["created templates/mine.toml", "edited library/a.toml", "edited mixtape.toml"])
    try watched.makeDirectory("library/below")
    try watched.rename("library/a.toml", to: "library/below/a.toml")
    #expect(try watched.told() == ["moved library/below/a.toml"])
    try watched.remove("library/below/a.toml")
    #expect(try watched.told() == ["deleted library/below/a.toml"])
  }

  @Test func `a renamed podcast is one event, also if it was edited`() throws {
    let text = "title = \"A\"\n\n[[episodes]]\nid = \"1\"\n\n[[episodes]]\nid = \"2\"\n"
    try watched.write(text, to: "library/a.toml")
    _ = try watched.wait()
    for (old, new) in [("a", "b"), ("b", "c")] {
      try watched.remove("library/\(old).toml")
      try watched.write(new == "b" ? text : text.replacing("\"A\"", with: "\"C\""), to: "library/\(new).toml")
      let events = try watched.wait()
      guard case .podcast(let podcast, .renamed, _)? = events.first, events.count == 1 else {
        Issue.record("\(events)")
        return
      }
      #expect(podcast.before?.id.rawValue == old && podcast.after?.id.rawValue == new)
      #expect(podcast.episodes.isEmpty && podcast.fields == (new == "b" ? [] : [.title]))
    }
  }

  @Test func `a changed podcast is reported with both states`() throws {
    try watched.write("title = \"A\"\n\n[[episodes]]\nid = \"1\"\n", to: "library/a.toml")
    let events = try watched.wait()
    guard case .podcast(let podcast, .edited, "library/a.toml")? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1)
    #expect(podcast.episodes.added.map(\.element.rawValue) == ["a/1"] && podcast.fields.isEmpty)
    try watched.write("# Mine.\ntitle = \"A\"\n\n[[episodes]]\nid = \"1\"\n", to: "library/a.toml")
    guard case .file(.edited, "library/a.toml")? = try watched.wait().first else {
      Issue.record("a comment changed the podcast")
      return
    }
  }

  @Test func `a changed comment is not a change of the playlist`() throws {
    try watched.write("# Mine.\nname = \"Focus\"\nepisodes = [\"a/1\"]\n", to: focus)
    #expect(try watched.told() == ["edited \(focus)"])
  }

  @Test func `a save without a change is not reported`() throws {
    try watched.write("name = \"Focus\"\nepisodes = [\"a/1\"]\n", to: focus)
    try watched.write("name = \"Other\"\n", to: "playlists/evening/calm.toml")
    try watched.write("name = \"Calm\"\n", to: "playlists/evening/calm.toml")
    #expect(try watched.told() == [])
  }

  @Test func `other files are not reported`() throws {
    try watched.write("x", to: "README.md")
    try watched.write("x = ", to: "other.toml")
    try watched.write("x = ", to: "playlists/.hidden.toml")
    try watched.write("x = ", to: "playlists/focus.toml~")
    try watched.makeDirectory("playlists/.cache")
    try watched.write("x = ", to: "playlists/.cache/a.toml")
    #expect(try watched.told() == [])
  }

  @Test func `writes of this process are reported once`() throws {
    let id = try Playlist.ID(validating: "focus")
    try watched.store.store.rename(id, to: "Deep")
    #expect(try watched.told() == ["updated focus: Focus → Deep"])
    try watched.store.other().undo(1)
    #expect(try watched.told() == ["updated focus: Deep → Focus"])
    try watched.write("name = \"By Hand\"\n", to: focus)
    #expect(try watched.told() == ["updated focus: Focus → By Hand"])
    try watched.store.store.captureHandEdits()
    #expect(try watched.told() == [])
  }

  @Test func `only files with events are read`() throws {
    try watched.write("name = \"Unheard\"\n", to: "playlists/evening/calm.toml")
    try watched.miss()
    try watched.write("name = \"Deep\"\n", to: focus)
    #expect(try watched.told() == ["updated focus: Focus → Deep"])
    try watched.write("", to: "playlists/new.toml")
    #expect(try watched.told() == ["created new at playlists/new.toml"])
  }

  // MARK: Saving

  @Test func `a burst of saves is one change`() throws {
    for number in 1...10 {
      try watched.write("name = \"Draft \(number)\"\n", to: focus)
      #expect(try watched.wait(.milliseconds(50)).isEmpty)
    }
    #expect(try watched.told() == ["updated focus: Focus → Draft 10"])
  }

  @Test func `editors save in different ways`() throws {
    // vim: a test file, renaming the old file, a new file, removing the old one.
    try watched.write("", to: "playlists/4913")
    try watched.remove("playlists/4913")
    try watched.rename(focus, to: focus + "~")
    try watched.write("name = \"Vim\"\n", to: focus)
    try watched.remove(focus + "~")
    #expect(try watched.told() == ["updated focus: Focus → Vim"])
    // sed -i and most others: a new file renamed over the old one.
    try watched.write("name = \"Sed\"\n", to: "playlists/sedX1y2z3")
    try watched.rename("playlists/sedX1y2z3", to: focus)
    #expect(try watched.told() == ["updated focus: Vim → Sed"])
    // emacs: a link as a lock, a copy of the old file, and the file itself written in place.
    try watched.store.sandbox.makeLink("playlists/.#focus.toml", to: "me@here.1")
    try watched.write("name = \"Sed\"\n", to: focus + "~")
    try watched.write("name = \"Emacs\"\n", to: focus)
    try watched.remove("playlists/.#focus.toml")
    #expect(try watched.told() == ["updated focus: Sed → Emacs"])
  }

  @Test func `a file that is missing for a moment was not deleted`() throws {
    try watched.remove(focus)
    #expect(try watched.wait(.milliseconds(50)).isEmpty)
    try watched.write("name = \"Back\"\n", to: focus)
    #expect(try watched.told() == ["updated focus: Focus → Back"])
  }

  @Test func `a renamed file whose new name comes late was not deleted`() throws {
    try watched.remove(focus)
    #expect(try watched.wait(.milliseconds(200)).isEmpty)
    try watched.write("name = \"Focus\"\nepisodes = [\"a/1\"]\n", to: "playlists/deep.toml")
    #expect(
      try watched.wait(.milliseconds(100)).map(\.summary) == ["renamed focus to deep at playlists/deep.toml"])
    try watched.remove("playlists/deep.toml")
    #expect(try watched.wait(.milliseconds(299)).isEmpty)
    #expect(try watched.wait(.milliseconds(1)).map(\.summary) == ["deleted deep"])
  }

  @Test func `a new file waits for those that may come with it`() throws {
    try watched.remove("playlists/evening/calm.toml")
    try watched.remove(focus)
    #expect(try watched.wait(.milliseconds(100)).isEmpty)
    // A new file of another section is not the renamed one.
    try watched.write("title = \"B\"\n", to: "library/b.toml")
    try watched.write("name = \"Calm\"\n", to: "playlists/calmer.toml")
    #expect(try watched.wait(.milliseconds(150)).map(\.summary) == ["created library/b.toml"])
    try watched.write("name = \"Focus\"\nepisodes = [\"a/1\"]\n", to: "playlists/deep.toml")
    #expect(
      try watched.wait(.milliseconds(100)).map(\.summary) == [
        "renamed calm to calmer at playlists/calmer.toml", "renamed focus to deep at playlists/deep.toml",
      ])
  }

  @Test func `a deletion waits no longer than the grace period after its event`() throws {
    try watched.remove(focus)
    #expect(try watched.wait(.milliseconds(150)).isEmpty)
    try watched.write("name = \"Edited\"\n", to: "playlists/evening/calm.toml")
    #expect(try watched.wait(.milliseconds(149)).map(\.summary) == ["updated calm: Calm → Edited"])
    #expect(try watched.wait(.milliseconds(1)).map(\.summary) == ["deleted focus"])
  }

  @Test func `an open file is read later`() throws {
    let file = try watched.open(focus)
    try file.writeAll("name = \"Ha\"\n".utf8)
    #expect(try watched.wait(.milliseconds(250)).isEmpty)
    try file.writeAll("episodes = [\"a/1\"]\n".utf8)
    #expect(try watched.wait(.milliseconds(250)).isEmpty)
    try file.close()
    #expect(try watched.wait(.milliseconds(100)).map(\.summary) == ["updated focus: Focus → Ha"])
  }

  @Test func `a file that stays open is read after a quiet time`() throws {
    let file = try watched.open(focus)
    try file.writeAll("name = \"Log\"\n".utf8)
    #expect(try watched.wait(.milliseconds(300)).map(\.summary) == ["updated focus: Focus → Log"])
    try file.close()
    #expect(try watched.told() == [])
  }

  @Test func `a file with errors is read later`() throws {
    try watched.write("name = \"Ha", to: focus)
    #expect(try watched.wait(.milliseconds(299)).isEmpty)
    try watched.write("name = \"Half\"\n", to: focus)
    #expect(try watched.told() == ["updated focus: Focus → Half"])
    try watched.write("name = ", to: "playlists/new.toml")
    #expect(try watched.wait(.milliseconds(299)).isEmpty)
    try watched.write("", to: "playlists/new.toml")
    #expect(try watched.told() == ["created new at playlists/new.toml"])
  }

  // MARK: Errors

  @Test func `errors are reported once, and so is their correction`() throws {
    try watched.write("name = \n", to: focus)
    #expect(try watched.told() == ["invalid \(focus): toml.expected-value"])
    try watched.write("# The same.\nname = \n", to: focus)
    #expect(try watched.told() == [])
    try watched.write("shufle = true\n", to: focus)
    #expect(try watched.told() == ["invalid \(focus): file.misspelled-key"])
    try watched.write("name = \"Mended\"\n", to: focus)
    #expect(try watched.told() == ["mended \(focus)", "updated focus: Focus → Mended"])
    try watched.write("name = \n", to: focus)
    try watched.write("name = \"Mended\"\n", to: focus)
    #expect(try watched.told() == [])
    try watched.write("name = \n", to: focus)
    _ = try watched.told()
    try watched.write("name = \"Mended\"\n", to: focus)
    #expect(try watched.told() == ["mended \(focus)"])
  }

  @Test func `deleting a file with errors deletes the playlist`() throws {
    try watched.write("name = \n", to: focus)
    _ = try watched.told()
    try watched.remove(focus)
    #expect(try watched.told() == ["deleted focus"])
    try watched.write("name = \n", to: "playlists/new.toml")
    #expect(try watched.told() == ["invalid playlists/new.toml: toml.expected-value"])
    try watched.remove("playlists/new.toml")
    #expect(try watched.told() == ["deleted playlists/new.toml"])
  }

  @Test func `errors at the start are known, and the committed version is used`() throws {
    let watched = try WatchFixture(["playlists/focus.toml": "name = \"Committed\"\n"])
    try watched.write("name = \n", to: focus)
    let late = try StoreTracker(watched.store.store, try DirectoryWatch(), quietTime: .zero)
    #expect(late.faults.map(\.path) == [focus])
    _ = try watched.told()
    try watched.write("name = \"New\"\n", to: focus)
    #expect(try watched.told() == ["mended \(focus)", "updated focus: Committed → New"])
  }

  @Test func `a second file with an id changes nothing until the committed one is removed`() throws {
    try watched.write("name = \"Copy\"\n", to: "playlists/evening/focus.toml")
    #expect(try watched.told() == ["invalid playlists/evening/focus.toml: file.id-clash"])
    try watched.write("name = \"Edited\"\n", to: focus)
    #expect(try watched.told() == ["updated focus: Focus → Edited"])
    try watched.remove(focus)
    #expect(try watched.told() == ["mended playlists/evening/focus.toml", "updated focus: Edited → Copy"])
    try watched.expectUpToDate()
  }

  @Test func `two files with one id, neither committed, change nothing until one is removed`() throws {
    try watched.write("name = \"New\"\n", to: "playlists/new.toml")
    #expect(try watched.told() == ["created new at playlists/new.toml"])
    try watched.write("name = \"Copy\"\n", to: "playlists/evening/new.toml")
    #expect(
      try watched.told() == [
        "invalid playlists/evening/new.toml: file.id-clash", "invalid playlists/new.toml: file.id-clash",
      ])
    try watched.remove("playlists/new.toml")
    #expect(try watched.told() == ["mended playlists/evening/new.toml", "updated new: New → Copy"])
    try watched.expectUpToDate()
  }

  // syncthing 8276
  @Test func `a conflict copy is reported, and is no playlist`() throws {
    let copy = "playlists/focus.sync-conflict-20240102-030405-ABCDEFG.toml"
    try watched.write("name = \"Copy\"\n", to: copy)
    #expect(try watched.told() == ["invalid \(copy): file.conflict-copy"])
    try watched.remove(copy)
    #expect(try watched.told() == ["deleted \(copy)"])
    try watched.expectUpToDate()
  }

  @Test func `invalid names, links and misplaced directories are reported`() throws {
    try watched.write("", to: "playlists/No Id.toml")
    #expect(try watched.told() == ["invalid playlists/No Id.toml: file.invalid-name"])
    try watched.remove("playlists/No Id.toml")
    try watched.remove(focus)
    try watched.store.sandbox.makeLink(focus, to: "/etc/hostname")
    #expect(try watched.told() == ["deleted playlists/No Id.toml", "invalid \(focus): file.not-a-file"])
    try watched.remove(focus)
    try watched.write("name = \"Focus\"\nepisodes = [\"a/1\"]\n", to: focus)
    #expect(try watched.told() == ["mended \(focus)"])
  }
}
