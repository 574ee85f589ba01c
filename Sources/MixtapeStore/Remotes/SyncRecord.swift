internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// A private record of the last exchange of changes with a remote: the branch, its commit, and the time.
///
/// The commit shows later whether the history of the remote was rewritten. Without the record, that is not noticed.
struct SyncRecord: Equatable {
  /// The name of the branch, such as `origin/main`.
  let branch: String
  /// The commit that the branch had afterwards.
  let commit: CommitID
  /// The time, in seconds since 1970.
  let time: Int64

  init(branch: String, commit: CommitID, time: Int64) {
    (self.branch, self.commit, self.time) = (branch, commit, time)
  }

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
