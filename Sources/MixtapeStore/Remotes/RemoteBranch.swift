internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The branch of a remote with which a store exchanges changes.
public struct RemoteBranch: Hashable, Sendable {
  /// The name of the remote.
  public let remote: String
  /// The name of the branch at the remote.
  public let branch: String
  /// The name of the branch of the store.
  public let localBranch: String
  /// Whether git's configuration names it as the upstream of the store's branch.
  public let isUpstream: Bool
  /// Whether git pushes to another address than it fetches from. Both can be addresses of one repository.
  public let hasOtherPushAddress: Bool
  /// Whether the store's branch has an upstream, this branch or another one.
  let hasUpstream: Bool
  /// The full name of the reference that keeps its last known commit.
  let trackingReference: String
  /// The refspec that fetches the branch, if git's configuration has none for it, as in a clone of a single other branch.
  let refspec: String?

  /// The name for people, such as `origin/main`.
  public var name: String { "\(remote)/\(branch)" }

  var reference: String { Head.fullName(ofBranch: branch) }

  /// Finds the branch of a remote for a branch of a store.
  ///
  /// - Parameters:
  ///   - name: The name of the remote; `nil` for that of the upstream, else the only remote, else `origin`.
  ///   - branch: The branch of the store.
  /// - Throws: ``SyncRefusal/noRemote``, ``SyncRefusal/unknownRemote(_:known:)`` or ``SyncRefusal/severalRemotes(_:)``.
  init(named name: String?, for branch: String, in repository: StoreRepository) throws(MixtapeError) {
    let known = try repository.remotes()
    let upstream = try repository.upstream(of: branch)
    remote = try Self.remote(named: name, upstream, known)
    localBranch = branch
    isUpstream = upstream?.remote == remote
    hasUpstream = upstream != nil
    let pushAddress = try repository.setting("remote.\(remote).pushurl")
    hasOtherPushAddress =
      try pushAddress.map { [remote] (address) throws(MixtapeError) in
        try address != repository.setting("remote.\(remote).url")
      } ?? false
    self.branch =
      isUpstream ? upstream.map { Head.shortName(ofReference: $0.reference) } ?? branch : branch
    let followed = Upstream(remote: remote, reference: Head.fullName(ofBranch: self.branch))
    let configured = try repository.trackingReference(of: followed)
    trackingReference = configured ?? "refs/remotes/\(remote)/\(self.branch)"
    // With a pattern, git does not fail if the branch does not exist yet.
    refspec = configured == nil ? "+\(followed.reference)*:\(trackingReference)*" : nil
  }

  private static func remote(
    named name: String?, _ upstream: Upstream?, _ known: [String]
  ) throws(MixtapeError) -> String {
    if let name {
      guard known.contains(name) else { throw .refused(.unknownRemote(name, known: known)) }
      return name
    }
    if let upstream, known.contains(upstream.remote) { return upstream.remote }
    guard let only = known.first else { throw .refused(.noRemote) }
    if known.count == 1 { return only }
    guard known.contains("origin") else { throw .refused(.severalRemotes(known)) }
    return "origin"
  }

  func allBranches(in repository: StoreRepository) throws(MixtapeError) -> [String] {
    let prefix = "refs/remotes/\(remote)/"
    return try repository.referenceNames(under: prefix).map { String($0.dropFirst(prefix.count)) }
  }

  /// Returns the last known commit of the branch; `nil` if the branch is not known.
  func lastKnown(in repository: StoreRepository) throws(MixtapeError) -> CommitID? {
    try repository.commit(ofReference: trackingReference)
  }
}

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

/// A private record of the last exchange of changes with a remote: the branch, its commit, and the time.
///
/// The commit shows later whether the history of the remote was rewritten. Without the record, that is not noticed.
struct SyncRecord: Equatable {
  /// The name of the branch, such as `origin/main`.
  let branch: String
  let commit: CommitID
  let time: Int64
}

extension SyncRecord {
  /// Reads the record; `nil` if it is missing or damaged.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess`` if the system cannot read it. A sync without it could bring removed commits back.
  init?(in state: PrivateState) throws(MixtapeError) {
    guard let bytes = try Disk.readPrivateFile(state.syncRecord, atMost: Self.maximumSize) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 3, let commit = CommitID(lines[1]), let time = Int64(lines[2]) else { return nil }
    self.init(branch: lines[0], commit: commit, time: time)
  }

  /// Writes the record. Ignores errors, because the exchange is complete; the previous record then stays.
  func save(in state: PrivateState) {
    do throws(Errno) {
      try DurableFile.makeDirectories(state.directory)
      try DurableFile.replace(state.syncRecord, with: Array("\(branch)\n\(commit)\n\(time)\n".utf8))
    } catch {
      return
    }
  }

  private static let maximumSize = 65_536
}
