internal import GitHistory
public import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles
public import SystemPackage

/// The files of a store that a sparse checkout leaves out of the work tree.
struct LeftOutFiles {
  private let paths: Set<String>

  /// Finds the files.
  ///
  /// - Complexity: O(the number of files) in a sparse checkout, otherwise O(1).
  init(of store: Store) { paths = Self.paths(of: store) }

  private static func paths(of store: Store) -> Set<String> {
    do throws(MixtapeError) {
      guard try store.mayBeSparse else { return [] }
      return try store.openRepository().storeState().leftOut
    } catch {
      // These files only explain why others are missing. A command that needs the repository reports its errors.
      return []
    }
  }

  /// Returns whether a sparse checkout leaves out the file at a path.
  func contains(_ path: String) -> Bool { paths.contains(path) }

  /// Returns the path of the left-out file with a name.
  func path(of name: String, in section: Section) -> String? {
    paths.sorted().first { Section(containing: $0) == section && StoredFile(path: $0)?.name == name }
  }

  /// Returns the path of the first left-out file in a folder of playlists or podcasts.
  fileprivate func path(in folder: Folder) -> String? {
    paths.sorted().first { path in
      [.playlists, .library].contains(Section(containing: path))
        && StoredFile(path: path)?.folder.isWithin(folder) == true
    }
  }
}

extension Store {
  /// Returns whether a directory is a store whose `mixtape.toml` is left out by a sparse checkout.
  public static func isLeftOut(at directory: FilePath, context: Context) -> Bool {
    LeftOutFiles(of: Store(unmarked: directory, context: context)).contains(StoreFile.name)
  }

  /// Determines whether a sparse checkout is the reason why a playlist, a podcast, a folder or a template was not
  /// found, or a partial clone the reason why an object was not.
  ///
  /// - Returns: ``MixtapeError/Code/notCheckedOut`` with the path of the file, or an error whose cause is a
  ///   `GitError` of code `notFetched`; otherwise `error`.
  /// - Complexity: O(the number of files) in a sparse checkout, otherwise O(1).
  public func explaining(_ error: MixtapeError) -> MixtapeError {
    if let cause = error.cause as? GitError, cause.code == .notFound, cause.operation == .readObject {
      return explaining(error, cause)
    }
    guard error.code == .notFound else { return error }
    let leftOut = LeftOutFiles(of: self)
    let path =
      switch error.subject {
      case .playlist(let id): leftOut.path(of: id.rawValue, in: .playlists)
      case .podcast(let id): leftOut.path(of: id.rawValue, in: .library)
      case .episode(let id): leftOut.path(of: id.podcast.rawValue, in: .library)
      case .folder(let folder): leftOut.path(in: folder)
      case .text(let template): leftOut.path(of: template, in: .templates)
      default: String?.none
      }
    return path.map { MixtapeError(.notCheckedOut, .file($0)) } ?? error
  }

  private func explaining(_ failure: MixtapeError, _ cause: GitError) -> MixtapeError {
    do throws(MixtapeError) {
      let repository = try openRepository()
      guard try StoreRepository.checked(try repository.git.isPartialClone()) else { return failure }
      let reason = GitError(.notFetched, cause.operation, message: cause.message, path: cause.path)
      return MixtapeError(failure.code, failure.subject, cause: reason)
    } catch {
      // The missing object explains the failure. Other errors of the repository are less important.
      return failure
    }
  }

  /// Returns the notice of a remark on rules. If a sparse checkout is the reason why a playlist is missing, the
  /// notice says so.
  public func notice(of remark: EvaluationRemark) -> StoreNotice {
    guard case .missingPlaylist(let id, let asker, _) = remark,
      let path = LeftOutFiles(of: self).path(of: id.rawValue, in: .playlists)
    else { return .rules(remark) }
    return .playlistNotCheckedOut(path: path, askedBy: asker)
  }

  /// Returns the paths of the files of podcasts that a sparse checkout leaves out.
  public func leftOutPaths(of podcasts: Set<Podcast.ID>) -> [Podcast.ID: String] {
    let leftOut = LeftOutFiles(of: self)
    return Dictionary(
      uniqueKeysWithValues: podcasts.compactMap { id in leftOut.path(of: id.rawValue, in: .library).map { (id, $0) } })
  }

  /// Whether there are patterns of a sparse checkout. Does not start libgit2.
  var mayBeSparse: Bool {
    get throws(MixtapeError) {
      guard let state = try PrivateState(locatedIn: directory) else { return false }
      let patterns = state.directory.removingLastComponent().appending("info").appending("sparse-checkout")
      return try Disk.exists(patterns)
    }
  }
}
