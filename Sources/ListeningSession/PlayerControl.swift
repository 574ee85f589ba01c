internal import FileSystem
public import MixtapeModel
public import MixtapeStore
internal import SystemPackage

/// Requests to running players from other programs of the same user.
///
/// Each running player listens on a socket in the private state of its store. A request is one line of text, and the reply is
/// any text. Their meaning is up to the programs, except for that of a follower: ``PlayerFollower``.
public enum PlayerControl {
  /// The maximum length of a request in bytes.
  static let longestRequest = 4_096
  /// The maximum length of a reply in bytes.
  static let longestReply = 4_194_304
  /// The time that one side waits for the other.
  static let patience = Duration.seconds(10)

  /// Sends a request to a player, and returns the reply.
  ///
  /// - Returns: `nil` if the player is not running; an empty text if it does not reply within 10 seconds, for example because it
  ///   is suspended.
  /// - Throws: ``MixtapeError/Code/fileAccess`` if the connection fails.
  public static func send(
    _ request: String, to player: StorePlayer, of store: Store
  ) throws(MixtapeError) -> String? {
    let connection: ConnectedSocket
    switch try store.connection(to: player) {
    case .open(let opened): connection = opened
    case .busy: return ""
    case .missing: return nil
    }
    defer { connection.close() }
    do throws(Errno) {
      try connection.send(Array("\(request)\n".utf8), within: patience)
      let reply = try connection.receive(atMost: longestReply, within: patience) { _ in false }
      return String(decoding: reply, as: UTF8.self)
    } catch {
      guard error != .timedOut else { return "" }
      throw store.controlFailure(of: player, error)
    }
  }
}
