#if os(Linux)
  import FileSystem
  import Foundation
  import SystemPackage
  import TestSupport
  import Testing

  /// Players on a session bus, controlled by the programs of desktops.
  @Suite(.timeLimit(.generous)) struct SessionBusTests {
    private let fixture: CommandFixture

    init() throws {
      fixture = try CommandFixture()
      fixture.putProgramInPath()
    }

    /// A program that a test needs.
    private enum Tool: String {
      case session = "dbus-run-session"
      case playerctl, busctl

      /// Returns whether the tools are installed, and the program for the bus was built.
      static func areInstalled(_ tools: Tool...) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        let isBuilt = FileManager.default.isExecutableFile(atPath: "\(CommandFixture.programDirectory)/mixtape-mpris")
        return isBuilt
          && ([.session] + tools).allSatisfy { InstalledProgram.path(of: $0.rawValue, in: environment) != nil }
      }
    }

    /// The line in which a shell starts a player with a stopped clock, and waits until it is on the bus.
    private static let start = """
      mkfifo ../input ../lines ../states
      mixtape play $arguments --service simulator --speed 0 < ../input > ../lines 2> ../errors &
      player=$!; exec 3> ../input 4< ../lines; cat <&4 > ../events &
      playerctl --follow status > ../states 2> /dev/null & follower=$!; exec 5< ../states; read -r state <&5
      call() { busctl --user -- call org.mpris.MediaPlayer2.mixtape /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2"$@" 2>&1; }
      get() { busctl --user get-property org.mpris.MediaPlayer2.mixtape /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2"$@" 2>&1; }
      set_property() { busctl --user -- set-property org.mpris.MediaPlayer2.mixtape /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2"$@" 2>&1; }
      """

    /// The line in which the shell ends it.
    private static let end = "kill $follower; exec 3>&-; kill $player 2> /dev/null; wait $player"

    /// Runs commands of a shell on a bus of their own while a player plays, and returns their output.
    private func whilePlaying(_ commands: String, player arguments: String = "morning") throws -> String {
      let script = fixture.sandbox.root.appending("script")
      try fixture.sandbox.write(
        [UInt8]("arguments='\(arguments)'\n\(Self.start)\n\(commands)\n\(Self.end)\n".utf8), to: "../script")
      return try fixture.shell("dbus-run-session -- sh \(script) 2> /dev/null")
    }

    @Test(.enabled(if: Tool.areInstalled(.playerctl), "playerctl, dbus-run-session or mixtape-mpris is missing"))
    func `playerctl shows and controls the player`() throws {
      let text = try whilePlaying(
        """
        playerctl --list-all; playerctl status; playerctl metadata --format '{{title}}|{{album}}|{{mpris:length}}'
        playerctl pause; playerctl status; playerctl position 90.5; playerctl position; playerctl position 10-
        playerctl position; playerctl play-pause; playerctl status
        playerctl volume 0.4; playerctl volume; playerctl shuffle; playerctl shuffle On; playerctl shuffle
        playerctl next; playerctl metadata title; playerctl previous; playerctl metadata title
        playerctl open mixtape:night-sky/comets; playerctl metadata title
        playerctl stop; playerctl status; mixtape player | cut -d, -f1,4-
        """)
      #expect(
        text == """
          mixtape
          Playing
          A Patch Tuesday on a Monday|Daily Byte|355000000
          Paused
          90.500000
          80.500000
          Playing
          0.400000
          Off
          On
          Auroras
          A Patch Tuesday on a Monday
          Comets
          Stopped
          stopped  Comets (night-sky/comets) at 0:00 / 1:02:03, volume 40%

          """)
    }

    @Test(.enabled(if: Tool.areInstalled(.playerctl), "playerctl, dbus-run-session or mixtape-mpris is missing"))
    func `the cover is that of the episode, else of its podcast`() throws {
      func podcast(_ id: String, cover: String, ofEpisode own: String?) throws {
        let line = own.map { "artwork = \"\($0)\"\n" } ?? ""
        try fixture.sandbox.write(
          "artwork = \"\(cover)\"\n\n[[episodes]]\nid = \"x\"\n\(line)\n[[episodes]]\nid = \"y\"\n",
          to: "library/\(id).toml")
      }
      try podcast("one", cover: "https://example.org/one.jpg", ofEpisode: "file:///music/x.png")
      try podcast("two", cover: "ftp://example.org/two.jpg", ofEpisode: nil)
      try fixture.sandbox.write(
        "episodes = [\"one/x\", \"one/y\", \"two/x\"]\nshuffle = false\n", to: "playlists/morning.toml")
      let text = try whilePlaying(
        """
        show() { playerctl metadata --format '{{mpris:artUrl}}|'; }; show; playerctl next; show; playerctl next; show
        """)
      #expect(text == "file:///music/x.png|\nhttps://example.org/one.jpg|\n|\n")
    }

    @Test(.enabled(if: Tool.areInstalled(.playerctl), "playerctl, dbus-run-session or mixtape-mpris is missing"))
    func `changes of the player are pushed`() throws {
      // Each line comes after the change before it, so none is missed.
      let text = try whilePlaying(
        """
        echo $state; mixtape player pause > /dev/null; read -r state <&5; echo $state
        mixtape player play > /dev/null; read -r state <&5; echo $state
        mixtape player stop > /dev/null; read -r state <&5; echo $state
        """)
      #expect(text == "Playing\nPaused\nPlaying\nStopped\n")
    }

    @Test(.enabled(if: Tool.areInstalled(.playerctl), "playerctl, dbus-run-session or mixtape-mpris is missing"))
    func `the player leaves the bus when it ends, also when it is killed`() throws {
      let text = try whilePlaying(
        """
        mixtape play calm --service simulator --speed 0 < ../input > /dev/null 2>&1 & second=$!
        until playerctl --list-all | grep -q instance; do :; done
        playerctl --list-all | sed 's/instance[0-9]*/instance/' | sort
        mixtape player quit --playlist calm; wait $second; playerctl --list-all
        kill -9 $player; until [ -z "$(playerctl --list-all 2> /dev/null)" ]; do :; done; echo gone
        """)
      #expect(text == "mixtape\nmixtape.instance\nThe player ends\nmixtape\ngone\n")
    }

    @Test(
      .enabled(
        if: Tool.areInstalled(.playerctl, .busctl), "playerctl, busctl, dbus-run-session or mixtape-mpris is missing"))
    func `any arguments get an answer`() throws {
      let text = try whilePlaying(
        """
        call .Player Seek x -9223372036854775808; call .Player Seek d 1; call .Player Next s x; call .Player Dance
        call .Player SetPosition ox /mixtape/episode/x 9223372036854775807; call .TrackList GoTo o /x
        call .Player OpenUri s "$(head -c 100000 /dev/zero | tr '\\0' x)"
        set_property .Player Rate d -1; set_property .Player Rate s fast; set_property .Player Rate d nan
        set_property .Player Volume d inf; set_property .Player Metadata s x; get .Player Nothing; get .Dance Rate
        playerctl pause; playerctl position; playerctl volume; playerctl status
        """)
      #expect(
        text == """
          Call failed: the arguments are invalid
          Call failed: the arguments are invalid
          Call failed: there is no such method
          Call failed: there is no such method
          Call failed: only mixtape:PODCAST/EPISODE can be opened
          Failed to set property Rate on interface org.mpris.MediaPlayer2.Player: the arguments are invalid
          Failed to set property Rate on interface org.mpris.MediaPlayer2.Player: the arguments are invalid
          Failed to set property Rate on interface org.mpris.MediaPlayer2.Player: the arguments are invalid
          Failed to set property Metadata on interface org.mpris.MediaPlayer2.Player: the property is read-only
          Failed to get property Nothing on interface org.mpris.MediaPlayer2.Player: there is no such property
          Failed to get property Rate on interface org.mpris.MediaPlayer2.Dance: there is no such interface
          0.000000
          1.000000
          Paused

          """)
    }

    @Test(
      .enabled(
        if: Tool.areInstalled(.playerctl, .busctl), "playerctl, busctl, dbus-run-session or mixtape-mpris is missing"))
    func `seeks and changes are signals`() throws {
      let text = try whilePlaying(
        """
        mkfifo ../signals; busctl --user --json=short monitor --match="type='signal',path='/org/mpris/MediaPlayer2'" > ../signals 2> /dev/null &
        monitor=$!; exec 6< ../signals; name=org.mpris.MediaPlayer2.mixtape
        expect() { while read -r line <&6; do case $line in *"$1"*) echo "$line" | sed 's/.*"payload"://'; return;; esac; done; }
        # The monitor is ready once it has seen a signal.
        ( while ! [ -e ../ready ]; do mixtape player seek 0 > /dev/null; mixtape player seek 5 > /dev/null; done ) & seeks=$!
        expect Seeked > /dev/null; touch ../ready; wait $seeks
        mixtape player shuffle spread > /dev/null; expect Shuffle
        mixtape player seek 1:30 > /dev/null; expect Seeked; kill $monitor
        """)
      #expect(
        text == """
          {"type":"sa{sv}as","data":["org.mpris.MediaPlayer2.Player",{"Shuffle":{"type":"b","data":true}},[]]}}
          {"type":"x","data":[90000000]}}

          """)
    }

    @Test func `without a bus, or without the program, the player plays`() throws {
      let play = "mixtape play morning --service simulator --speed 0 | head -2 | cut -c11-"
      let address = "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent"
      for line in [play, "\(address) \(play)", "\(address) MIXTAPE_EXEC_PATH=/nonexistent \(play)"] {
        let text = try fixture.shell("printf 'status\\nquit\\n' | \(line)")
        #expect(text.hasSuffix("loading  A Patch Tuesday on a Monday (daily-byte/monday)\n"))
      }
    }
  }
#endif
