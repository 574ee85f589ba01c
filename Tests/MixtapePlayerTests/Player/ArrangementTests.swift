import MixtapeModel
import MixtapePlayer
import TestSupport
import Testing

/// Undo of changes while the player plays on.
@Suite struct ArrangementTests {
  private let service = RecordingService()
  private let player: ShufflePlayer

  init() throws { player = try ShufflePlayer.playing("abcdef", on: service) }

  /// Plays the next episode, and reports its start.
  private func hear() {
    if player.state == .stopped { player.play() } else { player.skipToNext() }
    service.report(MusicServiceReport.started)
  }

  private func remove(_ letter: String) throws { player.remove(try Episode.named(letter).id) }

  @Test func `a restored episode that was heard does not play again`() throws {
    for _ in 0..<3 { hear() }
    let before = player.arrangement
    try remove("a")
    #expect(player.heardBefore.letters == "b")
    player.restore(before)
    #expect(player.state.words == "playing c" && player.heardBefore.letters == "ba" && player.upNext.letters == "def")
    #expect(player.allEpisodes.letters == "abcdef")
  }

  @Test func `a restored episode returns to its place, unless it has played`() throws {
    hear()
    let before = player.arrangement
    try remove("c")
    try remove("e")
    hear()
    #expect(player.state.words == "playing b")
    player.restore(before)
    #expect(player.upNext.letters == "cdef" && player.heardBefore.letters == "a")
    #expect(service.queue.map(\.episode).letters == "bcdef")
  }

  @Test func `the order and the shuffle are restored`() {
    hear()
    let before = player.arrangement
    player.shuffle(by: .uniform)
    player.restore(before)
    #expect(player.upNext.letters == "bcdef" && player.shuffleAlgorithm == .off)
  }

  @Test func `queued episodes are removed, also after they have played`() throws {
    for _ in 0..<3 { hear() }
    let before = player.arrangement
    try player.enqueueNext(.named("a"))
    try player.enqueueNext(.named("x"))
    try player.enqueue(.named("d"))
    #expect(player.upNext.letters == "xaefd")
    player.restore(before)
    #expect(player.upNext.letters == "def" && player.heardBefore.letters == "ba" && player.count == 6)
  }

  @Test func `an added episode that plays is replaced by the next one`() throws {
    player.play()
    let before = player.arrangement
    try player.playNow(.named("x"))
    #expect(player.upNext.letters == "abcdef")
    player.restore(before)
    #expect(player.state.words == "loading a" && player.upNext.letters == "bcdef")
  }

  @Test func `episodes after a skip back play again`() {
    for _ in 0..<3 { hear() }
    let before = player.arrangement
    player.shuffle(by: .uniform)
    player.skipToPrevious()
    player.skipToPrevious()
    player.restore(before)
    #expect(player.state.words == "loading a" && player.upNext.letters == "bcdef" && player.heardBefore.isEmpty)
  }

  @Test func `after the removal of all episodes, the round continues`() throws {
    for _ in 0..<3 { hear() }
    let before = player.arrangement
    for letter in "abcdef" { try remove(String(letter)) }
    #expect(player.state.isEmpty && player.round == 0)
    player.restore(before)
    #expect(player.state == .stopped && player.round == 1 && player.upNext.letters == "def")
    #expect(player.currentEpisode?.id.name == "c" && player.heardBefore.letters == "ba")
  }

  @Test func `in a later round, a restored episode plays in that round`() throws {
    hear()
    let before = player.arrangement
    try remove("b")
    while player.round == 1 { hear() }
    player.restore(before)
    #expect(player.round == 2 && player.upNext.letters == "cdefb" && player.allEpisodes.letters == "abcdef")
  }

  @Test(arguments: ShuffleAlgorithm.allCases)
  func `after changes and their undo, a round plays each episode once`(_ algorithm: ShuffleAlgorithm) throws {
    var generator = SeededGenerator()
    let letters = "abcdefgh"
    for _ in 0..<40 {
      let service = RecordingService()
      let player = try ShufflePlayer.playing(letters, on: service, shuffle: algorithm)
      player.play()
      var played = [player.state.currentEpisode?.id]
      func go() {
        service.report(MusicServiceReport.started)
        player.skipToNext()
        if player.round == 1 { played.append(player.state.currentEpisode?.id) }
      }
      while player.round == 1 {
        let before = (player.arrangement, player.saved)
        // The current episode is not changed: it would play twice, before its removal and after the undo.
        let others = player.allEpisodes.filter { $0 != player.state.currentEpisode }
        let episode = try others.randomElement(using: &generator) ?? .named("x")
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: try player.enqueueNext(episode)
        case 1: player.remove(episode.id)
        case 2: try player.enqueue(.named("y"))
        default: player.shuffle(by: ShuffleAlgorithm.allCases.randomElement(using: &generator))
        }
        let plays = Int.random(in: 0..<3, using: &generator)
        // An episode that was queued again plays again, unless that is undone in time.
        let isRepeated = played.contains(player.upNext.first?.id)
        let isLonger = player.contains(try Episode.named("y").id)
        for _ in 0..<plays where !isRepeated && !isLonger && !player.upNext.isEmpty { go() }
        player.restore(before.0)
        #expect(player.allEpisodes.letters == letters && player.shuffleAlgorithm == algorithm, generator.comment)
        if player.saved.current == before.1.current { #expect(player.saved == before.1, generator.comment) }
        if player.round == 1 { go() }
      }
      #expect(Set(played).count == letters.count && played.count == letters.count, generator.comment)
    }
  }
}
