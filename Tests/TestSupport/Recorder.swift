internal import Synchronization

/// Remembers what happened, from any thread.
public final class Recorder<Value: Sendable>: Sendable {
  private let recorded = Mutex<[Value]>([])

  /// Makes a recorder that remembers nothing yet.
  public init() {}

  /// What was recorded, in order.
  public var values: [Value] { recorded.withLock { $0 } }

  /// Forgets what was recorded.
  public func clear() { recorded.withLock { $0 = [] } }

  /// Remembers one more value.
  @Sendable public func record(_ value: Value) { recorded.withLock { $0.append(value) } }
}
