import MixtapeModel
import MixtapePlayer
import TestSupport
import Testing

@Suite struct RandomCommandTests {
  @Test func `random commands match a simple model`() throws {
    var generator = SeededGenerator()
    for _ in 0..<60 {
      let service = RecordingService()
      let isContinuous = Bool.random(using: &generator)
      let repeats = Bool.random(using: &generator)
      let player = try ShufflePlayer.playing("", on: service, continuous: isContinuous, repeats: repeats)
      var model = PlayerModel(isContinuous: isContinuous, repeats: repeats)
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
          && player.position == .seconds(model.position)
        // While an episode plays, the service has the queue that the player shows.
        let shown = ([player.state.currentEpisode].compactMap(\.self) + player.upNext).letters
        let isKnown = !model.isActive || service.queue.map(\.episode).letters == shown
        guard !matches || !isKnown else { continue }
        let found =
          "\(player.state.words), next \(player.upNext.letters), heard \(player.heardBefore.letters), at \(player.position)"
        Issue.record("\(generator): \(story.joined(separator: ", ")): \(found); expected \(model)")
        return
      }
    }
  }
}

/// A command of the user or a report of the service.
private enum Step: CustomStringConvertible {
  case play, pause, toggle, stop, next, back, started, ended, paused, resumed, removeAll
  case add(String), remove(String), now(String), last(String), soon(String)
  /// A seek to a second of the episode; progress by playing.
  case seek(Int), reached(Int)
  /// A shuffle that is predictable, because there is one podcast.
  case shuffle(ShuffleAlgorithm?)
  case failed(MusicServiceError)
  /// A failure of the next call with a name.
  case refusing(String, MusicServiceError)

  private static let calls = ["access", "queue", "play", "pause", "skip", "seek", "stop"]
  private static let reasons = [MusicServiceError.notPlayable("gone"), .unavailable("gone"), .denied]

  static func random(using generator: inout SeededGenerator) -> Step {
    let letter = String("abcdef".randomElement(using: &generator) ?? "a")
    switch Int.random(in: 0..<37, using: &generator) {
    case 0...1: return .play
    case 2: return .pause
    case 3: return .toggle
    case 4: return .stop
    case 5...6: return .next
    case 7...8: return .back
    case 9...12: return .started
    case 13...14: return .ended
    case 15: return .failed(reasons.randomElement(using: &generator) ?? .denied)
    case 16: return .paused
    case 17: return .resumed
    case 18...20: return .add(letter)
    case 21: return .remove(letter)
    case 22: return .now(letter)
    case 23: return .last(letter)
    case 24: return .soon(letter)
    case 25...29:
      return .refusing(
        calls.randomElement(using: &generator) ?? "play", reasons.randomElement(using: &generator) ?? .denied)
    case 30...31: return .seek(Int.random(in: -10...120, using: &generator))
    case 32...34: return .reached(Int.random(in: 0...100, using: &generator))
    case 35: return .shuffle([nil, .off, .grouped].randomElement(using: &generator) ?? nil)
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
    case .paused: "paused"
    case .resumed: "resumed"
    case .removeAll: "remove all"
    case .add(let letter): "add \(letter)"
    case .remove(let letter): "remove \(letter)"
    case .now(let letter): "now \(letter)"
    case .last(let letter): "last \(letter)"
    case .soon(let letter): "soon \(letter)"
    case .seek(let second): "seek \(second)"
    case .reached(let second): "reached \(second)"
    case .shuffle(let algorithm): "shuffle \(algorithm?.rawValue ?? "")"
    case .failed(let reason): "failed \(reason)"
    case .refusing(let call, let reason): "refusing \(call) \(reason)"
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
    case .paused: service.report(MusicServiceReport.paused)
    case .resumed: service.report(MusicServiceReport.resumed)
    case .removeAll: player.removeAll()
    case .add(let letter): try player.add(episode(letter))
    case .remove(let letter): player.remove(try episode(letter).id)
    case .now(let letter): try player.playNow(episode(letter))
    case .last(let letter): try player.enqueue(episode(letter))
    case .soon(let letter): try player.enqueueNext(episode(letter))
    case .seek(let second): player.seek(to: .seconds(second))
    case .reached(let second): if player.state.isPlaying { service.reach(.seconds(second)) }
    case .shuffle(let algorithm): player.shuffle(by: algorithm)
    case .failed(let reason): service.report { .failed($0, reason) }
    case .refusing(let call, let reason): service.failNext(call, with: reason)
    }
  }
}

/// A simple model of a player that does not shuffle: lists of letters, without tickets, orders or locks.
private struct PlayerModel {
  let isContinuous: Bool
  let repeats: Bool
  var all: [String] = []
  var rest: [String] = []
  var heard: [String] = []
  var current: String?
  var phase = "stopped"
  var wasHeard = false
  /// Whether the failed episode cannot be played. Otherwise, the service is unavailable.
  var isBroken = false
  var position = 0
  var round = 0
  var hasAccess = false
  /// The failures of the next calls of the service.
  var refused: [String: MusicServiceError] = [:]

  init(isContinuous: Bool, repeats: Bool) { (self.isContinuous, self.repeats) = (isContinuous, repeats) }

