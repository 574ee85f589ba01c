import TestSupport
import Testing

@testable import mixtape

@Suite struct DiffTests {
  @Test func `diff lists added, removed and moved episodes`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape diff
      ! No differences.
      $ mixtape add morning night-sky/comets --at 1
      Added 1 episode to morning.
      $ mixtape remove morning night-sky/gone
      Removed night-sky/gone from morning.
      $ mixtape reorder morning 3 --to 1
      Moved 1 episode of morning.
      $ mixtape diff morning @{3}
      Morning Commute (morning)
        -  3  night-sky/gone
        ~  1  Auroras (night-sky/auroras) moved from 2 to 1
        +  2  Comets (night-sky/comets)
      $ mixtape diff @{1}
      Morning Commute (morning)
        ~  1  Auroras (night-sky/auroras) moved from 3 to 1
      $ mixtape diff calm @{0}
      ! No differences.
      """#)
  }

  @Test func `diff lists changed fields and conditions`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape move calm /
      Moved calm to the top.
      $ mixtape describe calm 'Two lines'
      Changed the description of calm.
      $ sed -i 's/25/"2 GB"/; s/search.*/seed = 7/; s/duration < 30 min/bpm < 90/; s/"-dateAdded", "title"/"random"/' playlists/fresh.toml
      $ sed -i 's/$/\nconditions = []/' playlists/empty.toml
      $ mixtape diff HEAD~3
      Still (calm)
        folder       evening → the top
        name         "Calm" → "Still"
        description  none → "Two lines"

      Nothing Yet (empty)
        conditions  none → an empty list

      Fresh (fresh)
        search  "sky" → none
        sort    -dateAdded, title → random
        limit   25 episodes → 2 GB
        seed    none → 7
        -  2  condition: duration < 30 min
        +  2  condition: bpm < 90
      """#)
  }

  @Test func `diff and undo show a file that was renamed by hand as renamed`() throws {
    try CommandFixture().expect(
      #"""
      $ mv playlists/evening/calm.toml playlists/evening/still.toml
      $ mixtape diff
      Calm (still), renamed from calm
      $ mixtape undo --dry-run
      Would undo: Rename calm to still by hand (not committed yet)
      Calm (calm), renamed from still
      ! Nothing was changed. Next undo would be: nothing
      ! Next redo would be: Rename calm to still by hand
      $ mixtape rename still Silence
      Renamed still to "Silence".
      ! note: committed a hand edit: Rename calm to still by hand
      $ mixtape diff still @{2}
      Silence (still), renamed from calm
        name  "Calm" → "Silence"
      $ mixtape show calm --at HEAD
      ! error: there was no playlist calm at "HEAD"
      ! hint: `mixtape history calm` lists its revisions
      [66]
      $ mixtape diff @{2}
      Silence (still), renamed from calm
        name  "Calm" → "Silence"
      """#)
  }

  @Test func `diff lists created and deleted playlists`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create Later --description Soon
      Created later.
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` restores it
      $ mixtape diff @{2}
      Calm (calm), deleted
        folder  evening
        -  1  Winter (four-seasons/winter)

      Later (later), created
        description  "Soon"
      """#)
  }

  @Test func `diff says which file has errors, and which one was deleted`() throws {
    let fixture = try CommandFixture()
    _ = try fixture.shell("echo 'shufle = true' >> playlists/evening/calm.toml")
    _ = try fixture.shell("mv playlists/evening/calm.toml playlists/")
    let moved = fixture.mixtape(["diff"]).output
    #expect(moved.contains("playlists/calm.toml was created, and has errors; the differences of its text:\n"))
    #expect(moved.contains("playlists/evening/calm.toml was deleted; the differences of its text:\n"))
    _ = try fixture.shell("git add -A; git commit -qm Errors; rm playlists/calm.toml")
    #expect(fixture.mixtape(["diff"]).output.hasPrefix("playlists/calm.toml was deleted, and had errors; the"))
  }

  @Test func `diff shows comments, files with errors, the library and other files`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '# mine\n' >> playlists/empty.toml
      $ printf 'shufle = true\n' >> playlists/evening/calm.toml
      $ sed -i 's/Comets/Comets!/; s/Night Sky Radio/Night Sky/' library/night-sky.toml
      $ printf '\n[[episodes]]\nid = "spring"\n' >> library/four-seasons.toml
      $ printf '# mine\n' >> mixtape.toml
      $ mixtape diff
      The Four Seasons (album four-seasons)
        +  2  spring (four-seasons/spring)

      Night Sky (podcast night-sky)
        changed: title
        ~  Comets! (night-sky/comets) changed: title

      diff --git a/mixtape.toml b/mixtape.toml
      index commit-1..commit-2 100644
      --- a/mixtape.toml
      +++ b/mixtape.toml
      @@ -1,2 +1,3 @@
       # This directory is a Mixtape store.
       format = 1
      +# mine

      Nothing Yet (empty)
        differs only in comments, spacing or ignored keys; `--git` shows the text

      playlists/evening/calm.toml has errors; the differences of its text:
      diff --git a/playlists/evening/calm.toml b/playlists/evening/calm.toml
      index commit-3..commit-4 100644
      --- a/playlists/evening/calm.toml
      +++ b/playlists/evening/calm.toml
      @@ -1,2 +1,3 @@
       name = "Calm"
       episodes = ["four-seasons/winter"]
      +shufle = true
      """#)
  }

  @Test func `text for people is colored`() throws {
    let fixture = try CommandFixture()
    fixture.isTerminal = true
    try fixture.expect(
      #"""
      $ mixtape rename morning Early
      Renamed ␛[1mmorning␛[0m to "Early".
      $ mixtape remove morning 2
      Removed night-sky/auroras from ␛[1mmorning␛[0m.
      $ mixtape diff morning @{2} --no-pager
      ␛[1mEarly␛[0m (morning)
        ␛[2mname␛[0m  ␛[31m"Morning Commute"␛[0m → ␛[32m"Early"␛[0m
        ␛[31m-␛[0m  ␛[2m2␛[0m  Auroras ␛[2m(night-sky/auroras)␛[0m
      """#)
  }

  @Test func `JSON contains the changed fields and the patch`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape move calm late
      Moved calm to late.
      $ mixtape diff calm @{2} --json
      [
        {
          "path": "playlists/late/calm.toml",
          "oldPath": "playlists/evening/calm.toml",
          "status": "moved",
          "playlist": "calm",
          "podcast": null,
          "changes": {
            "fields": [
              {
                "field": "folder",
                "old": "evening",
                "new": "late"
              },
              {
                "field": "name",
                "old": "Calm",
                "new": "Still"
              }
            ],
            "episodes": {
              "added": [],
              "removed": [],
              "moved": []
            }
          },
          "patch": "diff --git a/playlists/evening/calm.toml b/playlists/evening/calm.toml\ndeleted file mode 100644\nindex commit-1..0000000\n--- a/playlists/evening/calm.toml\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-name = \"Calm\"\n-episodes = [\"four-seasons/winter\"]\ndiff --git a/playlists/late/calm.toml b/playlists/late/calm.toml\nnew file mode 100644\nindex 0000000..commit-2\n--- /dev/null\n+++ b/playlists/late/calm.toml\n@@ -0,0 +1,2 @@\n+name = \"Still\"\n+episodes = [\"four-seasons/winter\"]\n"
        }
      ]
      $ sed -i 's/3723/3724/' library/night-sky.toml
      $ mixtape diff --git --json
      [
        {
          "path": "library/night-sky.toml",
          "oldPath": null,
          "status": "modified",
          "playlist": null,
          "podcast": "night-sky",
          "changes": {
            "fields": [],
            "episodes": {
              "added": [],
              "removed": [],
              "moved": [],
              "changed": [
                {
                  "episode": "night-sky/comets",
                  "fields": [
                    "duration"
                  ]
                }
              ]
            }
          },
          "patch": "diff --git a/library/night-sky.toml b/library/night-sky.toml\nindex commit-3..commit-4 100644\n--- a/library/night-sky.toml\n+++ b/library/night-sky.toml\n@@ -8,4 +8,4 @@ duration = 1834\n [[episodes]]\n id = \"comets\"\n title = \"Comets\"\n-duration = 3723\n+duration = 3724\n"
        }
      ]
      """#)
  }

  @Test func `habits of git diff are explained`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape diff HEAD~3..HEAD
      ! error: there is no revision "HEAD~3..HEAD"
      ! hint: write a range as two revisions: `mixtape diff HEAD~3 HEAD`
      [66]
      $ mixtape diff calm HEAD~1...
      ! error: there is no revision "HEAD~1..."
      ! hint: write a range as two revisions: `mixtape diff HEAD~1 HEAD`
      [66]
      $ mixtape diff HEAD calm
      ! error: there is no revision "calm"
      ! hint: a playlist or podcast precedes the revisions: `mixtape diff calm HEAD`
      [66]
      $ mixtape diff HEAD HEAD calm
      ! error: there is no playlist or podcast with the name "HEAD"
      ! hint: a playlist or podcast precedes the revisions: `mixtape diff calm HEAD HEAD`
      [66]
      """#)
  }

  @Test func `diff with a date`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape diff '2026-03-01 07:01'
      Still (calm)
        name  "Calm" → "Still"
      $ mixtape diff today
      ! No differences.
      $ mixtape diff yesterday
      ! error: there is no revision "yesterday": history begins at 2026-03-01 07:01
      [66]
      $ mixtape diff calm @{9}
      ! error: there is no revision "@{9}": the oldest version is @{1}
      [66]
      """#)
  }
}
