import TestSupport
import Testing

/// A store whose `mixtape.toml` has a mistake.
@Suite struct SettingsTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  @Test func `a mistake in the settings does not block commands`() throws {
    try fixture.expect(
      #"""
      $ printf 'format = 1\n[player]\nshuffle = "spred"\n' > mixtape.toml
      $ mixtape list --folder evening
      calm  Calm  1 episode  unknown  evening
      ! warning: mixtape.toml:3:11: `shuffle` must be one of "uniform", "spread", "weighted", "grouped", "off"; Mixtape uses the default values of invalid settings
      ! hint: `mixtape check` shows the line
      $ mixtape rename calm Still
      Renamed calm to "Still".
      ! warning: mixtape.toml:3:11: `shuffle` must be one of "uniform", "spread", "weighted", "grouped", "off"; Mixtape uses the default values of invalid settings
      ! hint: `mixtape check` shows the line
      $ git status --short
       M mixtape.toml
      $ mixtape check
      mixtape.toml:3:11: error: `shuffle` must be one of "uniform", "spread", "weighted", "grouped", "off"
        3 | shuffle = "spred"
          |           ^~~~~~~
      note: did you mean `spread`?
      playlists/morning.toml:9:3: warning: the library has no episode night-sky/gone
        9 |   "night-sky/gone",
          |   ^~~~~~~~~~~~~~~~
      ! Checked 8 files: 1 error and 1 warning.
      [65]
      """#)
  }

  @Test func `valid settings apply despite an invalid one`() throws {
    try fixture.sandbox.write("format = 1\nnonsense\n[player]\nshuffle = \"off\"\n", to: "mixtape.toml")
    #expect(fixture.mixtape(["simulate", "calm", "--for", "1 s"]).output.contains("shuffle off"))
  }

  @Test func `without a format, only commands that read succeed`() throws {
    try fixture.expect(
      #"""
      $ printf 'frmat = 1\n' > mixtape.toml
      $ mixtape show empty
      Nothing Yet (empty)
      ! warning: mixtape.toml:1:1: unknown key `frmat`; Mixtape uses the default values of invalid settings
      ! hint: `mixtape check` shows this and 1 other error
      $ mixtape rename calm Still
      ! mixtape.toml:1:1: error: unknown key `frmat`
      !   1 | frmat = 1
      !     | ^~~~~
      ! note: did you mean `format`?
      ! mixtape.toml:1:1: error: `format` is missing; write `format = 1`
      !   1 | frmat = 1
      !     | ^
      ! error: mixtape.toml has errors
      [65]
      $ git log --format=%s
      Create the store
      """#)
  }

  @Test func `an unsupported format version is an error for all commands`() throws {
    try fixture.expect(
      #"""
      $ printf 'format = 2\n' > mixtape.toml
      $ mixtape list
      ! mixtape.toml:1:10: error: this store has format 2; this version of Mixtape supports format 1
      !   1 | format = 2
      !     |          ^
      ! error: mixtape.toml has errors
      [65]
      """#)
  }
}
