internal import Synchronization

/// A broadcaster that sends each value to all listeners, in order. Values are buffered for slow listeners.
public final class ChangeBroadcaster<Value: Sendable>: Sendable {
  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Makes a broadcaster without listeners.
  public init() {}

  deinit { finish() }

  /// Returns a stream of all values from now on. It ends when it is cancelled or the broadcaster is released.
  ///
  /// - Parameter first: The first value of this stream; `nil` for none.
  public func listen(startingWith first: Value? = nil) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .unbounded)
    if let first { continuation.yield(first) }
    let key = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.listeners.removeValue(forKey: key) }
    }
    return stream
  }

  /// Whether there is a listener.
  public var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Sends a value to all present listeners.
  public func send(_ value: Value) {
    // Yielding under the lock gives all listeners the same order.
    state.withLock { state in
      // Usually there is no listener, and the generic loop costs time at its first use in a process.
      guard !state.listeners.isEmpty else { return }
      state.listeners.values.forEach { $0.yield(value) }
    }
  }

  /// Ends the streams of all present listeners.
  public func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return state.listeners
    }
    guard !listeners.isEmpty else { return }
    // Outside the lock, because ending a stream takes it.
    listeners.values.forEach { $0.finish() }
  }
}
