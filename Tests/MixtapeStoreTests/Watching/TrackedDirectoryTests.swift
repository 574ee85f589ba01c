import FileSystem
import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Events if directories are added and removed, and if the system loses events.
@Suite struct TrackedDirectoryTests {
  private let watched: WatchFixture

  init() throws {
    watched = try WatchFixture([
      "playlists/focus.toml": "name = \"Focus\"\n", "playlists/evening/calm.toml": "name = \"Calm\"\n",
      "playlists/evening/late/night.toml": "name = \"Night\"\n",
    ])
  }

  @Test func `files made in a new directory before its watch are found`() throws {
    try watched.makeDirectory("playlists/a/b/c")
    try watched.write("", to: "playlists/a/b/c/deep.toml")
    #expect(try watched.told() == ["created deep at playlists/a/b/c/deep.toml"])
    try watched.write("name = \"Later\"\n", to: "playlists/a/b/c/deep.toml")
    #expect(try watched.told() == ["updated deep: Deep → Later"])
    try watched.makeDirectory("playlists/a/b/d")
    #expect(try watched.told() == [])
    try watched.write("", to: "playlists/a/b/d/more.toml")
    #expect(try watched.told() == ["created more at playlists/a/b/d/more.toml"])
  }

  @Test func `a renamed directory moves its playlists`() throws {
    try watched.rename("playlists/evening", to: "playlists/night")
    #expect(
      try watched.told() == [
        "moved calm to playlists/night/calm.toml", "moved night to playlists/night/late/night.toml",
      ])
    try watched.write("name = \"Still Heard\"\n", to: "playlists/night/late/night.toml")
    #expect(try watched.told() == ["updated night: Night → Still Heard"])
  }

  @Test func `directories that change places are read again`() throws {
    try watched.makeDirectory("playlists/day")
    try watched.write("name = \"Noon\"\n", to: "playlists/day/noon.toml")
    _ = try watched.told()
    try watched.rename("playlists/day", to: "playlists/aside")
    try watched.rename("playlists/evening", to: "playlists/day")
    try watched.rename("playlists/aside", to: "playlists/evening")
    #expect(
      try watched.told() == [
        "moved calm to playlists/day/calm.toml", "moved night to playlists/day/late/night.toml",
        "moved noon to playlists/evening/noon.toml",
      ])
    try watched.write("name = \"Twelve\"\n", to: "playlists/evening/noon.toml")
    #expect(try watched.told() == ["updated noon: Noon → Twelve"])
    try watched.expectUpToDate()
  }

  @Test func `a directory moved out of the store removes its playlists`() throws {
    try watched.rename("playlists/evening", to: "../elsewhere")
    #expect(try watched.told() == ["deleted calm", "deleted night"])
    try watched.write("name = \"Unheard\"\n", to: "../elsewhere/calm.toml")
    #expect(try watched.told() == [])
  }

  @Test func `the directory of playlists may be removed and created again`() throws {
    try watched.remove("playlists")
    #expect(try watched.told() == ["deleted calm", "deleted focus", "deleted night"])
    try watched.makeDirectory("playlists")
    #expect(try watched.told() == [])
    try watched.write("", to: "playlists/again.toml")
    #expect(try watched.told() == ["created again at playlists/again.toml"])
    try watched.remove("playlists")
    try watched.makeDirectory("playlists")
    try watched.write("name = \"At Once\"\n", to: "playlists/again.toml")
    #expect(try watched.told() == ["updated again: Again → At Once"])
  }

  @Test func `after an overflow everything is read again`() throws {
    try watched.write("name = \"Missed\"\n", to: "playlists/focus.toml")
    try watched.write("", to: "playlists/evening/new.toml")
    try watched.remove("playlists/evening/late/night.toml")
    try watched.makeDirectory("playlists/unseen")
    try watched.miss()
    watched.hear(.overflow)
    #expect(
      try watched.told() == [
        "updated focus: Focus → Missed", "created new at playlists/evening/new.toml", "deleted night",
      ])
    try watched.write("", to: "playlists/unseen/seen.toml")
    #expect(try watched.told() == ["created seen at playlists/unseen/seen.toml"])
  }

  @Test(arguments: ["playlists", "playlists/evening"]) func `a lost watch is replaced`(_ path: String) throws {
    try watched.write("name = \"Missed\"\n", to: "playlists/evening/calm.toml")
    try watched.miss()
    // The number is the system's. Another watch of the same directory has another number.
    let other = try DirectoryWatch()
    var directories = WatchedDirectories(of: watched.store.sandbox.store, other)
    #expect(try directories.replace(with: ["", path]))
    let id = try #require(try other.add(watched.store.sandbox.store.appending(path)))
    #expect(directories.place(of: .lost(id)) == .directory(path))
    #expect(directories.place(of: .lost(id)) == nil)
    watched.hear(.overflow)
    #expect(try watched.told() == ["updated calm: Calm → Missed"])
  }

  @Test func `a removed store ends the watch`() throws {
    try FileManager.default.moveItem(
      atPath: watched.store.sandbox.store.string, toPath: watched.store.sandbox.root.appending("moved").string)
    expectError(.noStore, .file(watched.store.sandbox.store.string)) { _ = try watched.told() }
  }

  @Test func `after random changes the watch equals a new one`() throws {
    var generator = SeededGenerator()
    for round in 1...40 {
      let count = Int.random(in: 1...6, using: &generator)
      for _ in 0..<count {
        try RandomFileChange(in: watched, using: &generator)
        // Time may pass between the steps of a change.
        if Int.random(in: 0..<3, using: &generator) == 0 { _ = try watched.wait(.milliseconds(120)) }
      }
      _ = try watched.told()
      try watched.expectUpToDate("round \(round), \(generator)")
    }
  }
}

/// A change to the files of a store by a user or an editor. Impossible changes are skipped.
private struct RandomFileChange {
  private let watched: WatchFixture

  @discardableResult
  init(in watched: WatchFixture, using generator: inout SeededGenerator) throws {
    self.watched = watched
    let directories = ["playlists", "playlists/a", "playlists/a/b", "playlists/c", "library", "playlists/D d"]
    let names = ["one.toml", "two.toml", "three.toml", "Not An Id.toml", "notes.txt", ".hidden.toml"]
    func any(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    func path() -> String { "\(any(directories))/\(any(names))" }
    let texts = ["", "name = \"\(Int.random(in: 0..<5, using: &generator))\"\n", "name = ", "# Only a comment.\n"]
    let (place, other, text) = (path(), path(), any(texts))
    attempt {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0...2: try watched.write(text, to: place)
      case 3:
        try watched.write(text, to: "playlists/temporary")
        try watched.rename("playlists/temporary", to: place)
      case 4: try watched.rename(place, to: other)
      case 5: try watched.remove(place)
      case 6: try watched.makeDirectory(any(directories))
      case 7: try watched.rename(any(directories), to: any(directories))
      default: try watched.remove(any(directories))
      }
    }
  }

  /// Makes a change and ignores its errors: random changes often fail, for example a renaming of a missing file.
  private func attempt(_ change: () throws -> Void) {
    do { try change() } catch {}
  }
}
