internal import GitHistory
public import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles
public import SystemPackage

/// The files of a store that a sparse checkout leaves out of the work tree.
struct LeftOutFiles {
  private let paths: Set<String>

  /// - Complexity: O(the number of files) if there is a sparse checkout, and else O(1).
  init(of store: Store) { paths = Self.paths(of: store) }

  private static func paths(of store: Store) -> Set<String> {
    do throws(MixtapeError) {
      guard try store.mayBeSparse else { return [] }
      return try store.openRepository().storeState().leftOut
    } catch {
      // They explain why a file is missing. What is wrong with the repository shows when a command needs it.
      return []
    }
  }

  /// Whether a path is that of such a file.
  func contains(_ path: String) -> Bool { paths.contains(path) }

  /// The path of the file of a name.
  func path(of name: String, in section: Section) -> String? {
    paths.sorted().first { Section(containing: $0) == section && StoredFile(path: $0)?.name == name }
  }

  /// The path of the first file in a folder of playlists or podcasts.
  fileprivate func path(in folder: Folder) -> String? {
    paths.sorted().first { path in
      [.playlists, .library].contains(Section(containing: path))
        && StoredFile(path: path)?.folder.isWithin(folder) == true
    }
  }
}

extension Store {
  /// Whether a directory is a store whose `mixtape.toml` a sparse checkout leaves out.
  public static func isLeftOut(at directory: FilePath, context: Context) -> Bool {
    LeftOutFiles(of: Store(unmarked: directory, context: context)).contains(StoreFile.name)
  }

  /// Finds out whether a sparse checkout is the reason that a playlist, a podcast, a folder or a template was not found, or a
  /// partial clone the reason that an object was not.
  ///
  /// - Returns: ``MixtapeError/Code/notCheckedOut`` with the path of the file, or an error whose cause is a `GitError` of code
  ///   `notFetched`; `error` itself if that is not the reason.
  /// - Complexity: O(the number of files) if there is a sparse checkout, and else O(1).
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
      // The missing object is the news. Other errors of the repository come second.
      return failure
    }
  }

  /// The notice of a remark on rules, with a sparse checkout as the reason that a playlist is missing, if it is.
  public func notice(of remark: EvaluationRemark) -> StoreNotice {
    guard case .missingPlaylist(let id, let asker, _) = remark,
      let path = LeftOutFiles(of: self).path(of: id.rawValue, in: .playlists)
    else { return .rules(remark) }
    return .playlistNotCheckedOut(path: path, askedBy: asker)
  }

  /// The paths of the files of podcasts that a sparse checkout leaves out.
  public func leftOutPaths(of podcasts: Set<Podcast.ID>) -> [Podcast.ID: String] {
    let leftOut = LeftOutFiles(of: self)
    return Dictionary(
      uniqueKeysWithValues: podcasts.compactMap { id in leftOut.path(of: id.rawValue, in: .library).map { (id, $0) } })
  }

  /// Whether there are patterns of a sparse checkout, as is found out without starting git.
  fileprivate var mayBeSparse: Bool {
    get throws(MixtapeError) {
      guard let state = try PrivateState(locatedIn: directory) else { return false }
      let patterns = state.directory.removingLastComponent().appending("info").appending("sparse-checkout")
      return try Disk.exists(patterns)
    }
  }
}
