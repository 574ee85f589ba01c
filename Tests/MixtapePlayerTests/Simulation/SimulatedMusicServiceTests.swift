import MixtapeModel
import MixtapePlayer
import TestSupport
import Testing

@Suite struct SimulatedMusicServiceTests {
  @Test func `an episode loads, plays and ends by the clock`() throws {
    let (service, reports) = try make("ab")
    service.play()
    #expect(service.nextEvent == .seconds(2) && service.position == .zero)
    service.advance(to: .seconds(1))
    #expect(reports.values == [] && service.now == .seconds(1))
    service.advance(to: .seconds(50))
    #expect(reports.values == [.started(0)] && service.position == .seconds(48) && service.nextEvent == .seconds(102))
    service.advance(to: .seconds(500))
    // It does not play the next one by itself.
    #expect(reports.values == [.started(0), .ended(0)] && service.nextEvent == nil && service.now == .seconds(500))
    service.skip()
    service.advance(to: .seconds(600))
    #expect(reports.values.last == .started(1) && service.position == .seconds(98))
  }

  @Test func `a pause stops the time, also while loading`() throws {
    let (service, reports) = try make("a")
    service.play()
    service.advance(to: .seconds(1))
    service.pause()
    service.advance(to: .seconds(100))
    #expect(reports.values == [] && service.nextEvent == nil)
    service.play()
    service.advance(to: .seconds(101))
    #expect(reports.values == [.started(0)])
    service.advance(to: .seconds(111))
    service.pause()
    service.advance(to: .seconds(200))
    #expect(service.position == .seconds(10))
    service.play()
    #expect(service.nextEvent == .seconds(290))
  }

  @Test func `seeking works before and after loading`() throws {
    let (service, reports) = try make("a")
    service.seek(to: .seconds(30))
    service.play()
    service.advance(to: .seconds(2))
    #expect(service.position == .seconds(30) && service.nextEvent == .seconds(72))
    service.seek(to: .seconds(1000))
    service.advance(to: .seconds(3))
    #expect(reports.values == [.started(0), .ended(0)] && service.position == .seconds(100))
  }

  @Test func `a new queue with the same first entry plays on`() throws {
    let (service, reports) = try make("ab")
    service.play()
    service.advance(to: .seconds(12))
    let next = QueueEntry(id: 1, episode: try .named("c", duration: 5))
    service.setQueue([QueueEntry(id: 0, episode: try .named("a", duration: 100)), next])
    #expect(service.position == .seconds(10))
    service.setQueue([next])
    #expect(service.position == .zero && service.nextEvent == nil)
    service.play()
    service.advance(to: .seconds(100))
    #expect(reports.values == [.started(0), .started(1), .ended(1)])
    service.stop()
    service.play()
    #expect(service.nextEvent == nil)
  }

  @Test func `failures occur on demand and at random`() throws {
    let (service, reports) = try make("ab")
    service.setPlayable(false, try Episode.named("b").id)
    service.play()
    service.advance(to: .seconds(10))
    service.fail(with: .unavailable("gone"))
    service.fail(with: .unavailable("gone"))
    #expect(reports.values == [.started(0), .failed(0, .unavailable("gone"))] && service.nextEvent == nil)
    service.skip()
    service.advance(to: .seconds(20))
    #expect(reports.values.last == .failed(1, .notPlayable("simulated failure")))
    let (unlucky, failures) = try make("a", failChance: 1)
    unlucky.play()
    unlucky.advance(to: .seconds(10))
    #expect(failures.values.count == 1)
  }

  @Test func `a search ignores the case of titles`() throws {
    let titles = ["Auroras", "Comets", "More auroras"]
    let service = SimulatedMusicService(
      library: try titles.enumerated().map { try Episode.named("\($0)", [.title: .text($1)]) })
    #expect(service.search("AUR", limit: 5).letters == "02" && service.search("aurora", limit: 1).letters == "0")
  }

  private func make(
    _ letters: String, failChance: Double = 0
  ) throws -> (SimulatedMusicService, Recorder<MusicServiceReport>) {
    let service = SimulatedMusicService(.init(loadingTime: .seconds(2), failChance: failChance))
    let reports = Recorder<MusicServiceReport>()
    service.listen(reports.record)
    service.setQueue(try Episode.lettered(letters, duration: 100).enumerated().map { QueueEntry(id: $0, episode: $1) })
    return (service, reports)
  }

  @Test func `the speed applies from now on`() throws {
    let service = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))
    service.setQueue([QueueEntry(id: 1, episode: try .named("a", duration: 100))])
    service.play()
    service.advance(to: .seconds(10))
    service.setSpeed(PlaybackSpeed(clamping: 2))
    service.advance(to: .seconds(20))
    #expect(service.position == .seconds(30) && service.nextEvent == .seconds(55))
    service.pause()
    service.setSpeed(PlaybackSpeed(clamping: 0.5))
    service.play()
    #expect(service.position == .seconds(30) && service.nextEvent == .seconds(160))
    service.setVolume(Volume(clamping: 30))
    #expect(service.volume.rawValue == 30 && service.speed.rawValue == 0.5)
  }
}
