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
      $ mixtape diff nonsense
      ! error: there is no revision "nonsense"
      ! hint: `mixtape history` lists the revisions
      [66]
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
