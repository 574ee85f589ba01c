internal import Dispatch
internal import FileSystem
internal import Synchronization
internal import SystemPackage

/// A program that follows a player: its connection stays open, and receives lines until it ends.
public final class PlayerFollower: Sendable {
  /// The maximum number of bytes that wait to be sent. A program that does not read is disconnected.
  private static let mostWaitingBytes = 16 << 20

  private let connection: ConnectedSocket
  private let queue = DispatchQueue(label: "mixtape.follower")
  private let state = Mutex(State())

  private struct State {
    var waitingBytes = 0
    var isOpen = true
  }

  init(_ connection: ConnectedSocket) { self.connection = connection }

  /// Whether the connection is open.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Sends a line. Returns at once: lines are sent on another thread, in order.
  public func send(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    let mustSend = state.withLock { state in
      state.waitingBytes += bytes.count
      return state.isOpen && state.waitingBytes <= Self.mostWaitingBytes
    }
    guard mustSend else { return end() }
    queue.async {
      self.transmit(bytes)
      self.state.withLock { $0.waitingBytes -= bytes.count }
    }
  }

  private func transmit(_ bytes: [UInt8]) {
    var rest = bytes[...]
    do throws(Errno) {
      while isOpen, !rest.isEmpty {
        rest = rest.dropFirst(try connection.sendSome(rest))
        if !rest.isEmpty, try !connection.waitForRoom(atMost: PlayerControl.patience) { throw Errno.timedOut }
      }
    } catch {
      // The program has ended, or does not read.
      end()
    }
  }

  func end() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      connection.end()
    }
  }

  /// Ends and closes the connection, after which nothing is received from it.
  func close() {
    end()
    // After the last line: until then, the descriptor is in use.
    queue.async { self.connection.close() }
  }
}
