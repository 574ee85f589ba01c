import Testing

@Suite struct DiffTests {
  @Test func `what was edited by hand`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape diff
      ! No differences.
      $ printf '# mine\n' >> playlists/empty.toml
      $ mixtape diff
      diff --git a/playlists/empty.toml b/playlists/empty.toml
      index commit-1..commit-2 100644
      --- a/playlists/empty.toml
      +++ b/playlists/empty.toml
      @@ -1 +1,2 @@
       name = "Nothing Yet"
      +# mine
      $ mixtape diff empty
      diff --git a/playlists/empty.toml b/playlists/empty.toml
      index commit-1..commit-2 100644
      --- a/playlists/empty.toml
      +++ b/playlists/empty.toml
      @@ -1 +1,2 @@
       name = "Nothing Yet"
      +# mine
      $ mixtape diff calm
      ! No differences.
      """#)
  }

  @Test func `between revisions`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape rename morning Early
      Renamed morning to "Early".
      $ mixtape diff HEAD~2 HEAD
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

      $ mixtape diff calm HEAD~2
      diff --git a/playlists/evening/calm.toml b/playlists/evening/calm.toml
      index commit-1..commit-2 100644
      --- a/playlists/evening/calm.toml
      +++ b/playlists/evening/calm.toml
      @@ -1,2 +1,2 @@
      -name = "Calm"
      +name = "Still"
       episodes = ["four-seasons/winter"]
      $ mixtape diff calm HEAD~1 HEAD
      ! No differences.
      """#)
  }

  @Test func `a playlist that never was, and one that is deleted`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape diff clam
      ! error: there is neither a playlist nor a revision clam
      ! hint: did you mean calm?
      ! hint: `mixtape list` shows the playlists, and `mixtape history` the revisions
      [66]
      $ mixtape diff clam HEAD
      ! error: there is neither a playlist nor a revision clam
      ! hint: did you mean calm?
      ! hint: `mixtape list` shows the playlists, and `mixtape history` the revisions
      [66]
      $ mixtape diff clam HEAD HEAD
      ! error: there is no playlist clam
      ! hint: did you mean calm?
      ! hint: `mixtape list` shows those there are
      [66]
      $ mixtape diff HEAD~99
      ! error: there is no revision "HEAD~99"
      ! hint: `mixtape history` lists the revisions
      [66]
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` brings it back
      $ mixtape diff calm
      ! No differences.
      $ mixtape diff calm HEAD HEAD
      ! No differences.
      $ mixtape diff calm HEAD~1 HEAD
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
      $ mixtape diff far-away
      ! error: there is neither a playlist nor a revision far-away
      ! hint: `mixtape list` shows the playlists, and `mixtape history` the revisions
      [66]
      $ mixtape diff far-away other
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
      $ mixtape diff new HEAD HEAD
      ! No differences.
      """#)
  }

  @Test func `JSON has the patch`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape diff calm HEAD~1 --json
      [
        {
          "path": "playlists/evening/calm.toml",
          "status": "modified",
          "patch": "diff --git a/playlists/evening/calm.toml b/playlists/evening/calm.toml\nindex commit-1..commit-2 100644\n--- a/playlists/evening/calm.toml\n+++ b/playlists/evening/calm.toml\n@@ -1,2 +1,2 @@\n-name = \"Calm\"\n+name = \"Still\"\n episodes = [\"four-seasons/winter\"]\n"
        }
      ]
      """#)
  }
}
