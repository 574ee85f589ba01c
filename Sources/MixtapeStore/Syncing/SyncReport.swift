public import GitHistory
public import MixtapeModel

/// The way to decide values that both sides changed differently.
public struct SyncOptions: Sendable {
  /// The decision about conflicts.
  public enum Conflicts: Hashable, Sendable {
    /// The newer change wins.
    case newer
    /// Nothing is changed, and the conflicts are reported.
    case stop
  }

  /// The name of the remote; `nil` for the usual one.
  public var remote: String?
  /// The decision about conflicts.
  public var conflicts: Conflicts

  /// Makes options.
  public init(remote: String? = nil, conflicts: Conflicts = .newer) {
    self.remote = remote
    self.conflicts = conflicts
  }
}

/// A function that asks the user for the side to take of each conflict; `nil` if the user cancels.
public typealias ConflictQuestion = ([MergeConflict]) throws(MixtapeError) -> [MergeSide]?

/// The result of an exchange of changes with a remote.
public struct SyncReport: Sendable {
  /// The branch of the remote.
  public let branch: RemoteBranch
  /// The number of commits that came from the remote.
  public internal(set) var received = 0
  /// The number of commits that the remote got.
  public internal(set) var sent = 0
  /// Whether the push created the branch at the remote.
  public internal(set) var isFirstPush = false
  /// The commit that merges both sides; `nil` if none was needed.
  public internal(set) var merge: CommitID?
  /// The playlists and podcasts that others changed, as differences of the store's files.
  public internal(set) var differences: [StoreDifference] = []
  /// The values that both sides changed differently, with the winner.
  public internal(set) var conflicts: [MergeConflict] = []
  /// The values that both sides of received merges changed differently, and that nobody has decided since.
  public internal(set) var receivedConflicts: [OpenConflict] = []
  /// Decisions about whole files.
  public internal(set) var notices: [MergeNotice] = []
  /// The commit that the branch had after the last exchange, if its history was rewritten, and the store moved forward all the same.
  public internal(set) var lost: CommitID?

  /// Whether both sides had the same commits.
  public var changesNothing: Bool { received == 0 && sent == 0 && !isFirstPush }
}

/// A preview of an exchange of changes. The branches of the remote were fetched, and nothing else was changed.
public struct SyncPreview: Sendable {
  /// The branch of the remote.
  public let branch: RemoteBranch
  /// The way in which both sides would get the same changes.
  public let plan: SyncPlan
  /// The differences that the store's files would have.
  public let differences: [StoreDifference]
  /// The values that both sides changed differently, with the winner.
  public let conflicts: [MergeConflict]
  /// Decisions about whole files.
  public let notices: [MergeNotice]
  /// The commit that the branch had after the last exchange, if its history was rewritten, and the store would move forward all the
  /// same.
  public let lost: CommitID?
}
