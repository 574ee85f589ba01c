import MixtapeModel
import MixtapePlayer
import TestSupport
import Testing

@Suite struct RandomCommandTests {
  @Test func `random commands do what a plain model does`() throws {
    var generator = SeededGenerator()
    for _ in 0..<60 {
      let service = RecordingService()
      let isContinuous = Bool.random(using: &generator)
      let player = try ShufflePlayer.playing("", on: service, continuous: isContinuous)
      var model = PlayerModel(isContinuous: isContinuous)
      var story: [String] = []
      for _ in 0..<120 {
        let step = Step.random(using: &generator)
        story.append("\(step)")
        try step.perform(player, service)
        model.perform(step)
        let matches =
          player.state.words == model.state && player.upNext.letters == model.rest.joined()
          && player.heardBefore.reversed().letters == model.heard.joined()
          && player.allEpisodes.letters == model.all.joined() && player.round == model.round
        // As long as something plays, the service has what the player shows.
        let shown = ([player.state.currentEpisode].compactMap(\.self) + player.upNext).letters
        let isKnown = !model.isActive || service.queue.map(\.episode).letters == shown
        guard !matches || !isKnown else { continue }
        let found = "\(player.state.words), next \(player.upNext.letters), heard \(player.heardBefore.letters)"
        Issue.record("\(generator): \(story.joined(separator: ", ")): \(found); expected \(model)")
        return
      }
    }
  }

  @Test(arguments: ShuffleAlgorithm.allCases)
  func `whatever comes and goes, a round plays each once`(_ algorithm: ShuffleAlgorithm) throws {
    var generator = SeededGenerator()
    for _ in 0..<20 {
      let service = RecordingService()
      let player = try ShufflePlayer.playing("", on: service, shuffle: algorithm, seed: 0)
      let pool = try (0..<30).map { try Episode.named("p\($0 % 5)/\($0)") }
      for episode in pool.prefix(10) { try player.add(episode) }
      player.play()
      var played = [player.state.currentEpisode?.id]
      while player.round == 1 {
        if Int.random(in: 0..<4, using: &generator) == 0 {
          try player.add(pool.randomElement(using: &generator) ?? pool[0])
        }
        if Int.random(in: 0..<6, using: &generator) == 0 { player.shuffle() }
        player.skipToNext()
        played.append(player.state.currentEpisode?.id)
      }
      #expect(Set(played.dropLast()).count == played.count - 1 && played.count - 1 == player.count, generator.comment)
    }
  }
}

/// Something that is done with the player, or that its service does.
private enum Step: CustomStringConvertible {
  case play, pause, toggle, stop, next, back, started, ended, failed, paused, resumed, removeAll
  case add(String), remove(String), now(String), last(String), soon(String)
  /// The next call of a name fails.
  case refusing(String)

  static func random(using generator: inout SeededGenerator) -> Step {
    let letter = String("abcdef".randomElement(using: &generator) ?? "a")
    switch Int.random(in: 0..<28, using: &generator) {
    case 0...1: return .play
    case 2: return .pause
    case 3: return .toggle
    case 4: return .stop
    case 5...6: return .next
    case 7...8: return .back
    case 9...12: return .started
    case 13...14: return .ended
    case 15: return .failed
    case 16: return .paused
    case 17: return .resumed
    case 18...20: return .add(letter)
    case 21: return .remove(letter)
    case 22: return .now(letter)
    case 23: return .last(letter)
    case 24: return .soon(letter)
    case 25: return .refusing("play")
    case 26: return .refusing("skip")
    default: return Int.random(in: 0..<4, using: &generator) == 0 ? .removeAll : .started
    }
  }

  var description: String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .toggle: "toggle"
    case .stop: "stop"
    case .next: "next"
    case .back: "back"
    case .started: "started"
    case .ended: "ended"
    case .failed: "failed"
    case .paused: "paused"
    case .resumed: "resumed"
    case .removeAll: "remove all"
    case .add(let letter): "add \(letter)"
    case .remove(let letter): "remove \(letter)"
    case .now(let letter): "now \(letter)"
    case .last(let letter): "last \(letter)"
    case .soon(let letter): "soon \(letter)"
    case .refusing(let call): "refusing \(call)"
    }
  }

  func perform(_ player: ShufflePlayer, _ service: RecordingService) throws {
    func episode(_ letter: String) throws -> Episode { try .named(letter, duration: 100) }
    switch self {
    case .play: player.play()
    case .pause: player.pause()
    case .toggle: player.togglePlayback()
    case .stop: player.stop()
    case .next: player.skipToNext()
    case .back: player.skipToPrevious()
    case .started: service.report(MusicServiceReport.started)
    case .ended: service.report(MusicServiceReport.ended)
    case .failed: service.report { .failed($0, .notPlayable("gone")) }
    case .paused: service.report(MusicServiceReport.paused)
    case .resumed: service.report(MusicServiceReport.resumed)
    case .removeAll: player.removeAll()
    case .add(let letter): try player.add(episode(letter))
    case .remove(let letter): player.remove(try episode(letter).id)
    case .now(let letter): try player.playNow(episode(letter))
    case .last(let letter): try player.enqueue(episode(letter))
    case .soon(let letter): try player.enqueueNext(episode(letter))
    case .refusing(let call): service.failNext(call, with: .notPlayable("gone"))
    }
  }
}

