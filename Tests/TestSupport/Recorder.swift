internal import Synchronization

/// Records values from any thread.
public final class Recorder<Value: Sendable>: Sendable {
  private let recorded = Mutex<[Value]>([])

  /// Makes an empty recorder.
  public init() {}

  /// The recorded values, in order.
  public var values: [Value] { recorded.withLock { $0 } }

  /// Removes all recorded values.
  public func clear() { recorded.withLock { $0 = [] } }

  /// Records a value.
  @Sendable public func record(_ value: Value) { recorded.withLock { $0.append(value) } }
}
