import Foundation
import MixtapeModel
import MixtapePlayer
import StoreBrowser
import TestSupport
import Testing

@testable import mixtape

@Suite struct PlayerControllerTests {
  private let service = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))
  private let controller: PlayerController
  private let episodes: [Episode]

  init() throws {
    episodes = try ["Auroras", "Comets and What They Leave Behind", "Monday", "夜の散歩"].enumerated().map(Self.episode)
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 0) })
    let player = ShufflePlayer(service: service, options: options)
    for episode in episodes.prefix(3) { try player.add(episode) }
    controller = PlayerController(player, playing: "Evenings", on: .simulator)
    player.play()
    service.advance(to: .zero)
  }

  private static func episode(_ number: Int, _ title: String) throws -> Episode {
    Episode(
      id: try Episode.ID(validating: "show/e\(number)"), fields: [.title: .text(title), .duration: .seconds(1834)])
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
    #expect(controller.perform(.undo) == ScreenMessage("Nothing to undo", isRefusal: true))
  }

  @Test func `a playlist replaces the queue, which undo brings back`() {
    let before = queue
    let loaded = [episodes[3], episodes[0]]
    let message = controller.perform(.load(loaded, of: "Mornings", count: 2, from: nil, shuffle: nil))
    controller.source.name = "Mornings"
    #expect(message?.text == "Playing 2 episodes of Mornings instead of the queue; undo restores it")
    #expect(queue == loaded.map(\.id))
    #expect(controller.player.state.currentEpisode == episodes[3])
    #expect(controller.perform(.undo)?.text == "Undone: playing Mornings")
    #expect(Set(queue) == Set(before) && controller.snapshot.title == "Evenings")
  }

  @Test func `undo says where a list was put`() {
    let places: [(PlayerAction.QueuePosition, String)] = [
      (.now, "playing Mornings"), (.next, "playing Mornings next"), (.last, "playing Mornings last"),
      (.anywhere, "adding Mornings"),
    ]
    for (place, wording) in places {
      _ = controller.perform(.insert([episodes[3]], of: "Mornings", count: 1, place))
      #expect(controller.perform(.undo)?.text == "Undone: \(wording)")
    }
  }

  @Test func `steps to chapters are refused with the reason`() throws {
    #expect(
      controller.perform(.chapter(.next)) == ScreenMessage("No chapters are known", isRefusal: true))
    service.setChapters(
      ChapterList([Chapter("One", at: .zero), Chapter("Two", at: .seconds(60))]), of: episodes[0].id)
    #expect(controller.snapshot.chapter?.wording == "1/2 One")
    #expect(controller.perform(.chapter(.next)) == nil)
    #expect(controller.snapshot.chapter?.wording == "2/2 Two" && controller.player.position == .seconds(60))
    #expect(
      controller.perform(.chapter(.next)) == ScreenMessage("This is the last chapter", isRefusal: true))
    #expect(
      controller.perform(.chapter(.number(3)))
        == ScreenMessage("There is no chapter 3; the episode has 2 chapters", isRefusal: true))
    #expect(controller.perform(.chapter(.previous)) == nil && controller.player.position == .zero)
    #expect(controller.perform(.chapter(.number(2))) == nil && controller.player.position == .seconds(60))
  }

  @Test func `an existing or a missing item changes nothing`() {
    #expect(
      controller.perform(.add(episodes[0]))
        == ScreenMessage("Auroras is already in the queue", isRefusal: true))
    #expect(
      controller.perform(.remove(episodes[3].id))
        == ScreenMessage("show/e3 is not in the queue", isRefusal: true))
    #expect(controller.perform(.undo)?.isRefusal == true)
  }

  @Test func `a full queue is reported`() throws {
    for number in 0..<(ShufflePlayer.capacity - 3) {
      #expect(controller.perform(.add(try Self.episode(number + 10, "Number \(number)")))?.isRefusal == false)
    }
    #expect(controller.snapshot.isFull)
    #expect(controller.perform(.add(episodes[3]))?.text == "The queue is full: the maximum is 120 episodes")
    #expect(controller.perform(.playNow(episodes[3]))?.isRefusal == true)
    #expect(controller.perform(.undo)?.text == "Undone: adding Number 116")
  }

  @Test func `an emptied queue comes back, with the position`() {
    _ = controller.perform(.next)
    service.advance(to: .zero)
    service.advance(to: .seconds(90))
    #expect(controller.perform(.clear)?.text == "Removed 3 episodes; undo restores them")
    #expect(controller.snapshot.state == .empty)
    #expect(controller.perform(.clear) == ScreenMessage("The queue is already empty", isRefusal: true))
    #expect(controller.perform(.undo)?.text == "Undone: emptying the queue")
    #expect(controller.snapshot.state == .stopped && controller.snapshot.position == .seconds(90))
    #expect(queue == [episodes[1].id, episodes[2].id, episodes[0].id])
    #expect(controller.snapshot.queue.map(\.turn) == [.current, .coming(1), .past])
  }

  @Test func `enter in the picker adds and removes`() throws {
    #expect(controller.perform(.addOrRemove(episodes[3]))?.text == "Added 夜の散歩")
    #expect(controller.perform(.addOrRemove(episodes[3]))?.text == "Removed 夜の散歩")
    #expect(controller.perform(.addOrRemove(episodes[3]))?.text == "Added 夜の散歩")
    #expect(queue.count == 4)
  }

  @Test func `moves of one episode are undone together`() throws {
    let before = queue
    _ = controller.perform(.addOrRemove(episodes[3]))
    let entry = try #require(controller.player.entries.first { $0.episode == episodes[1] })
    for distance in [1, 1, -1] { #expect(controller.perform(.entry(.move(by: distance), entry)) == nil) }
    #expect(queue == [0, 2, 1, 3].map { episodes[$0].id })
    #expect(controller.perform(.undo)?.text == "Undone: moving Comets and What They Leave Behind")
    #expect(queue == [0, 1, 2, 3].map { episodes[$0].id })
    _ = controller.perform(.undo)
    #expect(queue == before)
  }

  @Test func `a queue that is filled while nothing plays has an order`() throws {
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 0) })
    let player = ShufflePlayer(service: SimulatedMusicService(), options: options)
    let controller = PlayerController(player, playing: nil, on: .simulator)
    for episode in episodes { _ = controller.perform(.addOrRemove(episode)) }
    #expect(controller.snapshot.queue.map(\.turn) == [.coming(1), .coming(2), .coming(3), .coming(4)])
    #expect(controller.snapshot.state == .stopped && controller.snapshot.title == "Mixtape")
  }

  @Test func `speed and volume stay in their ranges`() {
    #expect(controller.perform(.speedBy(0.5))?.text == "Speed 1.5×")
    #expect(controller.perform(.speedBy(9))?.text == "Speed 4×")
    #expect(controller.perform(.speed(PlaybackSpeed(clamping: 1.25)))?.text == "Speed 1.25×")
    #expect(controller.perform(.speedBy(-0.2))?.text == "Speed 1.05×")
    #expect(controller.perform(.volumeBy(5))?.text == "Volume 100%")
    #expect(controller.perform(.volumeBy(-30))?.text == "Volume 70%")
    #expect(controller.perform(.volume(Volume(clamping: 0)))?.text == "Volume 0%")
    #expect(controller.snapshot.settings == ["speed 1.05×", "volume 0%"])
    #expect(service.speed.rawValue == 1.05 && service.volume.rawValue == 0)
  }
}

struct RecordedPlaysTests {
  private let ids: [Episode.ID]

  init() throws { ids = try ["a/1", "a/2", "a/3"].map(Episode.ID.init(validating:)) }

  /// Returns the record of some episodes, of which the first ones were played to their end.
  private func record(of episodes: Range<Int>, played: Int) -> PodcastPlan {
    let pairs = episodes.map { (ids[$0], EpisodePlays(count: $0 - episodes.lowerBound < played ? 1 : 0, last: Date())) }
    return PodcastPlan(
      .recordPlays(Dictionary(uniqueKeysWithValues: pairs)), changes: [], episodes: Array(ids[episodes]))
  }

  @Test func `plays and positions are told apart`() {
    #expect(RecordedPlays(nil).text == nil)
    #expect(RecordedPlays(record(of: 0..<2, played: 2)).text == "2 episodes as played")
    #expect(RecordedPlays(record(of: 0..<1, played: 0)).text == "the position of 1 episode")
    var both = RecordedPlays(record(of: 0..<1, played: 1))
    both.add(record(of: 1..<3, played: 0))
    #expect(both.text == "1 episode as played and the positions of 2 episodes")
  }
}
