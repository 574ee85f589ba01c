internal import FileSystem
internal import SystemPackage

/// The branch of a remote that a branch is configured to follow: `branch.NAME.remote` and `branch.NAME.merge`.
public struct Upstream: Hashable, Sendable {
  /// The name of the remote.
  public let remote: String
  /// The full name of the branch at the remote, such as `refs/heads/main`.
  public let reference: String

  /// Makes an upstream.
  public init(remote: String, reference: String) {
    self.remote = remote
    self.reference = reference
  }
}

extension Repository {
  /// Returns the names of the remotes that have an address, sorted.
  public func remotes() throws(GitError) -> [String] {
    let names = try configuration.names(matching: #"^remote\..*\.url$"#)
    return Set(names.map { String($0.dropFirst("remote.".count).dropLast(".url".count)) }).sorted()
  }

  /// Returns whether the repository has a remote.
  public func hasRemote() throws(GitError) -> Bool { try !remotes().isEmpty }

  /// Returns the upstream of a branch; `nil` if it has none, or one in this repository.
  public func upstream(of branch: String) throws(GitError) -> Upstream? {
    guard let remote = try configuration.string("branch.\(branch).remote"), remote != ".", !remote.isEmpty,
      let reference = try configuration.string("branch.\(branch).merge"), !reference.isEmpty
    else { return nil }
    return Upstream(remote: remote, reference: Head.fullName(ofBranch: reference))
  }

  /// Returns the full name of the reference that keeps the last known commit of a branch of a remote; `nil` if the
  /// remote's configuration does not map the branch.
  public func trackingReference(of upstream: Upstream) throws(GitError) -> String? {
    let specs = try configuration.strings("remote.\(upstream.remote).fetch").map { Refspec($0) }
    if specs.contains(where: { $0.isNegative && $0.match(upstream.reference) != nil }) { return nil }
    return specs.lazy.compactMap { $0.destination(of: upstream.reference) }.first
  }

  /// Returns the commit of a reference, by its full name; `nil` if the reference does not exist.
  public func commit(ofReference name: String) throws(GitError) -> CommitID? {
    try ifFound { () throws(GitError) in try commitID(of: reference(name)) }
  }

  /// Returns whether history is cut off because the clone is shallow.
  public func isShallow() throws(GitError) -> Bool {
    try exists(commonDirectory.appending("shallow"), for: .walk)
  }

  /// Returns the time of the last `git fetch` that found a branch, in seconds since 1970; `nil` before the first.
  public func lastFetch() throws(GitError) -> Int64? {
    let file = gitDirectory.appending("FETCH_HEAD")
    let status = try reporting(.readReference, at: file) { () throws(Errno) in try FileStatus(of: file) }
    return status.flatMap { $0.size > 0 ? Int64($0.modified.seconds) : nil }
  }
}

/// A mapping of the branches of a remote to references of a clone, such as `+refs/heads/*:refs/remotes/origin/*`.
/// See `git-fetch(1)`, "Configured remote-tracking branches".
struct Refspec: Equatable {
  private let source: Substring
  private let destination: Substring
  /// Whether it excludes the references that match, as in `^refs/heads/draft`.
  let isNegative: Bool

  /// Parses a mapping. A mapping without a destination has an empty one.
  init(_ text: String) {
    isNegative = text.hasPrefix("^")
    let sides = text.drop { $0 == "+" || $0 == "^" }.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    source = sides.first ?? ""
    destination = sides.count == 2 ? sides[1] : ""
  }

  /// Returns the part of a reference that `*` stands for, an empty text if the mapping has no `*`, and `nil` if the
  /// reference does not match.
  func match(_ reference: String) -> Substring? {
    guard let star = source.firstIndex(of: "*") else { return source == reference ? "" : nil }
    let (start, end) = (source[..<star], source[source.index(after: star)...])
    guard reference.utf8.count >= start.utf8.count + end.utf8.count, reference.hasPrefix(start),
      reference.hasSuffix(end)
    else { return nil }
    return reference.dropFirst(start.count).dropLast(end.count)
  }

  /// Returns the reference of the clone for one of the remote; `nil` if the mapping has none.
  func destination(of reference: String) -> String? {
    guard !isNegative, !destination.isEmpty, let part = match(reference) else { return nil }
    guard let star = destination.firstIndex(of: "*") else { return String(destination) }
    return "\(destination[..<star])\(part)\(destination[destination.index(after: star)...])"
  }
}
