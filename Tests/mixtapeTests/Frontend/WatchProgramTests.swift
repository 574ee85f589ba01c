import TestSupport
import Testing

/// `mixtape watch` as a process.
@Suite(.timeLimit(.generous))
struct WatchProgramTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    fixture.putProgramInPath()
  }

  /// Runs a bash script beside a watch, whose process id is `$watch`. In the script, `hear` waits for the next line of the watch
  /// and prints it.
  private func beside(_ watch: String, _ script: String) throws -> String {
    try fixture.sandbox.write(
      """
      # With job control, what runs in the background hears of interrupts too.
      set -m
      mkfifo ../lines
      \(watch) > ../lines &
      watch=$!
      exec 3< ../lines
      hear() { IFS= read -r line <&3 && sed -E 's/"time":"[^"]*",//; s/"playlist".*/…/; s/[0-9a-f]{40}/COMMIT/' <<< "$line"; }
      hear > ../first
      \(script)

      """, to: "../beside.bash")
    return try fixture.shell("bash ../beside.bash 2>&1")
  }

  @Test(arguments: ["TERM", "INT", "HUP"])
  func `watch prints events at once and commits before a signal ends it`(_ signal: String) throws {
    let heard = try beside(
      "mixtape watch --json",
      """
      sed -i 's/Calm/Still/' playlists/evening/calm.toml
      hear
      kill -\(signal) $watch
      hear
      hear || echo end
      wait $watch; echo $?
      """)
    #expect(
      heard == """
        {"event":"updated","path":"playlists/evening/calm.toml","id":"calm","changed":["name"],…
        {"event":"committed","commit":"COMMIT","subject":"Edit calm by hand","paths":["playlists/evening/calm.toml"]}
        end
        0

        """)
    #expect(try fixture.sandbox.status() == [])
  }

  @Test func `without capture, nothing is committed`() throws {
    let heard = try beside(
      "mixtape watch --json --no-capture",
      "echo '# Mine.' >> playlists/fresh.toml; hear; kill $watch; hear || echo end; git status --short")
    #expect(heard.hasSuffix("\"kind\":\"edited\"}\nend\n M playlists/fresh.toml\n"))
  }

  @Test func `changes of another process are reported and not committed again`() throws {
    let heard = try beside(
      "mixtape watch",
      "mixtape rename calm Still; hear | cut -c11-; kill $watch; hear || echo end; git log --format=%s -1")
    #expect(
      heard == """
        Renamed calm to "Still".
        calm: renamed to "Still"
        end
        Rename calm to "Still"

        """)
  }

  @Test func `nothing is committed after mixtape-toml was deleted`() throws {
    let heard = try beside(
      "mixtape watch --json",
      "rm mixtape.toml; hear; kill $watch; hear || echo end; git status --short")
    #expect(heard.hasPrefix("{\"event\":\"file\",\"path\":\"mixtape.toml\",\"kind\":\"deleted\"}\n"))
    #expect(heard.hasSuffix("end\n D mixtape.toml\n"))
  }

  @Test func `the first line reports the start, and then earlier hand edits are committed`() throws {
    try fixture.sandbox.write("name = \"Before\"\n", to: "playlists/before.toml")
    let heard = try beside("mixtape watch --json", "hear; kill $watch; hear || echo end; cat ../first")
    #expect(
      heard == """
        {"event":"committed","commit":"COMMIT","subject":"Create before by hand","paths":["playlists/before.toml"]}
        end
        {"event":"started","store":"\(fixture.sandbox.store)"}

        """)
  }
}
