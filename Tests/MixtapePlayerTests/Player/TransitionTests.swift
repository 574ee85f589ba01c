import MixtapeModel
import MixtapePlayer
import Testing

/// Every command and every report in every state, as in the table of `docs/player-control.md`.
@Suite struct TransitionTests {
  @Test(arguments: Situation.allCases) func `effects of commands`(_ situation: Situation) throws {
    let expected = try #require(Self.commands[situation])
    for (command, expectation) in zip(Command.allCases, expected) {
      let (player, _) = try situation.make()
      command.perform(player)
      #expect(player.state.words == expectation, "\(command) when \(situation)")
    }
  }

  @Test(arguments: zip(Situation.allCases, ["", "ab", "ab", "b", "b", "ab", "b", "", "b"]))
  func `another episode is played at once`(_ situation: Situation, next: String) throws {
    let (player, _) = try situation.make()
    try player.playNow(.named("c"))
    #expect(player.state.words == "loading c" && player.upNext.letters == next, "when \(situation)")
  }

  @Test(arguments: Situation.allCases) func `effects of reports`(_ situation: Situation) throws {
    let expected = try #require(Self.reports[situation])
    for (report, expectation) in zip(Report.allCases, expected) {
      let (player, service) = try situation.make()
      report.send(service)
      #expect(player.state.words == expectation, "\(report) when \(situation)")
    }
  }

  @Test(arguments: Situation.allCases) func `outdated reports are ignored`(_ situation: Situation) throws {
    for report in Report.allCases {
      let (player, service) = try situation.make()
      let entry = service.queue.first?.id ?? 0
      for command in [ShufflePlayer.skipToNext, ShufflePlayer.stop] {
        command(player)()
        let state = player.state
        report.send(service, of: entry)
        #expect(player.state == state, "\(report) when \(situation)")
      }
    }
  }

  @Test func `the service gets only the necessary commands`() throws {
    let service = RecordingService()
    let player = try ShufflePlayer.playing("abc", on: service)
    func expect(_ calls: String..., sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(service.takeCalls() == calls, sourceLocation: sourceLocation)
    }
    player.pause()
    player.stop()
    expect()
    player.play()
    expect("access", "queue abc", "play")
    player.play()
    expect()
    service.report(MusicServiceReport.started)
    player.pause()
    expect("pause")
    player.play()
    expect("play")
    player.skipToNext()
    expect("skip")
    player.skipToPrevious()
    expect("queue abc", "play")
    service.report(MusicServiceReport.started)
    player.skipToPrevious()
    expect("seek 0")
    service.report(MusicServiceReport.ended)
    expect("skip")
    player.skipToNext()
    expect("skip")
    player.skipToNext()
    expect("queue abc", "play")
    player.seek(to: .seconds(70))
    expect("seek 70")
    player.seek(to: .seconds(1000))
    expect("seek 100")
    player.stop()
    player.seek(to: .seconds(30))
    expect("stop")
    player.play()
    expect("queue abc", "seek 30", "play")
  }

  /// The state before a command. The episodes are a, b and c, in this order.
  enum Situation: String, CaseIterable {
    /// No episodes.
    case empty
    /// Nothing has played yet.
    case stopped
    /// a loads.
    case loading
    /// a plays.
    case playing
    /// a is paused.
    case paused
    /// a was paused before it could be heard.
    case held
    /// a failed.
    case error
    /// a was heard, and b plays.
    case second
    /// a was stopped.
    case halted

    func make() throws -> (ShufflePlayer, RecordingService) {
      let service = RecordingService()
      let player = try ShufflePlayer.playing(self == .empty ? "" : "abc", on: service)
      let (started, failed) = (MusicServiceReport.started, { MusicServiceReport.failed($0, .notPlayable("gone")) })
      if self != .empty, self != .stopped { player.play() }
      switch self {
      case .empty, .stopped, .loading: break
      case .playing: service.report(started)
      case .paused:
        service.report(started)
        player.pause()
      case .held: player.pause()
      case .error: service.report(failed)
      case .second:
        service.report(started)
        service.report(MusicServiceReport.ended)
        service.report(started)
      case .halted:
        service.report(started)
        player.stop()
      }
      return (player, service)
    }
  }

  enum Command: CaseIterable {
    case play, pause, toggle, stop, next, back

    func perform(_ player: ShufflePlayer) {
      switch self {
      case .play: player.play()
      case .pause: player.pause()
      case .toggle: player.togglePlayback()
      case .stop: player.stop()
      case .next: player.skipToNext()
      case .back: player.skipToPrevious()
      }
    }
  }

  enum Report: CaseIterable {
    case started, ended, failed, paused, resumed

    func send(_ service: RecordingService, of entry: QueueEntry.ID? = nil) {
      switch self {
      case .started: service.report(MusicServiceReport.started, of: entry)
      case .ended: service.report(MusicServiceReport.ended, of: entry)
      case .failed: service.report({ .failed($0, .notPlayable("gone")) }, of: entry)
      case .paused: service.report(MusicServiceReport.paused, of: entry)
      case .resumed: service.report(MusicServiceReport.resumed, of: entry)
      }
    }
  }

  private static let commands: [Situation: [String]] = [
    //         play         pause       toggle       stop       next         back
    .empty: ["empty", "empty", "empty", "empty", "empty", "empty"],
    .stopped: ["loading a", "stopped", "loading a", "stopped", "loading a", "loading a"],
    .loading: ["loading a", "paused a", "loading a", "stopped", "loading b", "loading a"],
    .playing: ["playing a", "paused a", "paused a", "stopped", "loading b", "playing a"],
    .paused: ["playing a", "paused a", "playing a", "stopped", "loading b", "playing a"],
    .held: ["loading a", "paused a", "loading a", "stopped", "loading b", "loading a"],
    .error: ["loading a", "error a", "loading a", "stopped", "loading b", "loading a"],
    .second: ["playing b", "paused b", "paused b", "stopped", "loading c", "loading a"],
    .halted: ["loading a", "stopped", "loading a", "stopped", "loading b", "loading a"],
  ]

  private static let reports: [Situation: [String]] = [
    //         started      ended        failed     paused       resumed
    .empty: ["empty", "empty", "empty", "empty", "empty"],
    .stopped: ["stopped", "stopped", "stopped", "stopped", "stopped"],
    .loading: ["playing a", "loading b", "error a", "loading a", "loading a"],
    .playing: ["playing a", "loading b", "error a", "paused a", "playing a"],
    .paused: ["paused a", "loading b", "error a", "paused a", "playing a"],
    .held: ["paused a", "loading b", "error a", "paused a", "loading a"],
    .error: ["error a", "error a", "error a", "error a", "error a"],
    .second: ["playing b", "loading c", "error b", "paused b", "playing b"],
    .halted: ["stopped", "stopped", "stopped", "stopped", "stopped"],
  ]
}
