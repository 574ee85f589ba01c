import MixtapeModel
import MixtapePlayer
import Testing

/// `FailureReaction.next`, and missing files.
@Suite struct FailureReactionTests {
  private let service = RecordingService()
  private let player: ShufflePlayer

  init() throws {
    player = try ShufflePlayer.playing("abc", on: service, onFailure: .next)
    player.play()
  }

  private func fail(_ reason: MusicServiceError = .notPlayable("gone")) { service.report { .failed($0, reason) } }

  @Test func `the next episode plays after a failure`() async {
    let states = player.states()
    fail()
    #expect(player.state.words == "loading b" && player.upNext.letters == "c" && player.heardBefore.isEmpty)
    service.report(MusicServiceReport.started)
    player.endStates()
    // Listeners get the failure.
    #expect(
      await states.reduce(into: []) { $0.append($1.words) } == ["loading a", "error a", "loading b", "playing b"])
  }

  @Test func `the player stops if no episode can be played`() {
    for words in ["loading b", "loading c", "error c"] {
      fail()
      #expect(player.state.words == words)
    }
    // A command of the user tries all of them again.
    player.skipToNext()
    for words in ["error a", "error b", "error c"] {
      let before = player.state.words
      fail()
      #expect(player.state.words != before, "\(words)")
    }
    #expect(player.state.words.hasPrefix("error"))
  }

  @Test func `failures count from the last episode that was heard`() {
    for _ in 0..<20 {
      fail()
      #expect(player.state.words.hasPrefix("loading"))
      service.report(MusicServiceReport.started)
      player.skipToNext()
      service.report(MusicServiceReport.started)
    }
  }

  @Test(arguments: [MusicServiceError.unavailable("gone"), .denied])
  func `an unavailable service stops the player`(_ reason: MusicServiceError) {
    fail(reason)
    #expect(player.state.words == "error a")
  }

  @Test func `a missing file never stops the player, unless all are missing`() async throws {
    let service = RecordingService()
    let player = try ShufflePlayer.playing("abc", on: service, onFailure: .stop)
    let states = player.states()
    player.play()
    service.report { .failed($0, .missingFile(path: "/a")) }
    service.report(MusicServiceReport.started)
    service.report { .failed($0, .notPlayable("broken")) }
    player.skipToNext()
    for path in ["/c", "/a", "/b"] { service.report { .failed($0, .missingFile(path: path)) } }
    player.endStates()
    #expect(
      await states.reduce(into: []) { $0.append($1.words) } == [
        "stopped", "loading a", "error a", "loading b", "playing b", "error b", "loading c", "error c", "loading a",
        "error a", "loading b", "error b",
      ])
  }

  @Test func `a player that does not repeat stops after a missing last file`() throws {
    let service = RecordingService()
    let player = try ShufflePlayer.playing("ab", on: service, repeats: false)
    player.play()
    service.report(MusicServiceReport.started)
    player.skipToNext()
    service.report { .failed($0, .missingFile(path: "/b")) }
    #expect(player.state == .stopped && player.heardBefore.letters == "a" && player.round == 1)
  }

  @Test func `a paused player stays paused`() {
    player.pause()
    fail()
    #expect(player.state.words == "paused b")
    #expect(service.takeCalls().suffix(3) == ["queue bc", "play", "pause"])
  }

  @Test func `a refused call skips the episode`() {
    service.report(MusicServiceReport.started)
    service.failNext("skip", with: .notPlayable("no file"))
    player.skipToNext()
    #expect(player.state.words == "loading c")
    #expect(service.queue.map(\.episode).letters == "c")
    service.failNext("queue", with: .notPlayable("no file"))
    player.skipToPrevious()
    #expect(player.state.words == "loading c" && player.heardBefore.isEmpty)
  }

  @Test func `a refused pause stops the episode before the next one plays`() {
    service.report(MusicServiceReport.started)
    _ = service.takeCalls()
    service.failNext("pause", with: .notPlayable("broken"))
    player.pause()
    #expect(player.state.words == "paused b")
    #expect(service.takeCalls() == ["pause", "stop", "queue bc", "play", "pause"])
  }
}
