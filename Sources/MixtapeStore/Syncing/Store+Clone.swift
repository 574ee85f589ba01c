internal import FileSystem
internal import GitHistory
public import MixtapeModel
internal import PlaylistFiles
public import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Store {
  /// Clones a store, and sets the merge driver in the clone.
  ///
  /// - Parameters:
  ///   - address: The address of the repository, in any form of `git clone`.
  ///   - directory: The directory of the clone: missing or empty.
  /// - Throws: ``SyncRefusal/directoryNotEmpty(_:)`` or ``SyncRefusal/notAStore(_:)`` as the cause of an error with its code;
  ///   ``MixtapeError/Code/transferFailed``.
  public static func clone(
    _ address: String, to directory: FilePath, context: Context, by git: GitProgram
  ) throws(MixtapeError) -> Store {
    guard try isFree(directory) else { throw .refused(.directoryNotEmpty(directory.string)) }
    let output = try git.run(
      ["clone", "--progress", "--end-of-options", address, directory.string], in: nil,
      environment: context.environment)
    guard output.isSuccess else { throw .transfer(GitProgramError(of: output)) }
    guard try Disk.exists(directory.appending(StoreFile.name)) else {
      throw .refused(.notAStore(directory.string))
    }
    let store = try Store(at: directory, context: context)
    try store.prepareClone()
    return store
  }

  private static func isFree(_ directory: FilePath) throws(MixtapeError) -> Bool {
    do throws(Errno) {
      return try Directory(at: directory).names().isEmpty
    } catch {
      switch error {
      case .noSuchFileOrDirectory: return true
      case .notDirectory: return false
      default: throw .fileAccess(directory, error)
      }
    }
  }

  private func prepareClone() throws(MixtapeError) {
    let transaction = try Transaction(in: self, try openRepository())
    let repository = transaction.repository
    try MergeDriver.configure(repository)
    _ = try repository.privateState.isFirstNotice(of: MergeDriver.noticeTopic)
    guard let branch = try repository.head().branch else { return }
    let remote = try RemoteBranch(named: nil, for: branch, in: repository)
    guard let commit = try remote.lastKnown(in: repository) else { return }
    Arrivals.append(commit, after: nil, in: repository.privateState)
    SyncRecord(branch: remote.name, commit: commit, time: Int64(context.now().timeIntervalSince1970))
      .save(in: repository.privateState)
  }
}
