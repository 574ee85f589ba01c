import Foundation
import MixtapeModel
import MixtapePlayer
import Testing

@Suite struct ShufflePlayerTests {
  private let service = RecordingService()

  @Test func `it holds 120 episodes, each once`() throws {
    let player = try ShufflePlayer.playing("", on: RecordingService())
    #expect(ShufflePlayer.capacity == 120 && player.remainingCapacity == 120 && player.state.isEmpty)
    let episodes = try (0..<121).map { try Episode.named("\($0)") }
    for episode in episodes.prefix(120) { #expect(try player.add(episode)) }
    #expect(try !player.add(episodes[7]))
    #expect(player.count == 120 && player.remainingCapacity == 0 && player.allEpisodes == Array(episodes.prefix(120)))
    #expect(throws: ShufflePlayerError.capacityReached) { try player.add(episodes[120]) }
    #expect(throws: ShufflePlayerError.capacityReached) { try player.playNow(episodes[120]) }
    #expect(throws: ShufflePlayerError.capacityReached) { try player.enqueue(episodes[120]) }
    #expect(throws: ShufflePlayerError.capacityReached) { try player.enqueueNext(episodes[120]) }
    #expect(player.count == 120 && player.state == .stopped && player.upNext.isEmpty)
    #expect(player.contains(episodes[0].id) && !player.contains(episodes[120].id))
    #expect(player.remove(episodes[0].id) && !player.remove(episodes[0].id))
    try player.playNow(episodes[120])
    #expect(player.state == .loading(episodes[120]) && player.count == 120)
  }

  @Test func `skipping back follows the episodes that were heard`() throws {
    let player = try ShufflePlayer.playing("abcd", on: service)
    player.play()
    service.report(MusicServiceReport.started)
    player.skipToNext()
    player.skipToNext()
    service.report(MusicServiceReport.started)
    #expect(player.state.words == "playing c" && player.heardBefore.letters == "a")
    player.skipToPrevious()
    #expect(player.state.words == "loading a" && player.upNext.letters == "cd")
    service.report(MusicServiceReport.started)
    service.report(MusicServiceReport.ended)
    #expect(player.state.words == "loading c" && player.heardBefore.letters == "a")
  }

  @Test func `a round ends after all episodes, and another one starts`() throws {
    let player = try ShufflePlayer.playing("ab", on: service)
    #expect(player.round == 0 && player.upNext.isEmpty)
    player.play()
    #expect(player.round == 1 && player.upNext.letters == "b")
    player.skipToNext()
    #expect(player.round == 1 && player.upNext.isEmpty)
    player.skipToNext()
    #expect(player.round == 2 && player.state.words == "loading a")
  }

  @Test func `a player that is not continuous stops after each episode`() throws {
    let player = try ShufflePlayer.playing("ab", on: service, continuous: false)
    player.play()
    service.report(MusicServiceReport.started)
    service.report(MusicServiceReport.ended)
    #expect(player.state == .stopped && player.heardBefore.letters == "a")
    player.togglePlayback()
    #expect(player.state.words == "loading b")
  }

  @Test func `queued episodes play at their places`() throws {
    let player = try ShufflePlayer.playing("abcd", on: service)
    try player.enqueueNext(.named("d"))
    try player.enqueue(.named("b"))
    #expect(player.state == .stopped && player.upNext.letters == "dacb")
    player.play()
    service.report(MusicServiceReport.started)
    try player.enqueueNext(.named("e"))
    #expect(player.upNext.letters == "eacb" && player.count == 5)
    #expect(service.queue.map(\.episode).letters == "deacb")
    try player.enqueueNext(.named("d"))
    #expect(player.upNext.letters == "deacb")
    try player.playNow(.named("c"))
    #expect(player.state.words == "loading c" && player.upNext.letters == "deab")
    try player.playNow(.named("f"))
    #expect(player.upNext.letters == "cdeab" && player.heardBefore.letters == "d")
  }

  @Test func `an added episode plays in this round`() throws {
    let player = try ShufflePlayer.playing("ab", on: RecordingService())
    player.play()
    try player.add(.named("c"))
    #expect(player.upNext.letters == "bc" && player.round == 1)
  }

  @Test func `a removed episode does not play`() throws {
    let player = try ShufflePlayer.playing("abcd", on: service)
    func remove(_ letter: String) throws { player.remove(try Episode.named(letter).id) }
    player.play()
    service.report(MusicServiceReport.started)
    try remove("c")
    #expect(player.state.words == "playing a" && service.queue.map(\.episode).letters == "abd")
    try remove("a")
    #expect(player.state.words == "loading b" && player.upNext.letters == "d" && player.heardBefore.isEmpty)
    player.pause()
    try remove("b")
    #expect(player.state == .stopped && player.upNext.letters == "d")
    try remove("d")
    #expect(player.state.isEmpty && player.round == 0)
  }

  @Test func `all episodes are removed at once`() throws {
    let player = try ShufflePlayer.playing("abc", on: service)
    player.play()
    service.report(MusicServiceReport.started)
    player.skipToNext()
    player.removeAll()
    #expect(player.state.isEmpty && player.count == 0 && player.heardBefore.isEmpty && player.upNext.isEmpty)
    #expect(service.queue.isEmpty)
    service.report(MusicServiceReport.ended)
    player.play()
    #expect(player.state.isEmpty)
  }

  @Test func `shuffling again keeps the current episode and the rest of the round`() throws {
    let player = try ShufflePlayer.playing("abcdefgh", on: service)
    player.play()
    player.skipToNext()
    player.shuffle(by: .uniform)
    #expect(player.state.words == "loading b" && player.upNext.letters != "cdefgh")
    #expect(player.upNext.letters.sorted() == Array("cdefgh") && player.shuffleAlgorithm == .uniform)
    #expect(service.queue.map(\.episode) == [try .named("b", duration: 100)] + player.upNext)
    player.shuffle(by: .off)
    #expect(player.upNext.letters == "cdefgh")
  }

  @Test func `access is requested once, and again after a denial`() throws {
    let player = try ShufflePlayer.playing("ab", on: service)
    service.failNext("access", with: .denied)
    player.play()
    #expect(player.state == .error(PlaybackFailure(try .named("a", duration: 100), .denied)))
    #expect(service.takeCalls() == ["access"])
    player.togglePlayback()
    #expect(player.state.words == "loading a" && service.takeCalls() == ["access", "queue ab", "play"])
    service.failNext("skip", with: .notPlayable("gone"))
    player.skipToNext()
    #expect(player.state.words == "error b" && service.takeCalls() == ["skip"])
    player.play()
    #expect(player.state.words == "loading b" && service.takeCalls() == ["queue b", "play"])
  }

  @Test func `after a failed command, the service gets the whole queue again`() throws {
    let player = try ShufflePlayer.playing("abcd", on: service)
    player.play()
    service.report(MusicServiceReport.started)
    _ = service.takeCalls()
    service.failNext("skip", with: .notPlayable("gone"))
    // Another skip comes during the first one, which then fails: c must play, not b.
    service.interruptNext("skip") { [weak player] in player?.skipToNext() }
    player.skipToNext()
    #expect(player.state.words == "loading c" && service.takeCalls() == ["skip", "queue cd", "play"])
    #expect(service.queue.map(\.episode).letters == "cd")
  }

  @Test func `an episode that cannot be paused is stopped`() throws {
    let player = try ShufflePlayer.playing("ab", on: service)
    player.play()
    service.report(MusicServiceReport.started)
    _ = service.takeCalls()
    service.failNext("pause", with: .unavailable("gone"))
    player.pause()
    #expect(player.state.words == "error a" && service.takeCalls() == ["pause", "stop"])
  }

  @Test(arguments: [MusicServiceError.unavailable("gone"), .denied, .notPlayable("gone")])
  func `a failed episode is retried at its position`(_ reason: MusicServiceError) throws {
    let player = try ShufflePlayer.playing("ab", on: service)
    let access = if case .notPlayable = reason { [String]() } else { ["access"] }
    player.play()
    service.report(MusicServiceReport.started)
    service.reach(.seconds(30))
    service.report { .failed($0, reason) }
    #expect(player.position == .seconds(30) && player.saved.position == 30)
    _ = service.takeCalls()
    player.play()
    #expect(service.takeCalls() == access + ["queue ab", "seek 30", "play"])
    // Also after another failure before the start.
    player.seek(to: .seconds(40))
    service.failNext("pause", with: reason)
    player.pause()
    #expect(player.state.words == "error a" && player.position == .seconds(40))
    _ = service.takeCalls()
    player.skipToPrevious()
    #expect(service.takeCalls() == access + ["queue ab", "play"] && player.position == .zero)
  }

  @Test func `an unplayable episode does not play next`() throws {
    for (reason, next) in [(.notPlayable("gone"), "bd"), (.unavailable("gone"), "abd")] as [(MusicServiceError, String)]
    {
      let service = RecordingService()
      let player = try ShufflePlayer.playing("abcd", on: service)
      player.play()
      service.report { .failed($0, reason) }
      try player.playNow(.named("c"))
      #expect(player.upNext.letters == next)
      service.report(MusicServiceReport.started)
      player.skipToNext()
      service.report { .failed($0, reason) }
      player.skipToPrevious()
      #expect(player.state.words == "loading c" && player.upNext.letters == (next == "bd" ? "d" : "abd"))
    }
  }

  @Test func `a list that does not repeat stops after its last episode, and plays again on request`() throws {
    let player = try ShufflePlayer.playing("ab", on: service, repeats: false)
    player.play()
    for next in ["loading b", "stopped"] {
      service.report(MusicServiceReport.started)
      service.report(MusicServiceReport.ended)
      #expect(player.state.words == next)
    }
    player.play()
    #expect(player.state.words == "loading a" && player.round == 2)
  }

  @Test func `the length of the service has precedence over that of the library`() throws {
    let player = try ShufflePlayer.playing("a", on: service)
    #expect(player.duration == nil)
    player.play()
    #expect(player.duration == .seconds(100))
    service.setDuration(.seconds(200))
    #expect(player.duration == .seconds(200))
    player.seek(to: .seconds(150))
    #expect(player.position == .seconds(150))
    player.seek(to: .seconds(250))
    #expect(player.position == .seconds(200))
    player.stop()
    #expect(player.duration == .seconds(100))
  }

  @Test func `a restored player continues at its position`() throws {
    let player = try ShufflePlayer.playing("abcde", on: service, shuffle: .uniform, seed: 4)
    player.play()
    service.report(MusicServiceReport.started)
    player.skipToNext()
    service.report(MusicServiceReport.started)
    player.seek(to: .seconds(42))
    let saved = try JSONDecoder().decode(ShufflePlayer.Saved.self, from: JSONEncoder().encode(player.saved))
    let library = Dictionary(uniqueKeysWithValues: player.allEpisodes.map { ($0.id, $0) })
    let again = RecordingService()
    let restored = ShufflePlayer(
      restoring: saved, library: library, service: again, options: .init(shuffle: .off, seed: 0, now: { .distantPast }))
    #expect(restored.state == .stopped && restored.position == .seconds(42) && again.takeCalls().isEmpty)
    #expect(restored.saved == saved && restored.shuffleAlgorithm == .uniform)
    restored.play()
    #expect(restored.state.currentEpisode == player.state.currentEpisode)
    #expect(again.takeCalls() == ["access", "queue \(service.queue.map(\.episode).letters)", "seek 42", "play"])
    #expect(restored.upNext == player.upNext && restored.heardBefore == player.heardBefore && restored.round == 1)
  }

  @Test func `episodes missing in the library are dropped`() throws {
    let player = try ShufflePlayer.playing("abc", on: service)
    player.play()
    service.report(MusicServiceReport.started)
    player.skipToNext()
    let library = [try Episode.named("a"), try Episode.named("c")]
    let restored = ShufflePlayer(
      restoring: player.saved, library: Dictionary(uniqueKeysWithValues: library.map { ($0.id, $0) }),
      service: RecordingService(), options: .init(seed: 0, now: { .distantPast }))
    #expect(restored.allEpisodes == library && restored.heardBefore.letters == "a" && restored.upNext.letters == "c")
    restored.play()
    #expect(restored.state.words == "loading c")
  }
}
