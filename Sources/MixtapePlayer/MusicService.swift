public import MixtapeModel

/// A backend that plays sound for a player: a program, a framework of the system, or a simulation.
///
/// A service plays the first entry of its queue, and never starts the next one by itself. It reports that the entry has
/// ended, and the player sends the next command. So commands and reports cannot get out of step.
///
/// Calls return at once. They may come from any thread, but never two at a time. Results are reported to the listener; a
/// failure that is known at once may be thrown.
public protocol MusicService: Sendable {
  /// Makes sure that the service is available, and asks for permission if needed.
  ///
  /// - Throws: ``MusicServiceError/unavailable(_:)``, ``MusicServiceError/denied``.
  func requestAccess() throws(MusicServiceError)

  /// Finds episodes that can be played, the best matches first.
  func search(_ text: String, limit: Int) throws(MusicServiceError) -> [Episode]

  /// Sets the queue. If the first entry stays the same, it plays on; otherwise nothing plays until ``play()``.
  ///
  /// The later entries allow a service to prepare them.
  func setQueue(_ queue: [QueueEntry]) throws(MusicServiceError)

  /// Plays or resumes the first entry of the queue.
  ///
  /// The service reports ``MusicServiceReport/started(_:)`` when an entry is heard for the first time.
  func play() throws(MusicServiceError)

  /// Pauses the first entry. An entry that is not loaded yet is paused as soon as it is.
  func pause() throws(MusicServiceError)

  /// Removes the first entry of the queue, and plays the next one.
  func skip() throws(MusicServiceError)

  /// Seeks in the first entry. An entry that is not loaded yet starts at the position.
  func seek(to position: Duration) throws(MusicServiceError)

  /// Stops, and empties the queue.
  func stop() throws(MusicServiceError)

  /// Sets the speed of this and all later entries.
  func setSpeed(_ speed: PlaybackSpeed)

  /// Sets the volume of this and all later entries.
  func setVolume(_ volume: Volume)

  /// The speed at which the service plays.
  var speed: PlaybackSpeed { get }

  /// The volume at which the service plays.
  var volume: Volume { get }

  /// The position in the first entry.
  var position: Duration { get }

  /// The length of the first entry; `nil` while the service does not know it.
  var duration: Duration? { get }

  /// Whether ``duration`` is the length of the sound, so that the library can take it for an episode without one.
  var measuresDuration: Bool { get }

  /// The chapters of the first entry; empty while the service does not know them.
  var chapters: ChapterList { get }

  /// Sets the receiver of reports. Reports come in order, one at a time and on any thread, also while a call to the service
  /// has not returned.
  func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void)
}

extension MusicService {
  /// `false`, for services that may estimate the length.
  public var measuresDuration: Bool { false }

  /// No chapters, for services that do not know any.
  public var chapters: ChapterList { .none }
}

/// An entry of the queue of a service.
public struct QueueEntry: Hashable, Sendable, Identifiable {
  /// The id, unique among all entries of this player, also those of the same episode.
  public let id: Int
  /// The episode to play.
  public let episode: Episode

  /// Makes an entry.
  public init(id: Int, episode: Episode) {
    self.id = id
    self.episode = episode
  }
}

/// A report of a service about the first entry of its queue.
public enum MusicServiceReport: Hashable, Sendable {
  /// The entry is heard for the first time.
  case started(QueueEntry.ID)
  /// The entry was played to its end.
  case ended(QueueEntry.ID)
  /// The entry cannot be played, or cannot be played to its end.
  case failed(QueueEntry.ID, MusicServiceError)
  /// The entry was paused, but not by the player.
  case paused(QueueEntry.ID)
  /// The entry was resumed, but not by the player.
  case resumed(QueueEntry.ID)
}

/// An error of a service.
public enum MusicServiceError: Error, Hashable, Sendable {
  /// The service is not available.
  case unavailable(String)
  /// The user has denied access.
  case denied
  /// The file of an episode does not exist.
  case missingFile(path: String)
  /// The sound of an episode has no address, or cannot be played.
  case notPlayable(String)
}

extension MusicServiceError: CustomStringConvertible {
  /// The error and its reason in one line: `unavailable: mpv does not answer`.
  public var description: String {
    switch self {
    case .unavailable(let reason): "unavailable: \(reason)"
    case .denied: "access denied"
    case .missingFile(let path): "not playable: there is no file \(path)"
    case .notPlayable(let reason): "not playable: \(reason)"
    }
  }
}
