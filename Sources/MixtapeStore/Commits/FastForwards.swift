internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// The commits that HEAD moved forward to by a sync or a pull, each with the commit before. Those of syncs are in a private record.
///
/// In this clone, the commit before is the state in which the last change made here ended; the first parent may be a commit that
/// somebody else made. So the record shows which changes were made here. Without it, all changes count as made here.
struct FastForwards {
  private var commitsBefore: [CommitID: CommitID?] = [:]
  private let moves: HeadMoves
  private let repository: StoreRepository

  /// Reads the record, and the reflog of git.
  init(of repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    moves = try HeadMoves(in: repository)
    try readRecord(in: repository.privateState)
  }

  /// Reads the record. Lines that are damaged are ignored.
  private mutating func readRecord(in state: PrivateState) throws(MixtapeError) {
    guard let bytes = try Disk.readPrivateFile(state.fastForwards, atMost: Self.maximumSize) else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let commit = CommitID(words[0]) else { continue }
      guard words[1] != Self.nothing else {
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
  /// move forward to the commit by a sync or a pull.
  func commit(before commit: CommitID) throws(MixtapeError) -> CommitID?? {
    if let known = commitsBefore[commit] { return known }
    if let before = moves.commitsBefore[commit] { return .some(before) }
    guard let rebased = moves.rebasedCommits[commit] else { return nil }
    // The commits after the common one are gone, or were made again on top of this one.
    let base: CommitID?
    do throws(GitError) {
      base = try repository.git.mergeBases(of: rebased, and: [commit]).first
    } catch {
      // Git may have removed the old commits.
      guard error.code == .notFound else { throw .repository(error) }
      return nil
    }
    return base.flatMap { $0 == commit ? nil : .some(.some($0)) }
  }

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
