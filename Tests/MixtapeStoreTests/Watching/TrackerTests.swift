import FileSystem
import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// What is told of changes, with the time in the test's hand.
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

  // MARK: What is told

  @Test func `an edit is told of after the quiet time, with what the playlist was and is`() throws {
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

  @Test func `playlists come, go to another folder, and go`() throws {
    try watched.write("", to: "playlists/new.toml")
    #expect(try watched.told() == ["created new at playlists/new.toml"])
    try watched.rename("playlists/new.toml", to: "playlists/evening/new.toml")
    #expect(try watched.told() == ["moved new to playlists/evening/new.toml"])
    try watched.rename("playlists/evening/new.toml", to: "playlists/evening/newer.toml")
    #expect(try watched.told() == ["deleted new", "created newer at playlists/evening/newer.toml"])
    try watched.remove("playlists/evening/newer.toml")
    #expect(try watched.told() == ["deleted newer"])
  }

  @Test func `other files of the store are told of too`() throws {
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

  @Test func `what only people read is no change of the playlist`() throws {
    try watched.write("# Mine.\nname = \"Focus\"\nepisodes = [\"a/1\"]\n", to: focus)
    #expect(try watched.told() == ["edited \(focus)"])
  }

  @Test func `what is saved as it was is not told of`() throws {
    try watched.write("name = \"Focus\"\nepisodes = [\"a/1\"]\n", to: focus)
    try watched.write("name = \"Other\"\n", to: "playlists/evening/calm.toml")
    try watched.write("name = \"Calm\"\n", to: "playlists/evening/calm.toml")
    #expect(try watched.told() == [])
  }

  @Test func `files that are nobody's playlist are not told of`() throws {
    try watched.write("x", to: "README.md")
    try watched.write("x = ", to: "other.toml")
    try watched.write("x = ", to: "playlists/.hidden.toml")
    try watched.write("x = ", to: "playlists/focus.toml~")
    try watched.makeDirectory("playlists/.cache")
    try watched.write("x = ", to: "playlists/.cache/a.toml")
    #expect(try watched.told() == [])
  }

  @Test func `what this store writes itself is told of once`() throws {
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

  @Test func `only the file that was heard of is read`() throws {
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
    // vim: a probe, the old file aside, a new one, and the old one away.
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
    try FileManager.default.createSymbolicLink(
      atPath: watched.store.sandbox.store.appending("playlists/.#focus.toml").string, withDestinationPath: "me@here.1")
    try watched.write("name = \"Sed\"\n", to: focus + "~")
    try watched.write("name = \"Emacs\"\n", to: focus)
    try watched.remove("playlists/.#focus.toml")
    #expect(try watched.told() == ["updated focus: Sed → Emacs"])
  }

  @Test func `a file that is gone for a moment was not gone`() throws {
    try watched.remove(focus)
    #expect(try watched.wait(.milliseconds(50)).isEmpty)
    try watched.write("name = \"Back\"\n", to: focus)
    #expect(try watched.told() == ["updated focus: Focus → Back"])
  }

  @Test func `a file that is still open is waited for`() throws {
    let file = try watched.open(focus)
    try file.writeAll("name = \"Ha\"\n".utf8)
    #expect(try watched.wait(.milliseconds(250)).isEmpty)
    try file.writeAll("episodes = [\"a/1\"]\n".utf8)
    #expect(try watched.wait(.milliseconds(250)).isEmpty)
    try file.close()
    #expect(try watched.wait(.milliseconds(100)).map(\.summary) == ["updated focus: Focus → Ha"])
  }

  @Test func `a file that stays open is read when it has been still`() throws {
    let file = try watched.open(focus)
    try file.writeAll("name = \"Log\"\n".utf8)
    #expect(try watched.wait(.milliseconds(300)).map(\.summary) == ["updated focus: Focus → Log"])
    try file.close()
    #expect(try watched.told() == [])
  }

  @Test func `a file that does not parse is given time`() throws {
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

  @Test func `errors are told of once, and when they are mended`() throws {
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

  @Test func `a file with errors that goes away is a playlist that is gone`() throws {
    try watched.write("name = \n", to: focus)
    _ = try watched.told()
    try watched.remove(focus)
    #expect(try watched.told() == ["deleted focus"])
    try watched.write("name = \n", to: "playlists/new.toml")
    #expect(try watched.told() == ["invalid playlists/new.toml: toml.expected-value"])
    try watched.remove("playlists/new.toml")
    #expect(try watched.told() == [])
  }

  @Test func `what is wrong at the beginning is known, and the committed version answers`() throws {
    let watched = try WatchFixture(["playlists/focus.toml": "name = \"Committed\"\n"])
    try watched.write("name = \n", to: focus)
    let late = try StoreTracker(watched.store.store, try DirectoryWatch(), quietTime: .zero)
    #expect(late.faults.map(\.path) == [focus])
    _ = try watched.told()
    try watched.write("name = \"New\"\n", to: focus)
    #expect(try watched.told() == ["mended \(focus)", "updated focus: Committed → New"])
  }

  @Test func `two files with one id leave the playlist as it was until one is gone`() throws {
    try watched.write("name = \"Copy\"\n", to: "playlists/evening/focus.toml")
    #expect(
      try watched.told() == [
        "invalid playlists/evening/focus.toml: file.id-clash", "invalid \(focus): file.id-clash",
      ])
    try watched.write("name = \"Unseen\"\n", to: focus)
    #expect(try watched.told() == [])
    try watched.remove(focus)
    #expect(
      try watched.told() == ["mended playlists/evening/focus.toml", "updated focus: Focus → Copy"])
    try watched.expectUpToDate()
  }

  @Test func `a file that is edited while another takes its id is in a clash like any other`() throws {
    try watched.write("name = \"Edited\"\n", to: focus)
    try watched.write("name = \"Copy\"\n", to: "playlists/evening/focus.toml")
    #expect(
      try watched.told() == [
        "invalid playlists/evening/focus.toml: file.id-clash", "invalid \(focus): file.id-clash",
      ])
    try watched.expectUpToDate()
  }

  @Test func `names that are no ids, links and directories in the way are told of`() throws {
    try watched.write("", to: "playlists/No Id.toml")
    #expect(try watched.told() == ["invalid playlists/No Id.toml: file.invalid-name"])
    try watched.remove("playlists/No Id.toml")
    try watched.remove(focus)
    try FileManager.default.createSymbolicLink(
      atPath: watched.store.sandbox.store.appending(focus).string, withDestinationPath: "/etc/hostname")
    #expect(try watched.told() == ["invalid \(focus): file.not-a-file"])
    try watched.remove(focus)
    try watched.write("name = \"Focus\"\nepisodes = [\"a/1\"]\n", to: focus)
    #expect(try watched.told() == ["mended \(focus)"])
  }
}
