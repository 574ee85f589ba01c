internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// The files of a store that a sparse checkout leaves out of the work tree.
struct LeftOutFiles {
  private let paths: Set<String>

  /// Finds the files.
  ///
  /// - Complexity: O(the number of files) in a sparse checkout, otherwise O(1).
  init(of store: Store) { paths = Self.paths(of: store) }

  private static func paths(of store: Store) -> Set<String> {
    do throws(MixtapeError) {
      guard try canExist(in: store) else { return [] }
      return try store.openRepository().storeState().leftOut
    } catch {
      // These files only explain why others are missing. A command that needs the repository reports its errors.
      return []
    }
  }

  /// Returns whether there are patterns of a sparse checkout. Does not start libgit2.
  static func canExist(in store: Store) throws(MixtapeError) -> Bool {
    guard let state = try PrivateState(locatedIn: store.directory) else { return false }
    let patterns = state.directory.removingLastComponent().appending("info").appending("sparse-checkout")
    return try Disk.exists(patterns)
  }

  /// Returns whether a sparse checkout leaves out the file at a path.
  func contains(_ path: String) -> Bool { paths.contains(path) }

  /// Returns the path of the left-out file with a name.
  func path(of name: String, in section: Section) -> String? {
    paths.sorted().first { Section(containing: $0) == section && SectionFile(path: $0)?.name == name }
  }
}

/// The reasons for which a store does not find something that history has.
extension LeftOutFiles {
  /// Returns a more exact error, if there is one. See ``Store/explaining(_:)``.
  static func explaining(_ error: MixtapeError, in store: Store) -> MixtapeError {
    if let cause = error.cause as? GitError, cause.code == .notFound, cause.operation == .readObject {
      return explaining(error, cause, in: store)
    }
    guard error.code == .notFound else { return error }
    let leftOut = LeftOutFiles(of: store)
    let path =
      switch error.subject {
      case .playlist(let id): leftOut.path(of: id.rawValue, in: .playlists)
      case .podcast(let id): leftOut.path(of: id.rawValue, in: .library)
      case .episode(let id): leftOut.path(of: id.podcast.rawValue, in: .library)
      default: String?.none
      }
    return path.map { MixtapeError(.notCheckedOut, .file($0)) } ?? error
  }

  private static func explaining(_ failure: MixtapeError, _ cause: GitError, in store: Store) -> MixtapeError {
    do throws(MixtapeError) {
      let repository = try store.openRepository()
      guard try StoreRepository.checked(try repository.git.isPartialClone()) else { return failure }
      let reason = GitError(.notFetched, cause.operation, message: cause.message, path: cause.path)
      return MixtapeError(failure.code, failure.subject, cause: reason)
    } catch {
      // The missing object explains the failure. Other errors of the repository are less important.
      return failure
    }
  }
}
