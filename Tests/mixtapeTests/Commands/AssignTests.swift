import Testing

@testable import mixtape

@Suite struct AssignTests {
  @Test func `episodes are added to and removed from several playlists as one change`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape assign night-sky/auroras night-sky/comets --to calm --from morning --create "Sky Only"
      Added 2 episodes to calm and sky-only, removed them from morning.
      $ mixtape containing night-sky/auroras --by-hand
      *  calm      Calm
      *  sky-only  Sky Only
      $ mixtape undo
      Undone: Add 2 episodes to calm and sky-only, remove them from morning
      ! Next undo: nothing
      ! Next redo: Add 2 episodes to calm and sky-only, remove them from morning
      ! hint: `mixtape redo` redoes it
      $ mixtape assign night-sky/auroras --to morning
      ! Nothing to change: the playlists already have this assignment.
      [1]
      $ mixtape assign night-sky/auroras
      ! error: no playlist is given; use --to, --from or --create
      ! Usage: mixtape assign <episode> ... [--to <id> ...] [--from <id> ...] [--create <name> ...] [--missing] [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape assign --help' for more information.
      [64]
      $ mixtape assign night-sky/auroras --to calm --from calm
      ! error: calm is given with --to and with --from
      ! hint: use one of them
      [64]
      $ mixtape assign night-sky/aurora --create Calm --missing
      ! warning: the library has no episode night-sky/aurora; it is added anyway
      ! hint: did you mean night-sky/auroras?
      ! error: a playlist with the id calm already exists
      ! hint: use another name, or `--to` for an existing playlist; `mixtape create` has `--id`
      [73]
      $ mixtape assign night-sky/auroras --create '!'
      ! error: no id can be made from the name "!"
      ! hint: use another name, or `--to` for an existing playlist; `mixtape create` has `--id`
      [64]
      """#)
  }
}
