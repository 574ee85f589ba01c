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

@Suite struct PlayerControllerTests {
  private let service = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))
  private let controller: PlayerController
  private let episodes: [Episode]

  init() throws {
    episodes = try PlayerSample.episodes()
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 0) })
    let player = ShufflePlayer(service: service, options: options)
    for episode in episodes.prefix(3) { try player.add(episode) }
    controller = try PlayerController(
      player, playing: Playlist(id: Playlist.ID(validating: "evenings"), name: "Evenings"), on: .simulator)
    player.play()
    service.advance(to: .zero)
  }

  private var queue: [Episode.ID] { controller.snapshot.queue.map(\.episode.id) }

  @Test func `undo reverts additions and removals in reverse order`() throws {
    let before = queue
    #expect(controller.perform(.remove(episodes[1].id))?.text == "Removed \(episodes[1].title)")
    #expect(controller.perform(.add(episodes[3]))?.text == "Added \(episodes[3].title)")
    #expect(queue.count == 3)
    #expect(controller.perform(.undo)?.text == "Undone: adding \(episodes[3].title)")
    #expect(controller.perform(.undo)?.text == "Undone: removing \(episodes[1].title)")
    #expect(queue == before)
    #expect(controller.perform(.undo) == PlayerPanel.Message(text: "Nothing to undo", isRefusal: true))
  }

  @Test func `undo restores the order before shuffling`() {
    let before = queue
    #expect(controller.perform(.shuffle(.uniform))?.text == "Shuffled the rest of the round: uniform")
    for _ in 0..<3 { _ = controller.perform(.shuffle(nil)) }
    for _ in 0..<4 { _ = controller.perform(.undo) }
    #expect(queue == before)
  }

  @Test func `undo restores the shuffle`() {
    _ = controller.perform(.shuffle(.grouped))
    #expect(controller.perform(.undo)?.text == "Undone: shuffling")
    #expect(controller.player.shuffleAlgorithm == .off)
  }

  @Test func `a played episode that returns does not play again in the round`() {
    _ = controller.perform(.next)
    service.advance(to: .zero)
    _ = controller.perform(.remove(episodes[0].id))
    _ = controller.perform(.undo)
    #expect(controller.snapshot.upNext == [episodes[2]] && controller.snapshot.heardBefore == [episodes[0]])
    #expect(controller.snapshot.queue.last?.turn == .past)
  }

  @Test func `undo of removing the current episode puts it next`() {
    _ = controller.perform(.remove(episodes[0].id))
    service.advance(to: .zero)
    #expect(controller.snapshot.state == .playing(episodes[1]))
    _ = controller.perform(.undo)
    #expect(controller.snapshot.state == .playing(episodes[1]))
    #expect(controller.snapshot.upNext == [episodes[0], episodes[2]])
  }

  @Test func `an existing or a missing item changes nothing`() {
    #expect(
      controller.perform(.add(episodes[0]))
        == PlayerPanel.Message(text: "Auroras is already in the queue", isRefusal: true))
    #expect(
      controller.perform(.remove(episodes[3].id))
        == PlayerPanel.Message(text: "show/walk is not in the queue", isRefusal: true))
    #expect(controller.perform(.undo)?.isRefusal == true)
  }

  @Test func `a full queue is reported`() throws {
    for number in 0..<(ShufflePlayer.capacity - 3) {
      #expect(controller.perform(.add(try PlayerSample.episode("n\(number)", "Number \(number)")))?.isRefusal == false)
    }
    #expect(controller.snapshot.isFull)
    #expect(controller.perform(.add(episodes[3]))?.text == "The queue is full: the maximum is 120 episodes")
    #expect(controller.perform(.playNow(episodes[3]))?.isRefusal == true)
    #expect(controller.perform(.undo)?.text == "Undone: adding Number 116")
  }

  @Test func `undo reverts every sequence of changes`() throws {
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
        let isChange = action != .next && (action != .playNow(episode) || !controller.player.contains(episode.id))
        if controller.perform(action)?.isRefusal != true, isChange { count += 1 }
        service.advance(to: .zero)
      }
      for _ in 0..<count { #expect(controller.perform(.undo)?.isRefusal == false, generator.comment) }
      #expect(Set(queue) == before, generator.comment)
      #expect(controller.snapshot.queue.count == controller.snapshot.episodes.count, generator.comment)
    }
  }
}
