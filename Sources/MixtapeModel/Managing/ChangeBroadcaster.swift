internal import Synchronization

/// Sends each value to every listener, in order; none is lost while a listener is slow.
public final class ChangeBroadcaster<Value: Sendable>: Sendable {
  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Makes a broadcaster without listeners.
  public init() {}

  deinit { finish() }

  /// A new listener: it hears what is sent from now on, until it is cancelled or the broadcaster is gone.
  public func listen() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .unbounded)
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

  /// Whether anyone listens now.
  public var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Sends a value to everyone who listens now.
  public func send(_ value: Value) {
    // Yielding under the lock keeps the order the same for all.
    state.withLock { state in
      // Mostly nobody listens, and what is generic takes its time to find that out.
      guard !state.listeners.isEmpty else { return }
      state.listeners.values.forEach { $0.yield(value) }
    }
  }

  /// Ends the sequences of everyone who listens now.
  public func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return state.listeners
    }
    guard !listeners.isEmpty else { return }
    // Outside of the lock, which the end of a sequence takes.
    listeners.values.forEach { $0.finish() }
  }
}
