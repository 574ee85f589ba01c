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
}
