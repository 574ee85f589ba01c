internal import FileSystem
public import MixtapeModel
public import MixtapeStore
internal import SystemPackage

/// Requests to running players from other programs of the same user.
///
/// Each running player listens on a socket in the private state of its store. A request is one line of text, and the reply is
/// any text. Their meaning is up to the programs.
public enum PlayerControl {
  /// The maximum length of a request in bytes.
  static let longestRequest = 4_096
  /// The maximum length of a reply in bytes.
  static let longestReply = 4_194_304
  /// The time that one side waits for the other.
  static let patience = Duration.seconds(10)

  /// Sends a request to a player, and returns the reply.
  ///
  /// - Returns: `nil` if the player is not running.
  /// - Throws: ``MixtapeError/Code/fileAccess`` if the connection fails, or if the player does not reply within 10 seconds.
  public static func send(
    _ request: String, to player: StorePlayer, of store: Store
  ) throws(MixtapeError) -> String? {
    guard let connection = try store.connect(to: player) else { return nil }
    defer { connection.close() }
    do throws(Errno) {
      try connection.send(Array("\(request)\n".utf8), within: patience)
      let reply = try connection.receive(atMost: longestReply, within: patience) { _ in false }
      return String(decoding: reply, as: UTF8.self)
    } catch {
      throw store.controlFailure(of: player, error)
    }
  }
}

/// A request to a player from another program.
struct PlayerRequest: Sendable {
  /// The line of the request, without its line end.
  let line: String
  private let connection: ConnectedSocket

  /// Reads a request; `nil` if the other program sends no line in time.
  init?(from connection: ConnectedSocket) {
    do throws(Errno) {
      let end = UInt8(ascii: "\n")
      let bytes = try connection.receive(atMost: PlayerControl.longestRequest, within: PlayerControl.patience) {
        $0.contains(end)
      }
      guard let length = bytes.firstIndex(of: end) else { return nil }
      line = String(decoding: bytes[..<length], as: UTF8.self)
      self.connection = connection
    } catch {
      return nil
    }
  }

  /// Sends the reply and ends the connection. Must be called once. Waits until the other program has read the reply.
  func reply(_ text: String) {
    do throws(Errno) {
      try connection.send(Array(text.utf8), within: PlayerControl.patience)
    } catch {
      // The other program has ended, and needs no reply.
    }
    connection.close()
  }
}
