import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct InitTests {
  @Test func `init does not change an existing store`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape init ../new
      Created a store in ROOT/new.
      ! hint: `mixtape create "Morning Commute"` creates the first playlist
      $ ls -A ../new
      .git
      .gitattributes
      mixtape.toml
      $ mixtape init ../new
      ! error: a store already exists in ROOT/new; nothing was changed
      [73]
      $ mixtape init --store ../other/place
      Created a store in ROOT/other/place.
      ! hint: `mixtape create "Morning Commute"` creates the first playlist
      $ mixtape init a --store b
      ! error: the directory is given twice: use either the argument or --store
      ! Usage: mixtape init [<dir>] [--from <dir>] [--here] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape init --help' for more information.
      [64]
      """#)
  }

  @Test func `init says how to bring back a store's file`() throws {
    try CommandFixture().expect(
      #"""
      $ rm mixtape.toml
      $ mixtape init --store .
      ! error: STORE is a store whose mixtape.toml was deleted; nothing was changed
      ! hint: `git -C 'STORE' checkout HEAD -- mixtape.toml` brings it back
      [73]
      """#)
  }

  @Test func `init imports the files of a directory`() throws {
    try CommandFixture().expect(
      #"""
      $ mkdir -p ../origin/playlists
      $ cp playlists/morning.toml ../origin/playlists
      $ mixtape init --from ../origin ../copy
      Created a store in ROOT/copy with 1 playlist and 0 podcasts.
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

  @Test func `a directory without store files cannot be imported`() throws {
    try CommandFixture().expect(
      #"""
      $ mkdir -p ../music/playlists
      $ touch ../music/song.mp3 ../music/playlists/list.m3u
      $ mixtape init --from ../music ../new
      ! error: there is nothing to import from ROOT/music; no store was created
      ! hint: Mixtape imports .toml files from its folders `playlists/`, `library/` and `templates/`
      [66]
      $ mixtape init --from ../music ../music --json
      ! {"error":{"code":"nothing-to-take-in","message":"there is nothing to import from ROOT/music; no store was created","hints":["Mixtape imports .toml files from its folders `playlists/`, `library/` and `templates/`"],"status":66,"diagnostics":[]}}
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

  @Test func `init inside another repository requires --here`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape init deep/inner
      ! error: STORE/deep/inner is inside the git repository STORE; no store was created
      ! hint: the store gets its own repository, and the outer one does not track its files
      ! hint: `--here` creates it anyway
      [64]
      $ ls
      library
      mixtape.toml
      playlists
      $ mixtape init deep/inner --here
      Created a store in STORE/deep/inner.
      ! hint: `mixtape create "Morning Commute"` creates the first playlist
      $ git init -q ../plain
      $ mixtape init ../plain
      Created a store in ROOT/plain.
      ! hint: `mixtape create "Morning Commute"` creates the first playlist
      """#)
  }

  @Test func `init inside a bare repository requires --here`() throws {
    try CommandFixture().expect(
      #"""
      $ git init -q --bare ../bare.git
      $ mixtape init ../bare.git/hooks
      ! error: ROOT/bare.git/hooks is inside the git repository ROOT/bare.git; no store was created
      ! hint: the store gets its own repository, and the outer one does not track its files
      ! hint: `--here` creates it anyway
      [64]
      $ mixtape init ../bare.git
      ! error: ROOT/bare.git is a bare git repository; no store was created
      ! hint: the store gets its own repository, and the outer one does not track its files
      ! hint: `--here` creates it anyway
      [64]
      $ mkdir ../refs ../objects
      $ mixtape init ../plain
      Created a store in ROOT/plain.
      ! hint: `mixtape create "Morning Commute"` creates the first playlist
      """#)
  }

  @Test func `init needs a directory`() throws {
    try CommandFixture().expect(
      #"""
      $ touch ../file
      $ mixtape init ../file
      ! error: ROOT/file is not a directory; no store was created
      [74]
      $ mixtape init ../file/new
      ! error: ROOT/file/new is not a directory; no store was created
      [74]
      """#)
  }

  /// The tests may run as root, who can write everywhere.
  @Test func `a read-only directory is not called a repository`() {
    let cause = GitError(.readOnly, .create, message: "failed to make directory '/s/.mixtape-init'")
    let failure = Init.failure(MixtapeError(.repository, cause: cause), creating: "/s", from: nil)
    let problem = ErrorPresenter.problem(for: failure)
    #expect(problem.message == "/s is not writable; no store was created" && problem.status == .inputOutput)
    #expect(problem.hints == ["`ls -ld '/s'` shows its owner and permissions"])
  }

  @Test(arguments: [("y", true), ("", false), ("n", false)])
  func `init asks on a terminal`(_ answer: String, _ isMade: Bool) throws {
    let fixture = try CommandFixture()
    let store = fixture.sandbox.store
    let outcome = fixture.mixtape(["init", "inner"], input: [answer], isInteractive: true)
    #expect(
      outcome.errors.hasPrefix(
        """
        \(store)/inner is inside the git repository \(store): the store gets its own repository, and the outer one does \
        not track its files.
        Create a store here? [y/N]
        """), "\(outcome.errors)")
    #expect(outcome.status == (isMade ? .done : .nothingToDo))
    #expect(FileManager.default.fileExists(atPath: store.appending("inner/mixtape.toml").string) == isMade)
    // Without a terminal, there is no answer.
    #expect(fixture.mixtape(["init", "other", "--json"], input: ["y"], isInteractive: true).status == .usage)
  }
}
