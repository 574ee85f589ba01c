internal import GitHistory
internal import MixtapeModel

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

  /// The full name of the branch at the remote.
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

  /// Returns the names of all branches of the remote, as last known.
  func allBranches(in repository: StoreRepository) throws(MixtapeError) -> [String] {
    let prefix = "refs/remotes/\(remote)/"
    return try repository.referenceNames(under: prefix).map { String($0.dropFirst(prefix.count)) }
  }

  /// Returns the last known commit of the branch; `nil` if the branch is not known.
  func lastKnown(in repository: StoreRepository) throws(MixtapeError) -> CommitID? {
    try repository.commit(ofReference: trackingReference)
  }
}
