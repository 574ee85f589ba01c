internal import Dispatch
internal import FileSystem
public import MixtapeModel

/// Plays with [mpv](https://mpv.io), 0.33 or later: a process of its own for each service, started when it is needed and
/// again when it is gone, that ends with the service or with this process.
///
/// What the library says is only ever data to mpv. Of addresses, only those of `http`, `https` and `file` are opened.
public final class MPVMusicService: MusicService {
  private let driver: MPVDriver
  private let find: @Sendable (String, Int) throws(MusicServiceError) -> [Episode]

  /// Makes a service; nothing is started yet.
  ///
  /// - Parameters:
  ///   - environment: Where `PATH` tells where mpv is; mpv gets all of it.
  ///   - options: More options for mpv, such as `--audio-device=…`. They never come from a library.
  ///   - find: What ``search(_:limit:)`` answers. mpv has no library of its own.
  public convenience init(
    environment: [String: String], options: [String] = [],
    find: @escaping @Sendable (String, Int) throws(MusicServiceError) -> [Episode] = { _, _ in [] }
  ) {
    let program = MPVProgram(environment: environment, options: options)
    self.init(find: find) { () throws(MusicServiceError) in
      let (socket, process) = try program.start()
      return (socket, process)
    }
  }

  init(
    patience: MPVPlayback.Patience = MPVPlayback.Patience(),
    find: @escaping @Sendable (String, Int) throws(MusicServiceError) -> [Episode] = { _, _ in [] },
    start: @escaping @Sendable () throws(MusicServiceError) -> (ConnectedSocket, MPVProcess?)
  ) {
    self.find = find
    driver = MPVDriver(patience, start: start)
  }

  deinit { driver.end() }

  /// Starts mpv, if it does not run. That it is too old, or does not work, shows later.
  public func requestAccess() throws(MusicServiceError) { try driver.requestAccess() }

  /// Asks whoever has the library.
  public func search(_ text: String, limit: Int) throws(MusicServiceError) -> [Episode] { try find(text, limit) }

  /// Sets what is to be played. mpv is given one file at a time, when it is to play.
  public func setQueue(_ queue: [QueueEntry]) { driver.perform { $0.setQueue(queue, at: $1) } }

  /// Plays the first entry of the queue, or lets it go on; starts mpv, if it does not run.
  ///
  /// - Throws: ``MusicServiceError/notPlayable(_:)`` for an address that is not opened, or a file that is not there.
  public func play() throws(MusicServiceError) {
    try driver.requestAccess()
    try driver.perform { (playback, now) throws(MusicServiceError) in try playback.play(at: now) }
  }

  /// Holds the first entry where it is.
  public func pause() { driver.perform { $0.pause(at: $1) } }

  /// Drops the first entry, and plays the one after it.
  ///
  /// - Throws: what ``play()`` throws, about that one.
  public func skip() throws(MusicServiceError) {
    try driver.requestAccess()
    try driver.perform { (playback, now) throws(MusicServiceError) in try playback.skip(at: now) }
  }

  /// Goes to a position in the first entry. In a sound that cannot be sought in, nothing happens.
  public func seek(to position: Duration) { driver.perform { $0.seek(to: position, at: $1) } }

  /// Ends the sound and forgets the queue. mpv stays.
  public func stop() { driver.perform { $0.stop(at: $1) } }

  /// How far the first entry is played.
  public var position: Duration { driver.read { $0.position } }

  /// How long the first entry is as mpv sees it, once it is loaded; it may know better than the library.
  public var duration: Duration? { driver.read { $0.duration } }

  /// Names the one who hears what happens.
  public func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) { driver.listen(receive) }
}
