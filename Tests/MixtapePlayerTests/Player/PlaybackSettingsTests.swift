import Foundation
import MixtapeModel
import MixtapePlayer
import Testing

/// Speed, volume, and stops that keep the position.
@Suite struct PlaybackSettingsTests {
  private let service = RecordingService()
  private let player: ShufflePlayer

  init() throws { player = try ShufflePlayer.playing("ab", on: service) }

  @Test func `the service gets the speed and the volume`() throws {
    player.setSpeed(PlaybackSpeed(clamping: 1.5))
    player.setVolume(Volume(clamping: 40))
    player.play()
    #expect(service.takeCalls() == ["speed 1.5", "volume 40", "access", "queue ab", "play"])
    #expect(player.speed.rawValue == 1.5 && player.volume.rawValue == 40)
  }

  @Test func `without settings, those of the service are shown`() {
    service.setSpeed(PlaybackSpeed(clamping: 2))
    service.setVolume(Volume(clamping: 50))
    #expect(player.speed.rawValue == 2 && player.volume.rawValue == 50)
    #expect(player.saved.speed == nil && player.saved.volume == nil)
  }

  @Test func `a failure of the episode does not drop a setting`() {
    player.play()
    _ = service.takeCalls()
    let (player, service) = (player, service)
    service.interruptNext("pause") { player.setSpeed(PlaybackSpeed(clamping: 2)) }
    service.failNext("pause", with: .notPlayable("broken"))
    player.pause()
    #expect(service.takeCalls().contains("speed 2.0"))
  }

  @Test func `a restored player has the settings`() throws {
    player.setSpeed(PlaybackSpeed(clamping: 0.75))
    player.setVolume(Volume(clamping: 10))
    let next = RecordingService()
    let restored = ShufflePlayer(
      restoring: player.saved, library: [:], service: next,
      options: ShufflePlayer.Options(seed: 1, now: { .distantPast }))
    #expect(restored.speed == player.speed && restored.volume == player.volume)
    try restored.add(.named("a"))
    restored.play()
    #expect(next.takeCalls().prefix(2) == ["speed 0.75", "volume 10"])
  }

  @Test func `a suspended player resumes at its position`() {
    player.play()
    service.report(MusicServiceReport.started)
    service.reach(.seconds(42))
    _ = service.takeCalls()
    player.suspend()
    #expect(player.state == .stopped && player.position == .seconds(42) && player.currentEpisode?.id.name == "a")
    player.play()
    #expect(service.takeCalls() == ["stop", "queue ab", "seek 42", "play"])
    player.stop()
    #expect(player.position == .zero)
  }

  @Test func `values outside of the range are refused or limited`() {
    #expect(PlaybackSpeed(rawValue: 0.24) == nil && PlaybackSpeed(rawValue: 4.01) == nil)
    #expect(PlaybackSpeed(rawValue: .nan) == nil && PlaybackSpeed(clamping: .nan) == .normal)
    #expect(PlaybackSpeed(clamping: -1).rawValue == 0.25 && PlaybackSpeed(clamping: .infinity).rawValue == 4)
    #expect(PlaybackSpeed(clamping: 1.2 + 0.1).rawValue == 1.3)
    #expect(Volume(rawValue: -1) == nil && Volume(rawValue: 101) == nil)
    #expect(Volume(clamping: .max) == .full && Volume(clamping: .min).rawValue == 0)
  }
}
