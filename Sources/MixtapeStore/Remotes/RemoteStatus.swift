internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The difference between a store and the branch of its remote, as last known.
public struct RemoteStatus: Sendable {
  /// The branch of the remote.
  public let branch: RemoteBranch
  /// The numbers of changes that only one of both has; `nil` if the branch was never fetched, or histories are separate.
  public let difference: Difference?
  /// The time at which the remote was last asked; `nil` if it is not known.
  public let asOf: Date?

  /// Numbers of commits.
  public struct Difference: Hashable, Sendable {
    /// The number of commits that the remote does not have.
    public let ahead: Int
    /// The number of commits that the store does not have.
    public let behind: Int
  }

  /// Reads the last known state of the remote; returns `nil` for a store without a remote or without a branch.
  init?(of repository: StoreRepository) throws(MixtapeError) {
    let head = try repository.head()
    guard let name = head.branch else { return nil }
    do throws(MixtapeError) {
      branch = try RemoteBranch(named: nil, for: name, in: repository)
    } catch {
      guard error.cause is SyncRefusal else { throw error }
      return nil
    }
    difference = try Self.difference(of: branch, head, in: repository)
    let fetched = try repository.lastFetch()
    let synced = try SyncRecord(in: repository.privateState)?.time
    asOf = [fetched, synced].compactMap(\.self).max().map { Date(timeIntervalSince1970: Double($0)) }
  }

  private static func difference(
    of branch: RemoteBranch, _ head: Head, in repository: StoreRepository
  ) throws(MixtapeError) -> Difference? {
    guard let ours = head.commit, let theirs = try branch.lastKnown(in: repository) else { return nil }
    let relation = try repository.relation(of: ours, to: theirs)
    guard !relation.bases.isEmpty else { return nil }
    return Difference(ahead: relation.ahead, behind: relation.behind)
  }
}
