import ManagerContract
import TestSupport

/// What stands in the way of a save.
struct DiskFull: Error {}

extension SaveBehavior {
  /// A save that behaves like this, and keeps nothing.
  func save<Plan>() -> @Sendable (Plan) throws -> Void {
    let attempts = Recorder<Void>()
    return { _ in
      attempts.record(())
      if self == .failOnce && attempts.values.count == 1 { throw DiskFull() }
    }
  }
}
