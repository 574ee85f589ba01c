import MixtapeModel
import MixtapePlayer
import TestSupport
import Testing

@testable import mixtape

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PlayerDeskTests {
  private let service = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))
  private let desk: PlayerDesk
  private let episodes: [Episode]

  init() throws {
    episodes = try PlayerSample.episodes()
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 0) })
    let player = ShufflePlayer(service: service, options: options)
    for episode in episodes.prefix(3) { try player.add(episode) }
    desk = try PlayerDesk(
      player, playing: Playlist(id: Playlist.ID(validating: "evenings"), name: "Evenings"), on: .simulator)
    player.play()
    service.advance(to: .zero)
  }

  private var queue: [Episode.ID] { desk.snapshot.queue.map(\.episode.id) }

  @Test func `what was added or removed is taken back, the last change first`() throws {
    let before = queue
    #expect(desk.perform(.remove(episodes[1].id))?.text == "Removed \(episodes[1].title)")
    #expect(desk.perform(.add(episodes[3]))?.text == "Added \(episodes[3].title)")
    #expect(queue.count == 3)
    #expect(desk.perform(.undo)?.text == "Taken back: Adding \(episodes[3].title)")
    #expect(desk.perform(.undo)?.text == "Taken back: Removing \(episodes[1].title)")
    #expect(queue == before)
    #expect(desk.perform(.undo) == PlayerPanel.Message(text: "there is nothing to take back", isRefusal: true))
  }

  @Test func `an order that was shuffled comes back`() {
    let before = queue
    #expect(desk.perform(.shuffle(.uniform))?.text == "Shuffled what is left of the round: uniform")
    for _ in 0..<3 { _ = desk.perform(.shuffle(nil)) }
    for _ in 0..<4 { _ = desk.perform(.undo) }
    #expect(queue == before)
  }

  @Test func `the way of shuffling comes back`() {
    _ = desk.perform(.shuffle(.grouped))
    #expect(desk.perform(.undo)?.text == "Taken back: Shuffling")
    #expect(desk.player.shuffleAlgorithm == .off)
  }

  @Test func `what was heard before it was removed does not play again in this round`() {
    _ = desk.perform(.next)
    service.advance(to: .zero)
    _ = desk.perform(.remove(episodes[0].id))
    _ = desk.perform(.undo)
    #expect(desk.snapshot.upNext == [episodes[2]] && desk.snapshot.heardBefore == [episodes[0]])
    #expect(desk.snapshot.queue.last?.turn == .past)
  }

  @Test func `what played when it was removed comes next when it is back`() {
    _ = desk.perform(.remove(episodes[0].id))
    service.advance(to: .zero)
    #expect(desk.snapshot.state == .playing(episodes[1]))
    _ = desk.perform(.undo)
    #expect(desk.snapshot.state == .playing(episodes[1]))
    #expect(desk.snapshot.upNext == [episodes[0], episodes[2]])
  }

  @Test func `what is there already, or is not, changes nothing`() {
    #expect(
      desk.perform(.add(episodes[0])) == PlayerPanel.Message(text: "Auroras is in the queue already", isRefusal: true))
    #expect(
      desk.perform(.remove(episodes[3].id))
        == PlayerPanel.Message(text: "show/walk is not in the queue", isRefusal: true))
    #expect(desk.perform(.undo)?.isRefusal == true)
  }

  @Test func `a full queue says so`() throws {
    for number in 0..<(ShufflePlayer.capacity - 3) {
      #expect(desk.perform(.add(try PlayerSample.episode("n\(number)", "Number \(number)")))?.isRefusal == false)
    }
    #expect(desk.snapshot.isFull)
    #expect(desk.perform(.add(episodes[3]))?.text == "Full: the queue holds 120 episodes, and no more")
    #expect(desk.perform(.playNow(episodes[3]))?.isRefusal == true)
    #expect(desk.perform(.undo)?.text == "Taken back: Adding Number 116")
  }

  @Test func `whatever is done, all of it can be taken back`() throws {
    var generator = SeededGenerator()
    for _ in 0..<100 {
      let before = Set(queue)
      var count = 0
      for _ in 0..<12 {
        let episode = episodes.randomElement(using: &generator) ?? episodes[0]
        let actions: [PlayerAction] = [
          .add(episode), .remove(episode.id), .shuffle(nil), .next, .playNow(episode), .playNext(episode),
        ]
        let action = actions.randomElement(using: &generator) ?? .next
        let isChange = action != .next && (action != .playNow(episode) || !desk.player.contains(episode.id))
        if desk.perform(action)?.isRefusal != true, isChange { count += 1 }
        service.advance(to: .zero)
      }
      for _ in 0..<count { #expect(desk.perform(.undo)?.isRefusal == false, generator.comment) }
      #expect(Set(queue) == before, generator.comment)
      #expect(desk.snapshot.queue.count == desk.snapshot.episodes.count, generator.comment)
    }
  }
}
