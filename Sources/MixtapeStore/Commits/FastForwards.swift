internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The commits that HEAD moved forward to by a sync or a pull, each with the commit before. Those of syncs are in a private record.
///
/// In this clone, the commit before is the state in which the last change made here ended; the first parent may be a commit that
/// somebody else made. So the record shows which changes were made here. Without it, all changes count as made here. The records and
/// reflogs of all work trees of the clone count.
struct FastForwards {
  private let commitsBefore: [CommitID: CommitID?]
  private let moves: HeadMoves
  private let datedMoves: DatedMoves
  private let repository: StoreRepository

  /// Reads the records, and the reflogs of git.
  init(of repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    moves = try HeadMoves(in: repository)
    var recorded: [CommitID: CommitID?] = [:]
    for directory in try repository.gitDirectories() {
      try Self.readRecord(in: PrivateState(ofGitDirectory: directory), into: &recorded)
    }
    commitsBefore = recorded
    datedMoves = DatedMoves(
      moves.commitsBefore.merging(recorded) { $1 }.merging(moves.rebasedCommits.mapValues(Optional.some)) { $1 })
  }

  /// Reads the record. Lines that are damaged are ignored.
  private static func readRecord(
    in state: PrivateState, into commitsBefore: inout [CommitID: CommitID?]
  ) throws(MixtapeError) {
    guard let bytes = try Disk.readPrivateFile(state.fastForwards, atMost: maximumSize) else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let commit = CommitID(words[0]) else { continue }
      guard words[1] != nothing else {
        commitsBefore[commit] = .some(nil)
        continue
      }
      if let before = CommitID(words[1]) { commitsBefore[commit] = before }
    }
  }

  /// Whether nothing is recorded.
  var isEmpty: Bool {
    commitsBefore.isEmpty && moves.commitsBefore.isEmpty && moves.rebasedCommits.isEmpty && moves.merges.isEmpty
  }

  /// Returns whether git made a commit by merging commits of a remote.
  func isPullMerge(_ commit: CommitID) -> Bool { moves.merges.contains(commit) }

  /// Returns the commit of HEAD before it moved forward to a commit, which is `nil` for a new clone; `nil` if HEAD did not
  /// move forward to the commit by a sync or a pull. If HEAD moved over the commit, and landed on it later, returns the commit from
  /// which it would have moved forward.
  func commit(before commit: CommitID) throws(MixtapeError) -> CommitID?? {
    if let known = commitsBefore[commit] { return known }
    if let before = moves.commitsBefore[commit] { return .some(before) }
    if let rebased = moves.rebasedCommits[commit] { return try base(of: rebased, and: commit) }
    return moves.landings.contains(commit) ? try start(ofMoveOver: commit) : nil
  }

  /// Returns the newest common ancestor of two commits; `nil` if it is the second one, or if the first one is gone.
  private func base(of before: CommitID, and commit: CommitID) throws(MixtapeError) -> CommitID?? {
    // The commits after the common one are gone, or were made again on top of this one.
    let base: CommitID?
    do throws(GitError) {
      base = try repository.git.mergeBases(of: before, and: [commit]).first
    } catch {
      // Git may have removed the old commits.
      guard error.code == .notFound else { throw .repository(error) }
      return nil
    }
    return base.flatMap { $0 == commit ? nil : .some(.some($0)) }
  }

  /// Returns the commit from which HEAD moved over a commit to a later one; `nil` if it did not.
  ///
  /// - Complexity: O(the number of moves) the first time, and a walk through history for each of the first moves after the commit.
  private func start(ofMoveOver commit: CommitID) throws(MixtapeError) -> CommitID?? {
    let earliest = try repository.commit(commit).committer.date.addingTimeInterval(-Self.tolerance)
    for move in try datedMoves.all(in: repository) where move.date >= earliest {
      guard try repository.reaches(commit, from: move.new) else { continue }
      guard let before = move.before else { return .some(nil) }
      // The first move after which HEAD has the commit shows its origin.
      guard try repository.existingCommit(before) != nil, try !repository.reaches(commit, from: before) else {
        return nil
      }
      return try base(of: before, and: commit)
    }
    return nil
  }

  /// The time, in seconds, by which clocks of two machines may differ.
  private static let tolerance: Double = 86_400

  /// Adds a commit to which HEAD moved forward. After an error, the changes count as made here.
  static func append(_ commit: CommitID, after before: CommitID?, in state: PrivateState) {
    let line = Array("\(commit) \(before?.description ?? nothing)\n".utf8)
    do throws(Errno) {
      try FileAccess.append(line, to: state.fastForwards, making: true)
    } catch {
      return
    }
  }

  /// The beginning of the reason in the reflog when a sync moves HEAD forward; the name of the branch follows.
  static let reason = "Receive changes from "

  private static let nothing = "-"
  private static let maximumSize = 1 << 26
}

/// The moves of HEAD with the dates of the commits that they led to, oldest first. They are read at the first use, because an undo
/// seldom needs them.
private final class DatedMoves {
  typealias Move = (date: Date, new: CommitID, before: CommitID?)

  private let commitsBefore: [CommitID: CommitID?]
  private var known: [Move]?

  init(_ commitsBefore: [CommitID: CommitID?]) { self.commitsBefore = commitsBefore }

  /// Returns the moves. Those to commits that git has removed are left out.
  func all(in repository: StoreRepository) throws(MixtapeError) -> [Move] {
    if let known { return known }
    var moves: [Move] = []
    for (new, before) in commitsBefore {
      guard let date = try repository.existingCommit(new)?.committer.date else { continue }
      moves.append((date, new, before))
    }
    moves.sort { ($0.date, $0.new.description) < ($1.date, $1.new.description) }
    known = moves
    return moves
  }
}
