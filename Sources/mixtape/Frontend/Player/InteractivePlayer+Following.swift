import Companions
import FileSystem
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser
import SystemPackage

// Programs that follow the player.

extension InteractivePlayer {
  /// Sends the state of the player, and from now on all changes, to a program.
  func add(_ follower: PlayerFollower) { broadcast.add(follower, report, at: elapsed()) }

  /// Sends changes of the player to the programs that follow it.
  func publish() { broadcast.send(report, at: elapsed()) }

  /// Sends changes, and saves the queue and the position. Called when there is nothing else to do.
  func rest() {
    publish()
    session.saveIfDue()
  }

  private var report: PlayerReport { PlayerReport(snapshot, clockSpeed) }

  /// Returns the address of the cover of an episode: its own, else that of its podcast or album. Other programs may fetch it.
  func cover(of episode: Episode) -> String? {
    lookUpHeads(of: [episode])
    let head = knownHeads[episode.id.podcast] ?? nil
    guard let cover = episode.artwork ?? head?.artwork else { return nil }
    return PrivateNetwork.refuses(cover, namedBy: head?.feed) ? nil : cover
  }

  /// Returns the addresses of the covers of episodes.
  func artwork(of episodes: [Episode]) -> [Episode.ID: String] {
    lookUpHeads(of: episodes)
    return Dictionary(episodes.compactMap { episode in cover(of: episode).map { (episode.id, $0) } }) { first, _ in
      first
    }
  }

  private func lookUpHeads(of episodes: [Episode]) {
    let unknown = Set(episodes.lazy.map(\.id.podcast).filter { self.knownHeads[$0] == nil })
    guard !unknown.isEmpty else { return }
    for podcast in unknown { knownHeads.updateValue(nil, forKey: podcast) }
    do throws(MixtapeError) {
      for head in try store.heads(of: unknown) { knownHeads[head.id] = head }
    } catch {
      // Commands that use the store report the error.
    }
  }
}

/// The programs that follow a player, and the state that they know.
struct PlayerBroadcast {
  private var followers: [PlayerFollower] = []
  /// The state that was sent last.
  private var sent: PlayerReport?
  /// The time at which it was sent.
  private var time = Duration.zero

  /// Adds a program, and sends the whole state to it.
  mutating func add(_ follower: PlayerFollower, _ state: PlayerReport, at now: Duration) {
    send(state, at: now)
    followers.append(follower)
    if let line = state.line { follower.send(line) }
    (sent, time) = (state, now)
  }

  /// Sends the state if it has changed. Without a program that follows the player, it is not computed.
  mutating func send(_ state: @autoclosure () -> PlayerReport, at now: Duration) {
    followers.removeAll { !$0.isOpen }
    guard !followers.isEmpty else { return }
    let state = state()
    if let sent, !state.differs(from: sent, after: now - time) { return }
    (sent, time) = (state, now)
    guard let line = state.line else { return }
    followers.forEach { $0.send(line) }
  }
}

extension PlayerReport {
  /// Makes the report of a player.
  ///
  /// - Parameter clockSpeed: The speed of the clock of the service.
  fileprivate init(_ player: PlayerSnapshot, _ clockSpeed: Double) {
    let track = player.shownEpisode.map { episode in
      Track(
        id: episode.id.rawValue, title: episode.title, artist: episode.artist, album: episode.collection,
        url: episode.url, cover: player.artwork, duration: player.duration.map { $0 / .seconds(1) })
    }
    self.init(
      state: player.state.name, track: track, position: player.position / .seconds(1),
      pace: player.state.isPlaying ? player.speed.rawValue * clockSpeed : 0, speed: player.speed.rawValue,
      volume: player.volume.rawValue, shuffle: player.shuffle.rawValue,
      hasEpisodes: player.shownEpisode != nil || !player.entries.isEmpty)
  }
}

/// The program that shows a player on the session bus, for the keys and the widgets of desktops.
struct SessionBusProgram {
  private let process: SpawnedProcess

  /// Starts the program; `nil` without a session bus, and if the program is missing or cannot be started. The player does
  /// not need it.
  init?(showing server: PlayerControlServer, in context: CommandContext) {
    guard context.variable("DBUS_SESSION_BUS_ADDRESS") != nil else { return nil }
    let program = LibexecProgram.mpris.path(in: context)
    guard FileAccess.isExecutable(program) else { return nil }
    do throws(Errno) {
      let connection: ConnectedSocket
      (process, connection) = try SpawnedProcess.connected(program, environment: context.environment)
      // The server closes the connection.
      server.serve(connection)
    } catch {
      return nil
    }
  }

  /// Ends the program, which has nothing to save.
  func end() { process.endAndWait() }
}
