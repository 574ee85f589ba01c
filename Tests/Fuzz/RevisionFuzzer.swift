internal import Foundation
internal import GitHistory
internal import MixtapeModel
@testable internal import MixtapeStore
internal import SystemPackage

/// Resolves a revision in a store of three changes. The result is one of the commits, or the error that there is no
/// such revision. A text with a NUL, which would end a string for git, gives that error.
func fuzzRevision(_ text: String) throws {
  let revision = Revision(text)
  if let count = revision.versionsBack {
    precondition(count >= 0 && text.hasPrefix("@{") && text.hasSuffix("}"), "\(text) counts versions")
  }
  let (store, commits) = FuzzedStore.shared
  do throws(MixtapeError) {
    let commit = try store.resolve(revision)
    precondition(commits.contains(commit), "\(text) is a commit that there is not")
    precondition(!text.utf8.contains(0), "a NUL ends the revision")
  } catch {
    guard error.code == .noSuchRevision else { throw error }
  }
}

/// A store in the directory named by `MIXTAPE_FUZZ_STORE`.
private enum FuzzedStore {
  static let shared: (store: Store, commits: Set<CommitID>) = {
    do {
      return try make()
    } catch {
      preconditionFailure("the store cannot be made: \(error)")
    }
  }()

  private static func make() throws -> (Store, Set<CommitID>) {
    let path = ProcessInfo.processInfo.environment["MIXTAPE_FUZZ_STORE"] ?? ""
    precondition(!path.isEmpty, "MIXTAPE_FUZZ_STORE names no directory")
    let environment = [
      "HOME": path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Fuzzer", "GIT_AUTHOR_EMAIL": "fuzzer@example.org",
      "GIT_COMMITTER_NAME": "Fuzzer", "GIT_COMMITTER_EMAIL": "fuzzer@example.org",
    ]
    let context = Store.Context(environment: environment, now: { FuzzedLibrary.now }, utcOffset: { _ in 60 })
    var commits = [try Store.initialize(at: FilePath(path), from: nil, context: context).commit]
    let store = try Store(at: FilePath(path), context: context)
    let id = try Playlist.ID(validating: "list")
    _ = try store.create(Playlist(id: id))
    commits.append(try store.resolve("HEAD"))
    _ = try store.rename(id, to: "List of Lists")
    commits.append(try store.resolve("HEAD"))
    return (store, Set(commits))
  }
}