  var state: String {
    guard let current, phase != "stopped" else { return all.isEmpty ? "empty" : "stopped" }
    return "\(phase) \(current)"
  }

  var isActive: Bool { ["loading", "playing", "paused"].contains(phase) }

  mutating func perform(_ step: Step) {
    switch step {
    case .play: play()
    case .pause: pause()
    case .toggle: if phase == "playing" { pause() } else { play() }
    case .stop: if phase != "stopped" { halt() }
    case .next: next()
    case .back: back()
    case .started:
      if phase == "loading" { (phase, wasHeard) = ("playing", true) }
    case .ended:
      guard isActive else { return }
      if isContinuous, repeats || !rest.isEmpty { return next() }
      remember()
      halt()
    case .failed(let reason): if isActive { fail(reason) }
    case .paused: if phase == "playing" { phase = "paused" }
    case .resumed: if phase == "paused" { phase = wasHeard ? "playing" : "loading" }
    case .seek(let second): if current != nil { _ = seek(to: max(0, min(second, 100))) }
    case .reached(let second): if phase == "playing" { position = second }
    case .shuffle:
      rest = all.filter(rest.contains)
      renewQueue()
    case .removeAll:
      halt()
      (all, rest, heard, current, wasHeard, round) = ([], [], [], nil, false, 0)
    case .add(let letter):
      guard !all.contains(letter) else { return }
      all.append(letter)
      if round > 0 { rest.append(letter) }
      renewQueue()
    case .remove(let letter): remove(letter)
    case .now(let letter): playNow(letter)
    case .last(let letter):
      take(letter)
      rest.append(letter)
      renewQueue()
    case .soon(let letter):
      take(letter)
      rest.insert(letter, at: 0)
      renewQueue()
    case .refusing(let call, let reason): refused[call] = reason
    }
  }

  // MARK: The service

  /// Calls the service; returns `false` if the call fails.
  private mutating func call(_ name: String) -> Bool {
    guard let reason = refused.removeValue(forKey: name) else { return true }
    fail(reason)
    // It may still be playing.
    if ["queue", "pause", "seek"].contains(name) { refused["stop"] = nil }
    return false
  }

  private mutating func fail(_ reason: MusicServiceError) {
    phase = "error"
    if case .notPlayable = reason { isBroken = true } else { (isBroken, hasAccess) = (false, false) }
  }

  private mutating func renewQueue() { if isActive { _ = call("queue") } }

  private mutating func load(_ letter: String, from start: Int = 0, bySkipping: Bool = false) {
    (current, wasHeard, phase, position) = (letter, false, "loading", start)
    if !hasAccess { hasAccess = call("access") }
    guard hasAccess else { return }
    if bySkipping {
      _ = call("skip")
    } else if call("queue"), start == 0 || call("seek") {
      _ = call("play")
    }
  }

  private mutating func halt() {
    // Stopping it is all that can be required.
    if phase != "stopped" { refused["stop"] = nil }
    (phase, position) = ("stopped", 0)
  }

  // MARK: Commands

  private mutating func play() {
    switch phase {
    case "paused":
      phase = wasHeard ? "playing" : "loading"
      _ = call("play")
    case "stopped", "error":
      if let current { load(current, from: position) } else { next() }
    default: break
    }
  }

  private mutating func pause() {
    guard phase == "loading" || phase == "playing" else { return }
    phase = "paused"
    _ = call("pause")
  }

  /// Performs a command.
  ///
  /// - Returns: Whether all calls of the service succeeded.
  private mutating func seek(to second: Int) -> Bool {
    if !isActive || !wasHeard { position = second }
    guard !isActive || call("seek") else { return false }
    position = second
    return true
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
    let canSkip = isActive && !rest.isEmpty
    beginRoundIfOver()
    if rest.isEmpty { halt() } else { load(rest.removeFirst(), bySkipping: canSkip) }
  }

  private mutating func back() {
    if let last = heard.popLast() {
      if let current, phase != "error" || !isBroken { putNext(current) }
      load(last)
    } else {
      if current != nil, wasHeard || position > 0 { guard seek(to: 0) else { return } }
      play()
    }
  }

  private mutating func putNext(_ letter: String) { rest = [letter] + rest.filter { $0 != letter } }

  private mutating func take(_ letter: String) {
    if !all.contains(letter) { all.append(letter) }
    beginRoundIfOver()
    rest.removeAll { $0 == letter }
  }

  private mutating func playNow(_ letter: String) {
    take(letter)
    if current != letter {
      if let current, !wasHeard, phase != "error" || !isBroken { putNext(current) }
      remember()
    }
    load(letter)
  }

  private mutating func remove(_ letter: String) {
    guard all.contains(letter) else { return }
    let wasCurrent = current == letter
    all.removeAll { $0 == letter }
    rest.removeAll { $0 == letter }
    heard.removeAll { $0 == letter }
    if all.isEmpty { round = 0 }
    guard wasCurrent else { return renewQueue() }
    (current, wasHeard) = (nil, false)
    guard !all.isEmpty, phase == "loading" || phase == "playing" else { return halt() }
    beginRoundIfOver()
    load(rest.removeFirst())
  }
}
