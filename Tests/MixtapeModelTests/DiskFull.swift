import TestSupport

/// The error of a failed save.
struct DiskFull: Error {}

extension SaveBehavior {
  /// Returns a save function that succeeds or fails, and stores nothing.
  func save<Plan>() -> @Sendable (Plan) throws -> Void {
    let attempts = Recorder<Void>()
    return { _ in
      attempts.record(())
      if self == .failOnce && attempts.values.count == 1 { throw DiskFull() }
    }
  }
}
