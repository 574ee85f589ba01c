import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct InitTests {
  @Test func `a store is made once`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape init ../new
      Made a store in ROOT/new.
      ! hint: `mixtape create "Morning Commute"` makes the first playlist
      $ ls -A ../new
      .git
      .gitattributes
      mixtape.toml
      $ mixtape init ../new
      ! error: a store already exists in ROOT/new; nothing was changed
      [73]
      $ mixtape init --store ../other/place
      Made a store in ROOT/other/place.
      ! hint: `mixtape create "Morning Commute"` makes the first playlist
      $ mixtape init a --store b
      ! error: give the directory once: as an argument, or with --store
      ! Usage: mixtape init [<dir>] [--from <dir>] [--here] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape init --help' for more information.
      [64]
      """#)
  }

  @Test func `files of a folder are taken in`() throws {
    try Laboratory().expect(
      #"""
      $ mkdir -p ../origin/playlists
      $ cp playlists/morning.toml ../origin/playlists
      $ mixtape init --from ../origin ../copy
      Made a store in ROOT/copy with 1 playlist and 0 podcasts.
      $ mixtape init --from ../origin ../copy2 --json
      {
        "store": "ROOT/copy2",
        "playlists": 1,
        "podcasts": 0,
        "commit": "commit-1"
      }
      $ mixtape init --from ../nowhere ../copy3
      ! error: there is no directory ROOT/nowhere to import files from
      [66]
      $ printf 'nam = 1\n' > ../origin/playlists/bad.toml
      $ mixtape init --from ../origin ../copy4
      ! playlists/bad.toml:1:1: error: unknown key `nam`
      !   1 | nam = 1
      !     | ^~~
      ! note: did you mean `name`?
      ! error: errors in 1 file to import; no store was created
      [65]
      $ ls ..
      copy
      copy2
      home
      origin
      store
      $ ls ../copy/playlists
      morning.toml
      """#)
  }

  @Test func `a directory without files of a store is nothing to take in`() throws {
    try Laboratory().expect(
      #"""
      $ mkdir -p ../music/playlists
      $ touch ../music/song.mp3 ../music/playlists/list.m3u
      $ mixtape init --from ../music ../new
      ! error: there is nothing to import from ROOT/music; no store was created
      ! hint: Mixtape looks for files that end in .toml, in its folders `playlists/`, `library/` and `templates/`
      [66]
      $ mixtape init --from ../music ../music --json
      ! {"error":{"code":"nothing-to-take-in","message":"there is nothing to import from ROOT/music; no store was created","hints":["Mixtape looks for files that end in .toml, in its folders `playlists/`, `library/` and `templates/`"],"status":66,"diagnostics":[]}}
      [66]
      $ ls -A .. ../music
      ..:
      home
      music
      store

      ../music:
      playlists
      song.mp3
      """#)
  }

  @Test func `inside another repository it has to be wanted`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape init deep/inner
      ! error: STORE/deep/inner lies inside the git repository STORE; no store was created
      ! hint: the store will be a repository of its own, and the outer one will not keep its files
      ! hint: with `--here`, it is created anyway
      [64]
      $ ls
      library
      mixtape.toml
      playlists
      $ mixtape init deep/inner --here
      Made a store in STORE/deep/inner.
      ! hint: `mixtape create "Morning Commute"` makes the first playlist
      $ git init -q ../plain
      $ mixtape init ../plain
      Made a store in ROOT/plain.
      ! hint: `mixtape create "Morning Commute"` makes the first playlist
      """#)
  }

  @Test func `inside a bare repository, too`() throws {
    try Laboratory().expect(
      #"""
      $ git init -q --bare ../bare.git
      $ mixtape init ../bare.git/hooks
      ! error: ROOT/bare.git/hooks lies inside the git repository ROOT/bare.git; no store was created
      ! hint: the store will be a repository of its own, and the outer one will not keep its files
      ! hint: with `--here`, it is created anyway
      [64]
      $ mixtape init ../bare.git
      ! error: ROOT/bare.git is a bare git repository; no store was created
      ! hint: the store will be a repository of its own, and the outer one will not keep its files
      ! hint: with `--here`, it is created anyway
      [64]
      $ mkdir ../refs ../objects
      $ mixtape init ../plain
      Made a store in ROOT/plain.
      ! hint: `mixtape create "Morning Commute"` makes the first playlist
      """#)
  }

  @Test(arguments: [("y", true), ("", false), ("n", false)])
  func `on a terminal it asks`(_ answer: String, _ isMade: Bool) throws {
    let laboratory = try Laboratory()
    let store = laboratory.sandbox.store
    let outcome = laboratory.mixtape(["init", "inner"], input: [answer], isInteractive: true)
    #expect(
      outcome.errors.hasPrefix(
        """
        \(store)/inner lies inside the git repository \(store): the store will be a repository of its own, and the outer \
        one will not keep its files.
        Make a store here? [y/N]
        """), "\(outcome.errors)")
    #expect(outcome.status == (isMade ? .done : .nothingToDo))
    #expect(FileManager.default.fileExists(atPath: store.appending("inner/mixtape.toml").string) == isMade)
    // A program cannot answer.
    #expect(laboratory.mixtape(["init", "other", "--json"], input: ["y"], isInteractive: true).status == .usage)
  }
}
