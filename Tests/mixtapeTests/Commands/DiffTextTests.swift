import TestSupport
import Testing

@Suite struct DiffTextTests {
  @Test func `diff shows hand edits`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape diff --git
      ! No differences.
      $ printf '# mine\n' >> playlists/empty.toml
      $ mixtape diff --git
      diff --git a/playlists/empty.toml b/playlists/empty.toml
      index commit-1..commit-2 100644
      --- a/playlists/empty.toml
      +++ b/playlists/empty.toml
      @@ -1 +1,2 @@
       name = "Nothing Yet"
      +# mine
      $ mixtape diff --git calm
      ! No differences.
      """#)
  }

  /// A patch in a pipe is for `git apply`. Without `--git`, the output is for people, also in a pipe.
  @Test func `control characters are escaped, except in a patch for a program`() throws {
    let fixture = try CommandFixture()
    try fixture.sandbox.write("name = \"\u{1B}[31mred\u{7}\"\r\n", to: "playlists/empty.toml")
    let words = fixture.mixtape(["diff"])
    #expect(words.output.hasSuffix("+name = \"\\u{1B}[31mred\\u{7}\"\\r\n"))
    #expect(fixture.mixtape(["diff", "--git", "--color", "always"]).output.contains("\\u{1B}[31mred\\u{7}\"\\r"))
    let patch = fixture.mixtape(["diff", "--git"]).output
    #expect(patch.hasSuffix("+name = \"\u{1B}[31mred\u{7}\"\r\n"))
    try fixture.sandbox.git("checkout", "-q", "playlists/empty.toml")
    try fixture.sandbox.git("apply", input: patch)
    #expect(fixture.mixtape(["diff", "--git"]).output == patch)
  }

  @Test func `diff between revisions`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape rename morning Early
      Renamed morning to "Early".
      $ mixtape diff --git HEAD~2 HEAD
      diff --git a/playlists/evening/calm.toml b/playlists/evening/calm.toml
      index commit-1..commit-2 100644
      --- a/playlists/evening/calm.toml
      +++ b/playlists/evening/calm.toml
      @@ -1,2 +1,2 @@
      -name = "Calm"
      +name = "Still"
       episodes = ["four-seasons/winter"]
      diff --git a/playlists/morning.toml b/playlists/morning.toml
      index commit-3..commit-4 100644
      --- a/playlists/morning.toml
      +++ b/playlists/morning.toml
      @@ -1,5 +1,5 @@
       # Twenty minutes of tram.
      -name = "Morning Commute"
      +name = "Early"
       description = "Short news first."
       shuffle = false

      $ mixtape diff --git calm HEAD~1 HEAD
      ! No differences.
      """#)
  }

  @Test func `diff of a missing and of a deleted playlist`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape diff --git clam
      ! error: there is neither a playlist, a podcast nor a revision clam
      ! hint: did you mean calm?
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      ! hint: `mixtape history` lists the revisions
      [66]
      $ mixtape diff --git clam HEAD HEAD
      ! error: there is no playlist or podcast clam
      ! hint: did you mean calm?
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      [66]
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` restores it
      $ mixtape diff --git calm
      ! No differences.
      $ mixtape diff --git calm HEAD HEAD
      ! No differences.
      $ mixtape diff --git calm HEAD~1 HEAD
      diff --git a/playlists/evening/calm.toml b/playlists/evening/calm.toml
      deleted file mode 100644
      index commit-1..0000000
      --- a/playlists/evening/calm.toml
      +++ /dev/null
      @@ -1,2 +0,0 @@
      -name = "Calm"
      -episodes = ["four-seasons/winter"]
      $ git switch -q -c other
      $ mixtape create "Far Away"
      Created far-away.
      $ git switch -q main
      $ mixtape diff --git far-away
      ! error: there is neither a playlist, a podcast nor a revision far-away
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      ! hint: `mixtape history` lists the revisions
      [66]
      $ mixtape diff --git far-away other
      diff --git a/playlists/far-away.toml b/playlists/far-away.toml
      deleted file mode 100644
      index commit-2..0000000
      --- a/playlists/far-away.toml
      +++ /dev/null
      @@ -1,4 +0,0 @@
      -name = "Far Away"
      -
      -episodes = [
      -]
      $ printf 'name = "New"\n' > playlists/new.toml
      $ mixtape diff --git new HEAD HEAD
      ! No differences.
      """#)
  }
}
