internal import GitHistory
internal import MixtapeModel

/// The moves of HEAD by which git brought commits of a remote: `git clone`, `git pull`, and `git merge`, `git rebase` or
/// `git reset` with a branch of a remote.
///
/// They are in the reflogs of HEAD of all work trees, which git shortens after some months. Moves that it no longer has count as made here.
struct HeadMoves {
  /// The commits that HEAD moved forward to, each with the commit before, which is `nil` for a new clone.
  private(set) var commitsBefore: [CommitID: CommitID?] = [:]
  /// The commits of a remote to which a rebase or a reset moved HEAD, each with the commit before.
  private(set) var rebasedCommits: [CommitID: CommitID] = [:]
  /// The merges with commits of a remote.
  private(set) var merges: Set<CommitID> = []
  /// The commits that HEAD moved to without making them, by a reset, a checkout or a rebase. A commit of a remote can be among them.
  private(set) var landings: Set<CommitID> = []

  /// Reads the reflogs of HEAD of all work trees. A repository without remotes has no pulls, and none of its moves are recorded.
  ///
  /// - Throws: ``MixtapeError/Code/repository`` if the reflog cannot be read: otherwise, an undo could undo changes of others.
  init(in repository: StoreRepository) throws(MixtapeError) {
    let remotes = try repository.remotes()
    guard !remotes.isEmpty else { return }
    for entry in try repository.headReflog(withReasons: Move.prefixes, reading: Self.maximumSize) {
      if Move.isLanding(entry.reason) { landings.insert(entry.new) }
      guard let move = Move(entry.reason, from: remotes) else { continue }
      guard let old = entry.old else {
        if move == .clone { commitsBefore[entry.new] = .some(nil) }
        continue
      }
      switch move {
      case .clone: break
      case .forward: commitsBefore[entry.new] = .some(old)
      case .merge: merges.insert(entry.new)
      case .rebase: rebasedCommits[entry.new] = old
      }
    }
  }

  private static let maximumSize = 1 << 20
}

/// The kind of a move of HEAD to commits of a remote.
private enum Move {
  case clone
  case forward
  case merge
  /// The beginning of a rebase, or a reset: HEAD moves to another history.
  case rebase

  /// The beginnings of reasons of such moves.
  static let prefixes = [
    clonePrefix, "pull", "merge ", "rebase ", resetPrefix, checkoutPrefix, "commit (merge): Merge ",
    FastForwards.reason,
  ]

  private static let clonePrefix = "clone: from "
  private static let resetPrefix = "reset: moving to "
  private static let checkoutPrefix = "checkout: moving from "

  /// Returns whether HEAD moved to a commit that was there before.
  static func isLanding(_ reason: String) -> Bool {
    reason.hasPrefix(resetPrefix) || reason.hasPrefix(checkoutPrefix) || reason.contains(" (start): checkout ")
  }

  /// Finds the kind by the reason in the reflog; `nil` for other moves.
  init?(_ reason: String, from remotes: [String]) {
    func isRemote(_ name: Substring) -> Bool {
      name == "FETCH_HEAD" || remotes.contains { name.hasPrefix("\($0)/") || name.hasPrefix("refs/remotes/\($0)/") }
    }
    let words = reason.split(separator: " ")
    // The arguments of the command stand before the colon.
    let isPull = reason.hasPrefix("pull:") || reason.hasPrefix("pull ")
    let isMerge = words.first == "merge" && words.count > 1 && isRemote(words[1].prefix { $0 != ":" })
    // Git puts `commit: ` and the like before a subject, so this move is one of a sync. Its record can be missing.
    let isSync = reason.hasPrefix(FastForwards.reason)
    if reason.hasPrefix(Self.clonePrefix) {
      self = .clone
    } else if isSync || ((isPull || isMerge) && reason.hasSuffix(": Fast-forward")) {
      self = .forward
    } else if isPull || isMerge, reason.contains(": Merge made by ") {
      self = .merge
    } else if reason.hasPrefix("commit (merge): Merge "), Self.namesRemote(reason) {
      self = .merge
    } else if isPull, reason.contains(" (start): checkout ") {
      self = .rebase
    } else if reason.hasPrefix(Self.resetPrefix), let target = words.last, isRemote(target) {
      self = .rebase
    } else if words.first == "rebase", reason.contains("(start): checkout "), let target = words.last, isRemote(target)
    {
      self = .rebase
    } else {
      return nil
    }
  }

  /// Returns whether the subject of a merge is the one that git gives to a merge with a remote. After a conflict, nothing else
  /// shows the origin of the merge.
  private static func namesRemote(_ reason: String) -> Bool {
    reason.contains("Merge remote-tracking branch '") || (reason.contains("Merge branch '") && reason.contains("' of "))
  }
}
