import Foundation
import SystemPackage
import TestSupport
import Testing

/// `mixtape play` without a terminal.
@Suite(.timeLimit(.generous)) struct PlayLinesTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    fixture.putProgramInPath()
  }

  /// Returns the output for lines of input, without the times.
  private func play(_ lines: String..., options: String = "", errors: String = "2>&1") throws -> String {
    let input = lines.map { "'\($0)'" }.joined(separator: " ")
    return try fixture.shell(
      "printf '%s\\n' \(input) | mixtape play morning --service simulator --speed 0 \(options) \(errors)"
        + " | sed -E 's/^[0-9:]{8}  //; s/\"time\":\"[^\"]*\",//'")
  }

  /// Puts a script in the place of mpv; by default, one that waits and gets no file.
  private func replaceMPV(by script: String = "cat > /dev/null") throws {
    try fixture.sandbox.write("#!/bin/sh\n\(script)\n", to: "bin/mpv")
    try fixture.sandbox.makeExecutable("bin/mpv")
    fixture.environment["PATH"] = "\(fixture.sandbox.store)/bin:\(fixture.environment["PATH"] ?? "")"
  }

  /// Adds an episode of a third of a second to the library.
  private func writeSilence() throws {
    // A third of a second of silence: 8,000 samples of one byte a second.
    let size: [UInt8] = [0x60, 0x09, 0, 0]
    let format: [UInt8] = [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
    let sound = Array("RIFF".utf8) + [0x84, 0x09, 0, 0] + Array("WAVEfmt ".utf8) + format + Array("data".utf8) + size
    try fixture.sandbox.write(sound + Array(repeating: 0x80, count: 2400), to: "../tone.wav")
    let file = fixture.sandbox.root.appending("tone.wav")
    try fixture.sandbox.write(
      "title = \"Tones\"\n\n[[episodes]]\nid = \"silence\"\nurl = \"file://\(file)\"\n", to: "library/tones.toml")
  }

  @Test func `the player prints events and accepts commands`() throws {
    #expect(
      try play(
        "# first", "status", "pause", "play", "seek 5:50", "status", "seek +5", "status", "queue", "quit",
        options: "--fresh") == """
          warning: 1 episode of morning is missing from the library
          hint: `mixtape check` lists the missing episodes
          Morning Commute: 2 episodes, in order; simulated, without sound
          loading  A Patch Tuesday on a Monday (daily-byte/monday)
          playing  A Patch Tuesday on a Monday (daily-byte/monday)
          playing  A Patch Tuesday on a Monday (daily-byte/monday) at 0:00 / 5:55, round 1, 2 in the queue
          paused  A Patch Tuesday on a Monday (daily-byte/monday)
          playing  A Patch Tuesday on a Monday (daily-byte/monday)
          playing  A Patch Tuesday on a Monday (daily-byte/monday) at 5:50 / 5:55, round 1, 2 in the queue
          playing  A Patch Tuesday on a Monday (daily-byte/monday) at 5:50 / 5:55, round 1, 2 in the queue
          loading  Auroras (night-sky/auroras)
          playing  Auroras (night-sky/auroras)
          playing  Auroras (night-sky/auroras) at 0:00 / 30:34, round 1, 2 in the queue
          0 episodes left in this round
          stopped
          ended; recorded 1 episode as played

          """)
  }

  @Test func `JSON is one object per line`() throws {
    #expect(
      try play(
        "add night-sky/comets", "add night-sky/comets", "stopp", "status", options: "--json", errors: "2>/dev/null")
          == """
          {"event":"started","playlist":"Morning Commute","playlistId":"morning","service":"simulator","shuffle":"off","count":2,"capacity":120}
          {"event":"loading","episode":"daily-byte/monday","title":"A Patch Tuesday on a Monday","artist":null,"album":"Daily Byte","artwork":null,"duration":355.0}
          {"event":"playing","episode":"daily-byte/monday","title":"A Patch Tuesday on a Monday","artist":null,"album":"Daily Byte","artwork":null,"duration":355.0}
          {"event":"done","message":"Added Comets"}
          {"event":"refused","message":"Comets is already in the queue"}
          {"event":"refused","message":"there is no command \\"stopp\\"; did you mean `stop`?"}
          {"event":"status","state":"playing","episode":"daily-byte/monday","title":"A Patch Tuesday on a Monday","artist":null,"album":"Daily Byte","artwork":null,"duration":355.0,"position":0.0,"chapter":null,"round":1,"speed":1.0,"volume":100,"sleep":null,"playlist":"Morning Commute","playlistId":"morning","shuffle":"off","count":3,"capacity":120}
          {"event":"stopped"}
          {"event":"ended","recorded":[],"commit":null}

          """)
  }

  @Test func `no plays are recorded with --no-record`() throws {
    #expect(try play("seek 5:55", "status", "quit", options: "--no-record").contains("\nended\n"))
    #expect(try fixture.sandbox.git("log", "-1", "--format=%s") == "Create the store")
  }

  @Test func `a signal ends the player, and the end of an input without commands does not`() throws {
    let text = try fixture.shell(
      """
      mkfifo ../lines; mixtape play morning --service simulator --speed 0 --json < /dev/null > ../lines 2> /dev/null &
      exec 3< ../lines; for i in 1 2 3; do read -r line <&3; done; kill -TERM $!; wait $!; echo $?; cat <&3 | grep -c ended
      """)
    #expect(text == "0\n1\n")
  }

  @Test func `an invalid command does not prevent the end of the session`() throws {
    #expect(
      try play("stopp").contains("\nrefused: there is no command \"stopp\"; did you mean `stop`?\nstopped\nended"))
  }

  @Test func `a command applies to the state at its arrival`() throws {
    let text = try fixture.shell(
      """
      mkfifo ../input ../lines; mixtape play morning --service simulator --speed 2000 < ../input > ../lines 2> /dev/null &
      exec 3> ../input 4< ../lines; while read -r line; do
      case $line in *playing*Auroras*) break;; esac; done <&4
      echo status >&3; read -r line <&4; echo "$line"; exec 3>&-; cat <&4 > /dev/null
      """)
    // Two seconds pass in a millisecond.
    #expect(text.contains(" round ") && !text.contains("at 0:00 /"))
  }

  @Test func `a second player of a playlist prints the status of the first one`() throws {
    let text = try fixture.shell(
      """
      mkfifo ../lines; mixtape play morning --service simulator --speed 0 < /dev/null > ../lines 2> /dev/null &
      exec 3< ../lines; for i in 1 2 3; do read -r line <&3; done; echo quit | mixtape play morning --service simulator; echo $?
      kill $!; wait $!; echo $?
      """)
    #expect(
      text == """
        note: another player is playing morning; `mixtape player --playlist morning` controls it
        playing  A Patch Tuesday on a Monday (daily-byte/monday) at 0:00 / 5:55, round 1, 2 in the queue
        0
        0

        """)
  }

  @Test func `a queue that was emptied is an error that names the way back`() throws {
    let text = try fixture.shell(
      """
      printf 'clear\\nquit\\n' | mixtape play morning --service simulator --speed 0 > ../lines 2>&1
      mixtape play morning --service simulator < /dev/null; echo $?
      """)
    #expect(
      text == """
        warning: 1 episode of morning is missing from the library
        hint: `mixtape check` lists the missing episodes
        error: all episodes of morning were removed from its queue
        hint: `mixtape play morning --fresh` plays them again
        66

        """)
  }

  @Test func `an empty playlist is an error if nothing can be added`() throws {
    try fixture.sandbox.write("", to: "playlists/morning.toml")
    let text = try fixture.shell("mixtape play morning --service simulator < /dev/null; echo $?")
    #expect(
      text == "error: there is nothing to play in morning\nhint: `mixtape add morning EPISODE` adds an episode\n66\n")
  }

  @Test func `a closed pipe ends the player without an error`() throws {
    let text = try fixture.shell(
      """
      exec 3>&1; yes status 2>/dev/null |
      { mixtape play morning --service simulator --speed 0 2>/dev/null; echo $? >&3; } | true
      """)
    #expect(text == "0\n")
  }

  @Test func `--speed sets the speed of the clock`() throws {
    // Both episodes, 36 minutes, in hundredths of a second.
    let text = try fixture.shell(
      """
      mkfifo ../lines; mixtape play morning --service simulator --speed 1000000 --json < /dev/null > ../lines 2> /dev/null &
      exec 3< ../lines; grep -m 4 playing <&3 | grep -c auroras; kill $!; cat <&3 > /dev/null; wait $!; echo $?
      """)
    #expect(text == "2\n0\n")
    #expect(try fixture.sandbox.git("log", "-1", "--format=%s") == "Record plays of 2 episodes")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mpv"), "needs mpv (apt-get install mpv)"))
  func `a play with mpv is recorded`() throws {
    try writeSilence()
    try fixture.sandbox.write(
      "episodes = [\"tones/silence\"]\ncontinuous = false\n", to: "playlists/morning.toml")
    let text = try fixture.shell(
      """
      mkfifo ../lines; mixtape play morning --service mpv --mpv-option=--ao=null < /dev/null > ../lines 2> /dev/null &
      cut -c11- < ../lines; wait $!; echo $?
      """)
    // The session ends, because no input can start it again.
    #expect(text.hasSuffix("stopped\nended; recorded 1 episode as played\n0\n"))
  }

  @Test(arguments: [
    ("echo 'Error parsing option no-such-option' ; exit 1", "mpv exited at once: Error parsing option no-such-option"),
    ("exit 0", "mpv exited at once: it gave no reason"),
  ])
  func `a failing start of mpv is an error`(_ script: String, _ message: String) throws {
    try replaceMPV(by: script)
    try fixture.sandbox.write(
      "title = \"Tones\"\n\n[[episodes]]\nid = \"a\"\nurl = \"https://example.org/a.mp3\"\n", to: "library/tones.toml")
    try fixture.sandbox.write("episodes = [\"tones/a\"]\n", to: "playlists/morning.toml")
    let text = try fixture.shell("mixtape play morning < /dev/null 2>&1 > /dev/null; echo $?")
    #expect(
      text.hasSuffix(
        "error: \(message)\nhint: `--service simulator` plays without sound\n69\n"), "\(text)")
  }

  @Test func `the next session records plays that could not be recorded`() throws {
    let player = #"""
      {"format":1,"playlist":["night-sky/auroras"],"plays":[{"episode":"night-sky/auroras","count":2,"last":794000000}],
      "player":{"episodes":["night-sky/auroras"],"position":0,"upNext":[],"heardBefore":[],"round":1,"shuffle":"off"}}
      """#
    try fixture.sandbox.write(player, to: ".git/mixtape/player-morning")
    #expect(try play("quit", options: "--no-record --fresh", errors: "2>/dev/null").hasSuffix("\nended\n"))
    #expect(try play("quit", errors: "2>/dev/null").hasSuffix("\nended; recorded 1 episode as played\n"))
    let file = try fixture.text(of: "library/night-sky.toml")
    #expect(file.contains("playCount = 2\nlastPlayedAt = 2026-02-28"))
    #expect(try play("quit", errors: "2>/dev/null").hasSuffix("\nended\n"))
  }

  @Test func `the queue follows changes of the playlist`() throws {
    _ = try play("add night-sky/comets", "quit")
    try fixture.sandbox.write(
      "episodes = [\"night-sky/auroras\", \"four-seasons/winter\"]\nshuffle = false\n", to: "playlists/morning.toml")
    let text = try play("queue", "quit", options: "--json")
    // Monday is out of the playlist, Comets were added by hand, and Winter is new.
    #expect(text.contains("\"count\":3"))
    #expect(text.contains("\"upNext\":[\"night-sky/comets\",\"four-seasons/winter\"]"))
    #expect(try play("status", "quit", options: "--json --fresh").contains("\"count\":2"))
  }

  @Test func `search, speed, volume and clear`() throws {
    let text = try play(
      "search com", "search zebra", "speed 1.5", "volume 40", "status", "clear", "status", "undo", "status", "quit",
      errors: "2>/dev/null")
    #expect(
      text.hasSuffix(
        """
        1 episode
          Comets (night-sky/comets)
        0 episodes
        Speed 1.5×
        Volume 40%
        playing  A Patch Tuesday on a Monday (daily-byte/monday) at 0:00 / 5:55, round 1, 2 in the queue, speed 1.5×, volume 40%
        empty
        Removed 2 episodes; undo restores them
        empty, round 0, 0 in the queue, speed 1.5×, volume 40%
        stopped
        Undone: emptying the queue
        stopped  A Patch Tuesday on a Monday (daily-byte/monday) at 0:00 / 5:55, round 1, 2 in the queue, speed 1.5×, volume 40%
        ended

        """), "\(text)")
    // The next session has the same settings.
    #expect(try play("status", "quit").contains(", speed 1.5×, volume 40%\n"))
  }

  @Test func `search marks the episodes of the queue, also in JSON`() throws {
    #expect(try play("search aur", "quit").contains("\n1 episode\n✓ Auroras (night-sky/auroras)\n"))
    #expect(
      try play("search aur", "quit", options: "--json").contains(
        """
        {"event":"found","episodes":[{"episode":"night-sky/auroras","title":"Auroras","artist":null,"album":"Night Sky Radio","artwork":null,"duration":1834.0,"state":"unplayed","inQueue":true}],"isCut":false}

        """))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mpv"), "needs mpv (apt-get install mpv)"),
    arguments: [("/tmp", "stop"), ("/tmp", "next"), ("/nowhere/gone.mp3", "stop")])
  func `--on-error decides about an episode that cannot be played, unless its file is missing`(
    _ path: String, _ reaction: String
  ) throws {
    try writeSilence()
    try fixture.sandbox.write(
      "title = \"Old\"\n\n[[episodes]]\nid = \"gone\"\nurl = \"file://\(path)\"\n", to: "library/old.toml")
    try fixture.sandbox.write(
      "episodes = [\"old/gone\", \"tones/silence\"]\ncontinuous = false\nshuffle = false\n",
      to: "playlists/morning.toml")
    let text = try fixture.shell(
      """
      mixtape play morning --on-error \(reaction) --service mpv --mpv-option=--ao=null < /dev/null 2> /dev/null \
        | sed -E 's/^[0-9:]{8}  //'
      """)
    let reason = path == "/tmp" ? "/tmp is not a file" : "there is no file /nowhere/gone.mp3"
    let rest =
      path == "/tmp" && reaction == "stop"
      ? "stopped\nended\n"
      : """
      loading  silence (tones/silence)
      playing  silence (tones/silence)
      stopped
      ended; recorded 1 episode as played

      """
    #expect(text.hasSuffix("error  gone (old/gone): \(reason)\n\(rest)"), "\(text)")
  }

  @Test func `an address in a private network is not played for a public feed`() throws {
    try fixture.sandbox.write(
      "title = \"Tones\"\nfeed = \"https://example.org/feed.xml\"\n\n[[episodes]]\nid = \"a\"\nurl = \"http://127.0.0.1:1/a.mp3\"\n",
      to: "library/tones.toml")
    try fixture.sandbox.write("episodes = [\"tones/a\"]\n", to: "playlists/morning.toml")
    try replaceMPV()
    let text = try fixture.shell("mixtape play morning < /dev/null 2>&1 > /dev/null; echo $?")
    #expect(
      text.hasSuffix(
        "the player does not open its address: it is in a private network, but the feed of the podcast is public\n69\n"),
      "\(text)")
  }

  @Test(arguments: ["stop", "next"]) func `a player that could play nothing ends with an error`(_ reaction: String)
    throws
  {
    try fixture.sandbox.write(
      "title = \"Tones\"\n\n[[episodes]]\nid = \"a\"\nurl = \"file:///nowhere/a.mp3\"\n\n[[episodes]]\nid = \"b\"\nurl = \"file:///nowhere/a.mp3\"\n",
      to: "library/tones.toml")
    try fixture.sandbox.write("episodes = [\"tones/a\", \"tones/b\"]\nshuffle = false\n", to: "playlists/morning.toml")
    try replaceMPV()
    let text = try fixture.shell("mixtape play morning --on-error \(reaction) < /dev/null 2>&1 > /dev/null; echo $?")
    #expect(
      text == """
        error: no episode could be played; the last was tones/b: there is no file /nowhere/a.mp3
        69

        """)
  }

  @Test func `a player that refuses the only address names the command that lists such addresses`() throws {
    try fixture.sandbox.write(
      "title = \"Tones\"\n\n[[episodes]]\nid = \"a\"\nurl = \"ftp://example.org/a.mp3\"\n", to: "library/tones.toml")
    try fixture.sandbox.write("episodes = [\"tones/a\"]\nshuffle = false\n", to: "playlists/morning.toml")
    try replaceMPV()
    let text = try fixture.shell("mixtape play morning < /dev/null 2>&1 > /dev/null")
    #expect(text.hasSuffix("\nhint: `mixtape check` lists addresses that the player refuses\n"))
  }

  @Test func `the queue follows the playlist while it plays`() throws {
    let text = try fixture.shell(
      """
      mkfifo ../input ../lines; mixtape play morning --service simulator --speed 0 --json < ../input > ../lines 2> /dev/null &
      exec 3> ../input 4< ../lines; for i in 1 2 3; do read -r line <&4; done
      mixtape add morning night-sky/comets > /dev/null; read -r line <&4; echo "$line"
      mixtape remove morning daily-byte/monday > /dev/null; echo status >&3; read -r line <&4; echo "$line"
      exec 3>&-; cat <&4 > /dev/null
      """)
    let lines = text.split(separator: "\n").map { $0.replacing(/"time":"[^"]*",/, with: "") }
    #expect(
      lines.first
        == #"{"event":"changed","upNext":["night-sky/auroras","night-sky/comets"],"shuffle":"off","count":3,"capacity":120}"#
    )
    // The current episode plays on.
    #expect(lines.last?.contains(#""state":"playing","episode":"daily-byte/monday""#) == true)
  }

  @Test(arguments: [
    ("play nothing", 66), ("play empty", 66), ("play morning --speed -1", 64), ("play morning --shuffle odd", 64),
    ("play morning --service tape", 64),
  ])
  func `errors of playing are reported`(_ arguments: String, _ status: Int) throws {
    #expect(try fixture.shell("mixtape \(arguments) < /dev/null > /dev/null 2>&1; echo $?") == "\(status)\n")
  }
}

/// `mixtape play` without an id and without a terminal.
@Suite(.timeLimit(.generous)) struct PlayQueueLinesTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    fixture.putProgramInPath()
  }

  @Test func `the queue without a playlist is filled, kept and emptied`() throws {
    func play(_ lines: String...) throws -> String {
      let input = lines.map { "'\($0)'" }.joined(separator: " ")
      return try fixture.shell(
        "printf '%s\\n' \(input) | mixtape play --service simulator --speed 0 --shuffle off 2>&1 | sed -E 's/^[0-9:]{8}  //'"
      )
    }
    #expect(
      try play("add night-sky/comets", "add daily-byte/monday", "queue") == """
        Mixtape: 0 episodes, in order; simulated, without sound
        stopped
        Added Comets
        Added A Patch Tuesday on a Monday
        2 episodes left in this round
          Comets (night-sky/comets)
          A Patch Tuesday on a Monday (daily-byte/monday)
        ended

        """)
    #expect(try play("next", "quit").contains("\nplaying  A Patch Tuesday on a Monday (daily-byte/monday)\n"))
    #expect(try play("status", "quit").contains("at 0:00 / 5:55, round 1, 2 in the queue\n"))
    #expect(try fixture.sandbox.git("status", "--porcelain") == "")
    #expect(try play("clear", "quit").contains("\nRemoved 2 episodes; undo restores them\n"))
    #expect(try play("status", "quit").contains("\nempty, round 0, 0 in the queue\n"))
  }

  @Test func `an empty queue without input is an error`() throws {
    let text = try fixture.shell("mixtape play --service simulator < /dev/null 2>&1 > /dev/null; echo $?")
    #expect(
      text == """
        error: there is nothing to play: the queue is empty
        hint: `mixtape play` in a terminal fills the queue; without one, `add ID` on standard input adds an episode
        66

        """)
  }
}
