internal import MixtapeModel

/// A run of a script in a simulation: the remaining steps, and the expectations that were not met.
struct ScriptRun {
  private var steps: ArraySlice<Script.Step>
  private(set) var faults: [Script.Fault] = []

  init(_ script: Script) { steps = script.steps[...] }

  /// The time of the next step; `nil` after the last one.
  var due: Duration? { steps.first?.time }

  /// Performs the next step.
  mutating func step(_ player: ShufflePlayer, _ service: SimulatedMusicService) {
    guard let step = steps.popFirst() else { return }
    do throws(ShufflePlayerError) {
      try perform(step, player, service)
    } catch {
      fault(step, "the player already has \(ShufflePlayer.capacity) episodes, the maximum")
    }
  }

  private mutating func perform(
    _ step: Script.Step, _ player: ShufflePlayer, _ service: SimulatedMusicService
  ) throws(ShufflePlayerError) {
    switch step.action {
    case .play: player.play()
    case .pause: player.pause()
    case .toggle: player.togglePlayback()
    case .stop: player.stop()
    case .skip: player.skipToNext()
    case .back: player.skipToPrevious()
    case .clear: player.removeAll()
    case .wait: break
    case .seek(let position): player.seek(to: position)
    case .add(let episode): try player.add(episode)
    case .remove(let episode): player.remove(episode.id)
    case .playNow(let episode): try player.playNow(episode)
    case .enqueue(let episode): try player.enqueue(episode)
    case .enqueueNext(let episode): try player.enqueueNext(episode)
    case .shuffle(let algorithm): player.shuffle(by: algorithm)
    case .fail: service.fail(with: .notPlayable("simulated failure"))
    case .breakEpisode(let episode): service.setPlayable(false, episode.id)
    case .mendEpisode(let episode): service.setPlayable(true, episode.id)
    case .expect(let expectation): check(expectation, step, player)
    }
  }

  private mutating func check(_ expectation: Script.Expectation, _ step: Script.Step, _ player: ShufflePlayer) {
    switch expectation {
    case .state(let name, let episode):
      let state = player.state
      let isMet = state.name == name.rawValue && (episode == nil || state.currentEpisode?.id == episode?.id)
      let expected = [name.rawValue, episode?.id.rawValue].compactMap(\.self).joined(separator: " ")
      expect(isMet, step, expected, state.words)
    case .next(let episode):
      let next = player.upNext.first
      expect(next?.id == episode.id, step, "next \(episode.id)", next.map { "next \($0.id)" } ?? "nothing next")
    case .previous(let episode):
      let last = player.heardBefore.first
      expect(last?.id == episode.id, step, "last \(episode.id)", last.map { "last \($0.id)" } ?? "nothing heard")
    case .count(let count): expect(player.count == count, step, "count \(count)", "count \(player.count)")
    case .round(let round): expect(player.round == round, step, "round \(round)", "round \(player.round)")
    }
  }

  private mutating func expect(_ isMet: Bool, _ step: Script.Step, _ expected: String, _ found: String) {
    if !isMet { fault(step, "at \(step.time.playingTime), expected \(expected), found \(found)") }
  }

  private mutating func fault(_ step: Script.Step, _ message: String) {
    faults.append(Script.Fault(range: step.range, message: message, note: nil))
  }
}

extension PlaybackState {
  /// The state as it is written in a script.
  fileprivate var words: String {
    [name, currentEpisode?.id.rawValue].compactMap(\.self).joined(separator: " ")
  }
}
