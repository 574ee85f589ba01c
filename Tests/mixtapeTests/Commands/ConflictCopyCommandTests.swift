import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// What commands say about conflict copies (syncthing 8276).
@Suite struct ConflictCopyCommandTests {
  private static let copy = "playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml"

  @Test func `a conflict copy is named with its playlist and what to do`() throws {
    try CommandFixture().expect(
      #"""
      $ sed 's/Calm/Still/' playlists/evening/calm.toml > playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml
      $ mixtape check playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml
      playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml: error: this is a conflict copy of calm, made by Syncthing, and is ignored
      ! Checked 0 files: 1 error and 0 warnings.
      ! hint: `diff 'playlists/evening/calm.toml' 'playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml'` compares calm with the copy
      ! hint: `rm 'playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml'` keeps calm as it is, and `mv 'playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml' 'playlists/evening/calm.toml'` replaces it by the copy
      [65]
      $ mixtape rename morning "To Work"
      Renamed morning to "To Work".
      ! warning: playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml is a copy of calm that Syncthing made after a conflict; it is ignored
      ! hint: `mixtape check` shows what to do
      $ mixtape diff
      ! warning: playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml is a copy of calm that Syncthing made after a conflict; it is ignored
      ! hint: `mixtape check` shows what to do
      ! No differences.
      $ mixtape doctor
      warning files: 1 conflict copy of other programs: playlists/evening/calm.sync-conflict-20240102-030405-ABCDEFG.toml
              Run `mixtape check`, which shows what to do.
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      """#)
  }

  @Test func `status lists conflict copies apart from files with errors`() throws {
    let fixture = try CommandFixture()
    try fixture.sandbox.write("", to: "playlists/evening/calm (Ann's conflicted copy 2024-01-02).toml")
    let status = fixture.mixtape(["status"])
    #expect(
      status.output.contains(
        """

        Conflict copies of other programs, ignored (`mixtape check` shows what to do):
          playlists/evening/calm (Ann's conflicted copy 2024-01-02).toml  of calm, by Dropbox

        """), "\(status.output)")
    #expect(!status.output.contains("Files with errors"))
    let json = fixture.mixtape(["status", "--json"]).output
    #expect(json.contains("\"conflictCopyOf\": \"playlists/evening/calm.toml\""), "\(json)")
  }

  @Test(arguments: [".", "playlists"])
  func `the commands work in the directory of the shell`(directory: String) throws {
    let fixture = try CommandFixture()
    let original = "playlists/evening/calm.toml"
    let text = try fixture.text(of: original).replacing("Calm", with: "Still")
    try fixture.sandbox.write(text, to: "playlists/evening/calm (Ann's conflicted copy 2024-01-02).toml")
    let (output, errors) = (CapturedOutput(isTerminal: false), CapturedOutput(isTerminal: false))
    let context = fixture.context(
      input: PreparedInput([], isTerminal: false), output: output, errors: errors,
      in: fixture.sandbox.store.appending(directory).lexicallyNormalized())
    #expect(Mixtape.run(["check"], in: context) == .invalid)
    let commands = errors.text.split(separator: "`").filter { ["diff ", "mv "].contains(where: $0.hasPrefix) }
    #expect(commands.count == 2)
    let shown = try fixture.shell("cd \(directory); \(commands[0])")
    #expect(shown.contains("Still"), "\(shown)")
    #expect(try fixture.shell("cd \(directory); \(commands[1])") == "")
    #expect(try fixture.text(of: original) == text)
    #expect(fixture.mixtape(["check"]).status == .done)
  }

  @Test func `a copy without its playlist can be kept`() throws {
    let fixture = try CommandFixture()
    _ = try fixture.shell("mv playlists/evening/calm.toml '\(Self.copy)'")
    let errors = fixture.mixtape(["check"]).errors
    #expect(
      errors.contains(
        "hint: `mv '\(Self.copy)' 'playlists/evening/calm.toml'` restores calm from the copy, and `rm '\(Self.copy)'` removes the copy\n"
      ),
      "\(errors)")
  }
}
