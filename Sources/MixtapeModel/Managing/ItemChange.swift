internal import Synchronization

/// A change of a playlist or a podcast, as it is sent to listeners.
public enum ItemChange<Item: FileBacked>: Hashable, Sendable {
  /// The item was created.
  case created(Item)
  /// The item was changed.
  case updated(from: Item, to: Item)
  /// The item was moved to another folder. Its contents are unchanged.
  case moved(from: Item, to: Item)
  /// The item was deleted.
  case deleted(Item)

  /// Makes the change from one state to another; `nil` if they are equal.
  public init?(from before: Item?, to after: Item?) {
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, let after?): self = .created(after)
    case (let before?, nil): self = .deleted(before)
    case (let before?, let after?):
      if before == after { return nil }
      let isMove = before.folder != after.folder && before.withFolder(after.folder).hasContents(of: after)
      self = isMove ? .moved(from: before, to: after) : .updated(from: before, to: after)
    }
  }

  /// The state before; `nil` if the item was created.
  public var before: Item? {
    switch self {
    case .created: nil
    case .updated(let before, _), .moved(let before, _), .deleted(let before): before
    }
  }

  /// The state after; `nil` if the item was deleted.
  public var after: Item? {
    switch self {
    case .created(let after), .updated(_, let after), .moved(_, let after): after
    case .deleted: nil
    }
  }

  /// The present state, or the last one of a deleted item.
  public var item: Item {
    switch self {
    case .created(let item), .updated(_, let item), .moved(_, let item), .deleted(let item): item
    }
  }

  /// Returns the change with another state after it: the state as it was saved.
  func with(after: (_ before: Item?, _ after: Item) -> Item) -> ItemChange {
    switch self {
    case .created(let new): .created(after(nil, new))
    case .updated(let old, let new): .updated(from: old, to: after(old, new))
    case .moved(let old, let new): .moved(from: old, to: after(old, new))
    case .deleted: self
    }
  }
}

/// A change of a playlist.
public typealias PlaylistChange = ItemChange<Playlist>

/// A change of a podcast or an album.
public typealias PodcastChange = ItemChange<Podcast>

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
