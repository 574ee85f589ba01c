import MixtapeModel
import MixtapePlayer
import TestSupport
import Testing

/// Changes of the playlist while the player plays.
@Suite struct FollowingTests {
  private let service = RecordingService()
  private let player: ShufflePlayer

  init() throws {
    player = try ShufflePlayer.playing("abcde", on: service)
    for _ in 0..<2 { advance() }
    _ = service.takeCalls()
  }

  private func advance() {
    if player.state == .stopped { player.play() } else { player.skipToNext() }
    service.report(MusicServiceReport.started)
  }

  private func follow(_ playlist: String, from earlier: String = "abcde") throws {
    player.follow(try Episode.lettered(playlist, duration: 100), from: try Episode.lettered(earlier).map(\.id))
  }

  @Test(arguments: [
    ("abcdex", "cdex"), ("abcxde", "cxde"), ("abxcde", "xcde"), ("axbcde", "cdex"), ("xabcde", "cdex"),
    ("abde", "de"), ("abedc", "edc"), ("cbade", "dec"), ("abxyc", "xyc"), ("ab", ""),
  ])
  func `the rest of the round follows the playlist`(_ playlist: String, _ rest: String) throws {
    try follow(playlist)
    #expect(player.state.words == "playing b" && player.upNext.letters == rest)
    #expect(service.takeCalls() == ["queue b\(rest)"])
    #expect(player.allEpisodes.letters == playlist)
  }

  @Test func `the current episode plays on after it left the playlist`() throws {
    try follow("acde")
    #expect(player.state.words == "playing b" && player.count == 5)
    advance()
    #expect(player.state.words == "playing c" && player.heardBefore.letters == "a")
    #expect(player.allEpisodes.letters == "acde")
  }

  @Test func `the last episode of an emptied playlist plays to its end`() throws {
    try follow("")
    #expect(player.state.words == "playing b" && player.count == 1)
    service.report(MusicServiceReport.ended)
    #expect(player.state == .empty && player.round == 0)
  }

  @Test func `an episode that returns while it plays stays`() throws {
    try follow("acde")
    try follow("abcde", from: "acde")
    advance()
    #expect(player.count == 5 && player.heardBefore.letters == "ba")
  }

  @Test func `an episode that the user adds again stays`() throws {
    try follow("acde")
    try player.enqueueNext(.named("b"))
    advance()
    #expect(player.contains(try Episode.named("b").id))
  }

  @Test func `episodes that the user added and moved stay in place`() throws {
    try player.enqueueNext(.named("x"))
    player.move(try Episode.named("e").id, by: -9)
    #expect(player.upNext.letters == "excd")
    try follow("abcdey")
    #expect(player.upNext.letters == "eyxcd")
    try follow("abcdy", from: "abcdey")
    #expect(player.upNext.letters == "yxcd")
  }

  @Test func `a full player takes no more episodes`() throws {
    let playlist = try (0..<200).map { try Episode.named("n\($0)") }
    player.follow(playlist, from: [])
    #expect(player.count == ShufflePlayer.capacity && player.state.words == "playing b")
  }

  @Test func `new values of episodes replace the old ones`() throws {
    let renamed = try Episode.named("b", duration: 100, [.title: .text("New")])
    player.update([renamed, try .named("x")])
    #expect(player.state.currentEpisode?.title == "New" && player.count == 5)
  }

  @Test(arguments: ShuffleAlgorithm.allCases)
  func `random changes keep the playlist and the current episode`(_ algorithm: ShuffleAlgorithm) throws {
    var generator = SeededGenerator()
    let service = RecordingService()
    let player = try ShufflePlayer.playing("abcdefgh", on: service, shuffle: algorithm)
    var playlist = "abcdefgh"
    player.play()
    for _ in 0..<200 {
      service.report(MusicServiceReport.started)
      let current = player.currentEpisode
      let next = String("abcdefghijklmno".shuffled(using: &generator).prefix(Int.random(in: 0..<12, using: &generator)))
      player.follow(try Episode.lettered(next), from: try Episode.lettered(playlist).map(\.id))
      playlist = next
      #expect(player.currentEpisode?.id == current?.id, generator.comment)
      let expected = Set(playlist.map(String.init)).union([current?.id.name].compactMap(\.self))
      #expect(Set(player.allEpisodes.map(\.id.name)) == expected, generator.comment)
      let shown = [player.state.currentEpisode].compactMap(\.self) + player.upNext
      if player.state.isPlaying {
        #expect(service.queue.map(\.episode.id) == shown.map(\.id), generator.comment)
      }
      #expect(Set(player.upNext.map(\.id)).count == player.upNext.count, generator.comment)
      if player.state == .stopped { player.play() } else { player.skipToNext() }
    }
  }
}
