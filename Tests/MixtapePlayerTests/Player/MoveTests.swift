import MixtapeModel
import MixtapePlayer
import TestSupport
import Testing

/// Moves of episodes in the rest of a round.
@Suite struct MoveTests {
  private let service = RecordingService()
  private let player: ShufflePlayer

  init() throws {
    player = try ShufflePlayer.playing("abcdef", on: service)
    player.play()
    service.report(MusicServiceReport.started)
  }

  private func move(_ letter: String, by distance: Int) throws -> Bool {
    player.move(try Episode.named(letter).id, by: distance)
  }

  @Test(
    arguments: [
      ("b", 1, "cbdef"), ("b", 2, "cdbef"), ("b", 9, "cdefb"), ("f", -1, "bcdfe"), ("f", -9, "fbcde"),
      ("d", -1, "bdcef"),
      ("b", .max, "cdefb"), ("f", .min, "fbcde"),
    ] as [(String, Int, String)])
  func `an episode moves in the rest of the round`(_ letter: String, _ distance: Int, _ order: String) throws {
    #expect(try move(letter, by: distance))
    #expect(player.upNext.letters == order)
    #expect(service.queue.map(\.episode).letters == "a" + order)
    #expect(player.state.words == "playing a")
    // The next round has the order, too.
    #expect(player.allEpisodes.letters == "a" + order)
  }

  @Test(arguments: [("b", 0), ("b", -1), ("f", 1), ("a", 1), ("x", 1)])
  func `a move without effect is refused`(_ letter: String, _ distance: Int) throws {
    #expect(try !move(letter, by: distance))
    #expect(player.upNext.letters == "bcdef" && player.allEpisodes.letters == "abcdef")
  }

  @Test func `a round has an order before anything plays`() throws {
    let player = try ShufflePlayer.playing("a", on: service)
    #expect(player.upNext.isEmpty)
    player.beginRound()
    try player.add(.named("b"))
    #expect(player.upNext.letters == "ab" && player.state == .stopped && player.round == 1)
    player.beginRound()
    #expect(player.round == 1)
    player.play()
    #expect(player.state.words == "loading a")
  }
}
