public import MixtapeModel

/// What makes the sound behind a player: a program, a library of the system, or a simulation.
///
/// A service plays the first episode of its queue and never goes on by itself: it reports that the episode ended, and is
/// told what comes next. So what the player says and what the service does cannot cross each other.
///
/// Calls return at once, and may come from any thread, but never two at a time. What comes of them is reported to the one
/// that listens; a failure that shows at once may be thrown instead.
public protocol MusicService: Sendable {
  /// Makes sure that there is a service and that it may be used, and asks for permission where that is needed.
  ///
  /// - Throws: ``MusicServiceError/unavailable(_:)``, ``MusicServiceError/denied``.
  func requestAccess() throws(MusicServiceError)

  /// Finds episodes that can be played, the best matches first.
  func search(_ text: String, limit: Int) throws(MusicServiceError) -> [Episode]

  /// Sets what is to be played, in order. If the first entry is the one that plays, it plays on; otherwise nothing plays
  /// until ``play()``. The entries that follow are there for a service that prepares them.
  func setQueue(_ queue: [QueueEntry]) throws(MusicServiceError)

  /// Plays the first entry of the queue, or lets it go on. Reports ``MusicServiceReport/started(_:)`` when an entry is heard
  /// for the first time.
  func play() throws(MusicServiceError)

  /// Holds the first entry where it is, or, if it is not loaded yet, as soon as it is.
  func pause() throws(MusicServiceError)

  /// Drops the first entry of the queue, and plays the one after it.
  func skip() throws(MusicServiceError)

  /// Goes to a position in the first entry; one that is not loaded yet starts there.
  func seek(to position: Duration) throws(MusicServiceError)

  /// Ends the sound and forgets the queue.
  func stop() throws(MusicServiceError)

  /// How far the first entry is played.
  var position: Duration { get }

  /// How long the first entry is; `nil` as long as the service does not know.
  var duration: Duration? { get }

  /// Names the one who hears what happens, from then on: one report after the other, in order, on whatever thread. A report
  /// may come while a call to the service has not returned.
  func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void)
}

/// One place in the queue of a service.
public struct QueueEntry: Hashable, Sendable, Identifiable {
  /// Tells it from all other entries that this player has set, also those of the same episode.
  public let id: Int
  /// What is to be played.
  public let episode: Episode

  /// Makes an entry.
  public init(id: Int, episode: Episode) {
    self.id = id
    self.episode = episode
  }
}

/// What a service reports of the first entry of its queue, by the entry's id.
public enum MusicServiceReport: Hashable, Sendable {
  /// It can be heard, for the first time.
  case started(QueueEntry.ID)
  /// It was played to its end.
  case ended(QueueEntry.ID)
  /// It cannot be played, or not any further.
  case failed(QueueEntry.ID, MusicServiceError)
  /// It was paused by somebody else than the player.
  case paused(QueueEntry.ID)
  /// It was made to go on by somebody else than the player.
  case resumed(QueueEntry.ID)
}

/// Why a service cannot do what it is told.
public enum MusicServiceError: Error, Hashable, Sendable {
  /// There is no such service here, or it is gone.
  case unavailable(String)
  /// The user does not let it be used.
  case denied
  /// The sound of an episode is not there, or cannot be played.
  case notPlayable(String)
}
