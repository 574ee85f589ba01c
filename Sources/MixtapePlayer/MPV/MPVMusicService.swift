internal import Dispatch
internal import FileSystem
public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A music service that plays with [mpv](https://mpv.io) 0.33 or later.
///
/// Each service starts one process when it needs it, and a new one if that has exited. The process ends with the service
/// or with this process. Text from the library is only data to mpv: it opens only addresses of `http`, `https` and `file`.
public final class MPVMusicService: MusicService {
  private let driver: MPVDriver
  private let find: @Sendable (String, Int) throws(MusicServiceError) -> [Episode]

  /// Makes a service. It starts mpv later.
  ///
  /// - Parameters:
  ///   - environment: The environment of mpv. Its `PATH` is searched for the program.
  ///   - options: Additional options of mpv, such as `--audio-device=…`. They never come from a library.
  ///   - localFile: Returns the path of a file of this machine that is played instead of the address of an episode, such as a
  ///     download; `nil` for the address. It can refuse the address. It is called on any thread, when the episode is loaded.
  ///   - find: The implementation of ``search(_:limit:)``: mpv has no library.
  public convenience init(
    environment: [String: String] = ProcessInfo.processInfo.environment, options: [String] = [],
    localFile: @escaping @Sendable (Episode) throws(MusicServiceError) -> String? = { _ in nil },
    find: @escaping @Sendable (String, Int) throws(MusicServiceError) -> [Episode] = { _, _ in [] }
  ) {
    let program = MPVProgram(environment: environment, options: options)
    self.init(localFile: localFile, find: find) { () throws(MusicServiceError) in
      let (socket, process) = try program.start()
      return (socket, process)
    }
  }

  init(
    timeouts: MPVPlayback.Timeouts = MPVPlayback.Timeouts(),
    localFile: @escaping @Sendable (Episode) throws(MusicServiceError) -> String? = { _ in nil },
    find: @escaping @Sendable (String, Int) throws(MusicServiceError) -> [Episode] = { _, _ in [] },
    start: @escaping @Sendable () throws(MusicServiceError) -> (ConnectedSocket, MPVProcess?)
  ) {
    self.find = find
    driver = MPVDriver(timeouts, localFile: localFile, start: start)
  }

  deinit { driver.end() }

  /// Starts mpv, if it is not running. An mpv that is too old or does not work is reported later, by a failed entry.
  public func requestAccess() throws(MusicServiceError) { try driver.requestAccess() }

  /// Calls the `find` closure of the initializer.
  public func search(_ text: String, limit: Int) throws(MusicServiceError) -> [Episode] { try find(text, limit) }

  /// Sets the queue. mpv gets one file at a time, when it plays.
  public func setQueue(_ queue: [QueueEntry]) { driver.perform { $0.setQueue(queue, at: $1) } }

  /// Plays or resumes the first entry of the queue. Starts mpv, if it is not running.
  ///
  /// - Throws: ``MusicServiceError/notPlayable(_:)`` for an address that is not allowed, or a file that is missing.
  public func play() throws(MusicServiceError) {
    try driver.requestAccess()
    try driver.perform { (playback, now) throws(MusicServiceError) in try playback.play(at: now) }
  }

  /// Pauses the first entry.
  public func pause() { driver.perform { $0.pause(at: $1) } }

  /// Removes the first entry, and plays the next one.
  ///
  /// - Throws: The errors of ``play()``, about the next entry.
  public func skip() throws(MusicServiceError) {
    try driver.requestAccess()
    try driver.perform { (playback, now) throws(MusicServiceError) in try playback.skip(at: now) }
  }

  /// Seeks in the first entry. Ignored for sounds that are not seekable.
  public func seek(to position: Duration) { driver.perform { $0.seek(to: position, at: $1) } }

  /// Stops, and empties the queue. mpv keeps running.
  public func stop() { driver.perform { $0.stop(at: $1) } }

  /// Sets the speed. An mpv that is started later gets it, too.
  public func setSpeed(_ speed: PlaybackSpeed) { driver.perform { $0.setSpeed(speed, at: $1) } }

  /// Sets the volume. An mpv that is started later gets it, too.
  public func setVolume(_ volume: Volume) { driver.perform { $0.setVolume(volume, at: $1) } }

  /// The speed by mpv. Its options can set it.
  public var speed: PlaybackSpeed { driver.read { $0.speed } }

  /// The volume by mpv, up to 100. Its options can set it.
  public var volume: Volume { driver.read { $0.volume } }

  /// The position in the first entry.
  public var position: Duration { driver.read { $0.position } }

  /// The length of the first entry by mpv, once it is loaded. It can differ from the length in the library.
  public var duration: Duration? { driver.read { $0.duration } }

  /// `true`: mpv reads the length from the sound.
  public var measuresDuration: Bool { true }

  /// The chapters in the file of the first entry by mpv, once it is loaded.
  public var chapters: ChapterList { driver.read { $0.chapters } }

  /// Sets the receiver of reports.
  public func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) { driver.listen(receive) }
}
