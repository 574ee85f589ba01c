internal import FileSystem
internal import MixtapeModel

/// A follower of the files of a store: it receives events of the system, waits until files are quiet, and returns events.
///
/// It has no clock and no thread. The caller passes events with their time, which may start at any point.
protocol FileTracker: Sendable {
  associatedtype Event: Sendable

  /// Records events of the system.
  mutating func note(_ events: [DirectoryWatch.Event], at now: Duration)

  /// Returns the events of files that have been quiet for long enough.
  ///
  /// - Throws: ``MixtapeError/Code/noStore`` if the store's directory is gone; errors of reading.
  mutating func settle(at now: Duration) throws(MixtapeError) -> [Event]

  /// The time at which ``settle(at:)`` has to be called because of events; `nil` if there are none.
  var deadline: Duration? { get }

  /// The time at which ``settle(at:)`` has to be called because time has passed; `nil` for never.
  var clockDeadline: Duration? { get }

  /// Returns the last event, after an error.
  static func ended(_ error: MixtapeError) -> Event
}
