internal import GitHistory
public import MixtapeModel
internal import SystemPackage

extension Store {
  /// Finds out whether a sparse checkout is the reason that a playlist or a podcast was not found.
  ///
  /// - Returns: ``MixtapeError/Code/notCheckedOut`` with the path of the file; `error` itself if that is not the reason.
  /// - Complexity: O(the number of files) if there is a sparse checkout, and else O(1).
  public func explaining(_ error: MixtapeError) -> MixtapeError {
    guard error.code == .notFound, let (section, name) = error.subject.file else { return error }
    do throws(MixtapeError) {
      guard try mayBeSparse else { return error }
      let leftOut = try openRepository().storeState().leftOut
      let path = leftOut.sorted().first { Section(containing: $0) == section && StoredFile(path: $0)?.name == name }
      return path.map { MixtapeError(.notCheckedOut, .file($0)) } ?? error
    } catch {
      // The missing item is what the user asked for. Errors of the repository come second.
      return error
    }
  }

  /// Whether there are patterns of a sparse checkout, as is found out without starting git.
  private var mayBeSparse: Bool {
    get throws(MixtapeError) {
      guard let state = try PrivateState(locatedIn: directory) else { return false }
      let patterns = state.directory.removingLastComponent().appending("info").appending("sparse-checkout")
      return try Disk.exists(patterns)
    }
  }
}

extension MixtapeError.Subject {
  /// The section and the name of the file that it is about.
  fileprivate var file: (section: Section, name: String)? {
    switch self {
    case .playlist(let id): (.playlists, id.rawValue)
    case .podcast(let id): (.library, id.rawValue)
    default: nil
    }
  }
}
