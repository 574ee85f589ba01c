internal import Dispatch
internal import FileSystem
public import MixtapeModel
public import MixtapeStore
internal import Synchronization
internal import SystemPackage

extension PlayerSession {
  /// Adjusts the player to the present playlist and library. Nothing that plays is interrupted.
  ///
  /// Episodes that left the playlist leave the queue, the current one when it is no longer current. New ones join it. If the
  /// playlist was deleted, the queue stays.
  ///
  /// - Parameter store: The store to read: that of the session, with a context that may report other things.
  /// - Returns: The playlist; `nil` if it was deleted, or for a player without one.
  /// - Throws: Errors of reading the playlist and the library, and of evaluating rules. The player is then unchanged.
  @discardableResult
  public func follow(_ store: Store) throws(MixtapeError) -> Playlist? {
    let playlist: Playlist? =
      switch owner {
      case .playlist(let id): try store.playlist(id)
      case .standalone, .selection: nil
      }
    let listed = try playlist.map { (playlist) throws(MixtapeError) in
      try playable(playlist, in: store)
    }
    var library = try store.episodes(player.allEpisodes.map(\.id) + missing)
    let moved = try movedEpisodes(in: store, besides: library)
    for episode in moved.values { library[episode.id] = episode }
    rename(moved)
    discardEdited(in: library.values)
    if let listed { follow(listed) }
    player.addUpToCapacity(missing.compactMap { library[$0] })
    player.update(Array(library.values))
    missing.removeAll { library[$0] != nil }
    noteChange()
    return playlist
  }

  /// Returns the episodes that the library has under other ids than the player.
  private func movedEpisodes(
    in store: Store, besides library: [Episode.ID: Episode]
  ) throws(MixtapeError) -> [Episode.ID: Episode] {
    let lacking = player.allEpisodes.filter { library[$0.id] == nil }
    let known = Dictionary(lacking.compactMap { episode in EpisodeSource(of: episode).map { (episode.id, $0) } }) {
      first, _ in first
    }
    return try store.episodes(movedFrom: known.merging(absentSources.filter { library[$0.key] == nil }) { $1 })
  }

  /// Gives episodes their new ids.
  private func rename(_ moved: [Episode.ID: Episode]) {
    guard !moved.isEmpty else { return }
    let ids = moved.mapValues(\.id)
    player.replace(moved)
    log.rename(ids)
    positions.rename(ids)
    episodes = episodes.map { ids[$0] ?? $0 }
    formerEpisodes = formerEpisodes.map { ids[$0] ?? $0 }
    missing = missing.map { ids[$0] ?? $0 }
  }

  /// Adjusts the queue to the entries of the playlist. Of a list that is longer than the queue, what comes next follows the last entry
  /// that the queue has taken.
  private func follow(_ listed: PlayableEpisodes) {
    guard listed.isLong || longList != nil else { return follow(listed.episodes) }
    guard listed.ids != longList?.ids else { return }
    let gone = Set(longList?.ids ?? episodes).subtracting(listed.ids)
    let (known, current) = (longList, player.currentEpisode?.id)
    for id in gone where id != current { player.remove(id) }
    player.forgetNextRound()
    longList = listed.isLong ? known.map { SessionList(listed, after: $0.progress.taken, $0.last) } : nil
    if known == nil || !listed.isLong { follow(listed.episodes) }
    if listed.isLong { (longList, episodes) = (longList ?? SessionList(listed), []) }
  }

  /// Adjusts the queue to the entries of a playlist that fits.
  private func follow(_ listed: [Episode]) {
    let (earlier, ids) = (episodes + formerEpisodes, Set(listed.map(\.id)))
    player.follow(listed, from: episodes)
    formerEpisodes = earlier.filter { !ids.contains($0) && player.contains($0) }
    episodes = listed.map(\.id)
  }
}

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
