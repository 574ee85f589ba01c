import Interchange

extension Session {
  /// The maximum number of losses, faults and uncertain entries that are shown.
  static let mostShown = 20

  /// Reports what gets lost, one note for each part.
  func report(_ losses: [Loss]) {
    for loss in losses.prefix(Self.mostShown) {
      let owner = loss.playlist.map { "\($0): " } ?? ""
      reporter.note(code: "loss", "\(owner)\(loss.name) is not kept: \(loss.reason)")
    }
    if losses.count > Self.mostShown {
      reporter.note(code: "loss", "\(counted(losses.count - Self.mostShown, "more part")) not kept")
    }
  }

  /// Refuses to go on if something gets lost.
  ///
  /// - Throws: A ``CommandFailure`` with ``ExitStatus/invalid``.
  func requireNoLoss(_ losses: [Loss], _ done: String) throws {
    guard !losses.isEmpty else { return }
    throw CommandFailure(
      .invalid, code: "loss", "\(counted(losses.count, "part")) would get lost; nothing was \(done)",
      hints: "without --strict, everything else is \(done)")
  }
}

extension JSONOutput {
  /// Returns what gets lost.
  static func losses(_ losses: [Loss]) -> JSONValue {
    .array(
      losses.map { loss in
        [
          "playlist": .optional(loss.playlist), "kind": .string(loss.kind), "name": .string(loss.name),
          "reason": .string(loss.reason),
        ]
      })
  }
}
