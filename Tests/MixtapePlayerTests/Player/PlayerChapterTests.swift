import Foundation
import MixtapeModel
@testable import MixtapePlayer
import Testing

@Suite struct PlayerChapterTests {
  private let service = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .seconds(1)))
  private let player: ShufflePlayer
  private let chapters = ChapterList([
    Chapter("One", at: .zero), Chapter("Two", at: .seconds(30)), Chapter("Three", at: .seconds(60)),
  ])

  init() throws {
    player = ShufflePlayer(service: service, options: ShufflePlayer.Options(shuffle: .off, now: { .distantPast }))
    for episode in try Episode.lettered("ab", duration: 100) { try player.add(episode) }
    service.setChapters(chapters, of: player.allEpisodes[0].id)
    player.play()
  }

  @Test func `the chapters are those of the loaded episode`() {
    #expect(player.chapters.isEmpty)
    service.advance(to: .seconds(1))
    #expect(player.chapters == chapters)
    player.skipToNext()
    #expect(player.chapters.isEmpty)
    service.advance(to: .seconds(2))
    #expect(player.chapters.isEmpty && !player.skipToNextChapter() && !player.skipToPreviousChapter())
    #expect(!player.skipToChapter(at: 0))
    player.stop()
    #expect(player.chapters.isEmpty)
  }

  @Test func `given chapters replace those of the sound while their episode is current`() throws {
    service.advance(to: .seconds(1))
    let given = ChapterList([Chapter("Given", at: .seconds(5)), Chapter("Later", at: .seconds(50))])
    player.setChapters(given, of: player.allEpisodes[1].id)
    #expect(player.chapters == chapters)
    player.setChapters(given, of: player.allEpisodes[0].id)
    #expect(player.chapters == given)
    player.stop()
    #expect(player.chapters == given && player.skipToChapter(at: 1) && player.position == .seconds(50))
    // They stay with the episode, also under another id.
    let moved = try Episode.named("moved/a", duration: 100)
    player.replace([player.allEpisodes[0].id: moved])
    #expect(player.chapters == given)
    player.setChapters(.none, of: moved.id)
    #expect(player.chapters.isEmpty)
    player.play()
    player.setChapters(given, of: moved.id)
    player.skipToNext()
    #expect(player.chapters.isEmpty)
    player.remove(moved.id)
    #expect(player.chapters.isEmpty)
  }

  @Test func `chapters that begin at the end or after it are left out`() {
    let id = player.allEpisodes[0].id
    let all = [
      Chapter("In", at: .seconds(99)), Chapter("At", at: .seconds(100)), Chapter("After", at: .seconds(99_999)),
    ]
    player.setChapters(ChapterList(all), of: id)
    #expect(player.chapters.chapters.map(\.title) == ["In"])
    #expect(!player.skipToChapter(at: 1))
    service.advance(to: .seconds(1))
    #expect(player.chapters.chapters.map(\.title) == ["In"])
    service.setChapters(ChapterList(all), of: id)
    player.setChapters(.none, of: id)
    #expect(player.chapters.chapters.map(\.title) == ["In"])
    #expect(ChapterList(all).beginning(before: nil).chapters.count == 3)
  }

  @Test func `steps seek in the episode, also while it is paused`() {
    service.advance(to: .seconds(11))
    #expect(player.skipToNextChapter() && player.position == .seconds(30))
    player.pause()
    #expect(player.skipToNextChapter() && player.position == .seconds(60))
    #expect(!player.skipToNextChapter() && player.position == .seconds(60))
    #expect(player.skipToPreviousChapter() && player.position == .seconds(30))
    #expect(player.skipToPreviousChapter() && player.position == .zero)
    #expect(player.skipToPreviousChapter() && player.position == .zero)
    #expect(player.skipToChapter(at: 1) && player.position == .seconds(30))
    #expect(!player.skipToChapter(at: 3) && !player.skipToChapter(at: -1))
    player.play()
    service.advance(to: .seconds(21))
    #expect(player.position == .seconds(40))
    #expect(player.skipToPreviousChapter() && player.position == .seconds(30))
  }
}
