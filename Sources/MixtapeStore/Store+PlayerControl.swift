package import FileSystem
public import MixtapeModel
package import SystemPackage

extension Store {
  /// Returns the players of this store that are running, in order of their playlists. The standalone player is first.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func runningPlayers() throws(MixtapeError) -> [StorePlayer] {
    guard let state = try PrivateState(locatedIn: directory), try Disk.exists(state.directory) else { return [] }
    let names = try Disk.checked(state.directory, try Directory(at: state.directory).names())
    let found = names.compactMap { name, _ in
      String(validating: name.dropLast(), as: UTF8.self).flatMap { PrivateState.player(ofSocket: $0) }
    }
    var running: [StorePlayer] = []
    for player in found where try isRunning(player) { running.append(player) }
    return running.sorted { ($0.playlist?.rawValue ?? "") < ($1.playlist?.rawValue ?? "") }
  }

  /// Returns whether a player is running, also if it is suspended. Waits for nothing.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  package func isRunning(_ player: StorePlayer) throws(MixtapeError) -> Bool {
    switch try connection(to: player) {
    case .open(let connection):
      connection.close()
      return true
    case .busy: return true
    case .missing: return false
    }
  }

  /// Makes the socket on which a running player receives requests. The caller has the lock of the player.
  package func listen(for player: StorePlayer) throws(MixtapeError) -> ListeningSocket {
    let state = try privateState()
    try Disk.makeDirectories(state.directory)
    let name = PrivateState.socketName(of: player)
    return try Disk.checked(state.directory.appending(name), try ListeningSocket(name, in: state.directory))
  }

  /// A connection to a player.
  package enum PlayerConnection {
    case open(ConnectedSocket)
    /// The player is running, but accepts no connections, for example because it is suspended.
    case busy
    /// The player is not running.
    case missing
  }

  /// Connects to a player.
  package func connection(to player: StorePlayer) throws(MixtapeError) -> PlayerConnection {
    guard let state = try PrivateState(locatedIn: directory) else { return .missing }
    do throws(Errno) {
      return .open(try ConnectedSocket(connectingTo: PrivateState.socketName(of: player), in: state.directory))
    } catch {
      switch error {
      case .noSuchFileOrDirectory, .connectionRefused: return .missing
      case .wouldBlock: return .busy
      default: throw controlFailure(of: player, error)
      }
    }
  }

  /// Returns the error for a failed connection to a player.
  package func controlFailure(of player: StorePlayer, _ error: Errno) -> MixtapeError {
    MixtapeError(.fileAccess, .file(PrivateState.socketName(of: player)), cause: error)
  }
}
