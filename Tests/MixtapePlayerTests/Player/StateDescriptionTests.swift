import MixtapeModel
import MixtapePlayer
import Testing

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
