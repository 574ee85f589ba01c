import MixtapeModel
import MixtapePlayer
import Testing

@Suite struct StateStreamTests {
  @Test func `each change is sent once and in order, also if a report precedes the return of its call`() async throws {
    let service = RecordingService()
    service.reportStartAtOnce()
    var player: ShufflePlayer? = try .playing("ab", on: service)
    let (first, second) = (player?.states(), player?.states())
    player?.play()
    player?.play()
    player?.pause()
    player?.pause()
    player?.skipToNext()
    player?.removeAll()
    player?.stop()
    player = nil
    let expected = ["stopped", "loading a", "playing a", "paused a", "loading b", "playing b", "empty"]
    #expect(await words(of: first) == expected)
    #expect(await words(of: second) == expected)
  }

  // A trial of the library: a program that listened late showed nothing until the next change.
  @Test func `a later listener gets the present state and later changes`() async throws {
    var player: ShufflePlayer? = try .playing("a", on: RecordingService())
    player?.play()
    let late = player?.states()
    player?.stop()
    player = nil
    #expect(await words(of: late) == ["loading a", "stopped"])
  }

  @Test func `all listeners get the same changes of many threads`() async throws {
    let service = RecordingService()
    service.reportStartAtOnce()
    var player: ShufflePlayer? = try .playing("abcdef", on: service)
    let streams = (0..<3).map { _ in player?.states() }
    let last = await withTaskGroup(of: Void.self) { [player] group in
      for turn in 0..<4 {
        group.addTask {
          for step in 0..<50 {
            switch (turn + step) % 4 {
            case 0: player?.togglePlayback()
            case 1: player?.skipToNext()
            case 2: player?.skipToPrevious()
            default: player?.stop()
            }
          }
        }
      }
      await group.waitForAll()
      return player?.state
    }
    player = nil
    var heard: [[PlaybackState]] = []
    for stream in streams { heard.append(await states(of: stream)) }
    #expect(heard[0].count > 50 && heard[0] == heard[1] && heard[1] == heard[2])
    #expect(heard[0].last == last)
    #expect(zip(heard[0], heard[0].dropFirst()).allSatisfy { $0 != $1 })
  }

  private func states(of stream: AsyncStream<PlaybackState>?) async -> [PlaybackState] {
    var states: [PlaybackState] = []
    if let stream { for await state in stream { states.append(state) } }
    return states
  }

  private func words(of stream: AsyncStream<PlaybackState>?) async -> [String] { await states(of: stream).map(\.words) }
}

/// Printed states take one line. A trial of the library printed 400 to 900 characters for each.
@Suite struct StateDescriptionTests {
  @Test func `states are printed in one line`() throws {
    let episode = try Episode.named("a", [.title: .text("Auroras")])
    let states: [PlaybackState] = [
      .empty, .stopped, .loading(episode), .playing(episode), .paused(episode),
      .error(PlaybackFailure(episode, .notPlayable("no such file"))),
      .error(PlaybackFailure(episode, .missingFile(path: "/a.mp3"))), .error(PlaybackFailure(episode, .denied)),
    ]
    #expect(
      states.map { "\($0)" } == [
        "empty", "stopped", "loading Auroras (show/a)", "playing Auroras (show/a)", "paused Auroras (show/a)",
        "error: Auroras (show/a): not playable: no such file",
        "error: Auroras (show/a): not playable: there is no file /a.mp3", "error: Auroras (show/a): access denied",
      ])
  }
}
