internal import MixtapeModel

/// Requests to end the process, such as Ctrl-C, and functions to defer them.
///
/// A library handles no signals. A program that handles them passes these functions, so that a change that has begun
/// to write is completed or rolled back before the process ends.
public struct Interruptions: Sendable {
  package let hold: @Sendable () -> Void
  package let release: @Sendable () -> Void
  private let request: @Sendable () -> Bool

  /// Makes requests from three functions.
  ///
  /// - Parameters:
  ///   - hold: Keeps the process alive until `release` has been called as often.
  ///   - release: Allows the process to end. If that was requested in the meantime, the process ends in this call.
  ///   - isRequested: Returns whether somebody has requested the end of the process.
  public init(
    hold: @escaping @Sendable () -> Void, release: @escaping @Sendable () -> Void,
    isRequested: @escaping @Sendable () -> Bool
  ) {
    self.hold = hold
    self.release = release
    request = isRequested
  }

  /// No protection: the process may end at any time, and the next change finishes the interrupted one.
  public static let none = Interruptions(hold: {}, release: {}, isRequested: { false })

  /// Whether somebody has requested the end of the process.
  package var areRequested: Bool { request() }

  /// Runs `body`, and defers requests to end the process.
  func deferred<Result>(_ body: () throws(MixtapeError) -> Result) throws(MixtapeError) -> Result {
    hold()
    defer { release() }
    return try body()
  }

  /// Throws an error if somebody has requested the end of the process. Called while a change can still be rolled
  /// back.
  func check() throws(MixtapeError) {
    if areRequested { throw MixtapeError(.stopped) }
  }
}
