internal import MixtapeModel

/// Requests to end the process, such as Ctrl-C, and the means to defer them.
///
/// A library handles no signals. A program that does hands these in, so that a change which has begun to write is brought to
/// its end, or taken back, before the process ends.
public struct Interruptions: Sendable {
  private let hold: @Sendable () -> Void
  private let release: @Sendable () -> Void
  private let request: @Sendable () -> Bool

  /// - Parameters:
  ///   - hold: Has the process live on until `release` is called as often.
  ///   - release: Lets the process end; where that was requested in the meantime, it ends in this call.
  ///   - isRequested: Whether somebody wants the process to end.
  public init(
    hold: @escaping @Sendable () -> Void, release: @escaping @Sendable () -> Void,
    isRequested: @escaping @Sendable () -> Bool
  ) {
    self.hold = hold
    self.release = release
    request = isRequested
  }

  /// No protection: the process may end at any time, and the next change finishes what this leaves.
  public static let none = Interruptions(hold: {}, release: {}, isRequested: { false })

  /// Whether somebody wants the process to end.
  var areRequested: Bool { request() }

  /// Runs `body` to its end, and defers requests to end the process.
  func deferred<Result>(_ body: () throws(MixtapeError) -> Result) throws(MixtapeError) -> Result {
    hold()
    defer { release() }
    return try body()
  }

  /// Throws an error if the process was asked to end. Called while a change can still be taken back.
  func check() throws(MixtapeError) {
    if areRequested { throw MixtapeError(.stopped) }
  }
}
