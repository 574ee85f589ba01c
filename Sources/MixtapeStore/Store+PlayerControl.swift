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
    for player in found {
      guard let connection = try connect(to: player) else { continue }
      connection.close()
      running.append(player)
    }
    return running.sorted { ($0.playlist?.rawValue ?? "") < ($1.playlist?.rawValue ?? "") }
  }

  /// Makes the socket on which a running player receives requests. The caller has the lock of the player.
  package func listen(for player: StorePlayer) throws(MixtapeError) -> ListeningSocket {
    let state = try privateState()
    try Disk.makeDirectories(state.directory)
    let name = PrivateState.socketName(of: player)
    return try Disk.checked(state.directory.appending(name), try ListeningSocket(name, in: state.directory))
  }

  /// Connects to a running player; returns `nil` if it is not running.
  package func connect(to player: StorePlayer) throws(MixtapeError) -> ConnectedSocket? {
    guard let state = try PrivateState(locatedIn: directory) else { return nil }
    do throws(Errno) {
      return try ConnectedSocket(connectingTo: PrivateState.socketName(of: player), in: state.directory)
    } catch {
      if error == .noSuchFileOrDirectory || error == .connectionRefused { return nil }
      throw controlFailure(of: player, error)
    }
  }

  /// Returns the error for a failed connection to a player.
  package func controlFailure(of player: StorePlayer, _ error: Errno) -> MixtapeError {
    MixtapeError(.fileAccess, .file(PrivateState.socketName(of: player)), cause: error)
  }
}
