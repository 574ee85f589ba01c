internal import GitHistory
internal import MixtapeModel

/// The identity of plays that are recorded in one commit, which has it in a trailer.
///
/// A session saves its plays with their identity before it records them. If it is killed meanwhile, the next session finds in
/// history whether they are recorded.
public struct PlayBatch: Hashable, Codable, Sendable {
  private let session: String
  private let number: Int
  /// HEAD when the session began. Only later commits can have the plays.
  private let base: String?

  private init(session: String, number: Int, base: String?) {
    (self.session, self.number, self.base) = (session, number, base)
  }

  /// Makes the identity of the first plays of a session.
  ///
  /// - Parameter base: HEAD; `nil` if it is unknown.
  init(ofSessionSince base: CommitID?) {
    // Random, because a copied store has the same state.
    self.init(session: String(UInt64.random(in: .min ... .max), radix: 36), number: 1, base: base?.description)
  }

  /// The identity of the next plays of the session.
  public var next: PlayBatch { PlayBatch(session: session, number: number + 1, base: base) }

  var trailer: Commit.Trailer { Commit.Trailer(key: CommitMessage.playsKey, value: "\(session) \(number)") }
  fileprivate var baseID: CommitID? { base.flatMap { CommitID($0) } }
}

extension PlayBatch {
  /// Returns whether history has the plays.
  func isRecorded(in repository: StoreRepository) throws(MixtapeError) -> Bool {
    for commit in try repository.commits(since: self) {
      if try repository.commit(commit).trailers.contains(trailer) { return true }
    }
    return false
  }
}

extension StoreRepository {
  /// Returns the commits since the session of some plays began.
  fileprivate func commits(since batch: PlayBatch) throws(MixtapeError) -> Set<CommitID> {
    guard let head = try head().commit else { return [] }
    let base = try batch.baseID.flatMap { (id) throws(MixtapeError) in try existingCommit(id)?.id }
    return try commits(reachableFrom: head, butNotFrom: [base].compactMap(\.self))
  }
}