/// What a player that does not shuffle should do, written for being read: lists of letters, and no tickets, orders or locks.
private struct PlayerModel {
  let isContinuous: Bool
  var all: [String] = []
  var rest: [String] = []
  var heard: [String] = []
  var current: String?
  var phase = "stopped"
  var wasHeard = false
  var round = 0
  /// Which calls of the service fail when they come next.
  var refused: Set<String> = []

  init(isContinuous: Bool) { self.isContinuous = isContinuous }

  var state: String {
    guard let current, phase != "stopped" else { return all.isEmpty ? "empty" : "stopped" }
    return "\(phase) \(current)"
  }

  var isActive: Bool { ["loading", "playing", "paused"].contains(phase) }

  mutating func perform(_ step: Step) {
    switch step {
    case .play: play()
    case .pause: if phase == "loading" || phase == "playing" { phase = "paused" }
    case .toggle: if phase == "playing" { phase = "paused" } else { play() }
    case .stop: phase = "stopped"
    case .next: next()
    case .back: back()
    case .started:
      if phase == "loading" { (phase, wasHeard) = ("playing", true) }
    case .ended:
      guard isActive else { return }
      if isContinuous { return next() }
      remember()
      phase = "stopped"
    case .failed: if isActive { phase = "error" }
    case .paused: if phase == "playing" { phase = "paused" }
    case .resumed: if phase == "paused" { phase = wasHeard ? "playing" : "loading" }
    case .removeAll: self = PlayerModel(isContinuous: isContinuous, refused: refused)
    case .add(let letter):
      guard !all.contains(letter) else { return }
      all.append(letter)
      if round > 0 { rest.append(letter) }
    case .remove(let letter): remove(letter)
    case .now(let letter): playNow(letter)
    case .last(let letter):
      take(letter)
      rest.append(letter)
    case .soon(let letter):
      take(letter)
      rest.insert(letter, at: 0)
    case .refusing(let call): refused.insert(call)
    }
  }

  private init(isContinuous: Bool, refused: Set<String>) {
    self.isContinuous = isContinuous
    self.refused = refused
  }

  private mutating func play() {
    switch phase {
    case "paused":
      phase = wasHeard ? "playing" : "loading"
      if refused.remove("play") != nil { phase = "error" }
    case "stopped", "error":
      if let current { load(current, by: "play") } else { next() }
    default: break
    }
  }

  private mutating func load(_ letter: String, by call: String) {
    (current, wasHeard, phase) = (letter, false, "loading")
    if refused.remove(call) != nil { phase = "error" }
  }

  private mutating func remember() {
    if let current, wasHeard { heard.append(current) }
    (current, wasHeard) = (nil, false)
  }

  private mutating func beginRoundIfOver() {
    guard rest.isEmpty, current == nil, !all.isEmpty else { return }
    rest = all
    round += 1
  }

  private mutating func next() {
    remember()
    let call = isActive && !rest.isEmpty ? "skip" : "play"
    beginRoundIfOver()
    if rest.isEmpty { phase = "stopped" } else { load(rest.removeFirst(), by: call) }
  }

  private mutating func back() {
    if let last = heard.popLast() {
      if let current { rest.insert(current, at: 0) }
      load(last, by: "play")
    } else if phase == "paused" || phase == "stopped" || phase == "error" {
      play()
    }
  }

  private mutating func take(_ letter: String) {
    if !all.contains(letter) { all.append(letter) }
    beginRoundIfOver()
    rest.removeAll { $0 == letter }
  }

  private mutating func playNow(_ letter: String) {
    take(letter)
    if current != letter {
      if let current, !wasHeard { rest.insert(current, at: 0) }
      remember()
    }
    load(letter, by: "play")
  }

  private mutating func remove(_ letter: String) {
    guard all.contains(letter) else { return }
    let wasCurrent = current == letter
    all.removeAll { $0 == letter }
    rest.removeAll { $0 == letter }
    heard.removeAll { $0 == letter }
    if all.isEmpty { round = 0 }
    guard wasCurrent else { return }
    (current, wasHeard) = (nil, false)
    guard !all.isEmpty, phase == "loading" || phase == "playing" else { return phase = "stopped" }
    beginRoundIfOver()
    load(rest.removeFirst(), by: "play")
  }
}
