public import MixtapeModel
public import SystemPackage

extension StoreItem {
  /// The item as the subject of an error.
  public var subject: MixtapeError.Subject {
    switch self {
    case .playlist(let id): .playlist(id)
    case .podcast(let id): .podcast(id)
    }
  }
}

extension StoreReader {
  /// Returns the place of the file of an item, or `nil` if it does not exist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if several files have the id, and none or several of them are
  /// committed.
  func locate(_ item: StoreItem) throws(MixtapeError) -> StoredFile? {
    switch item {
    case .playlist(let id): try locate(id)
    case .podcast(let id): try locate(id)
    }
  }
}

extension Store {
  /// Returns the path of the file of an item, or `nil` if it does not exist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if several files have the id, and none or several of them are
  /// committed.
  public func path(of item: StoreItem) throws(MixtapeError) -> FilePath? {
    try StoreReader(self).locate(item).map { directory.appending($0.path) }
  }

  /// Returns the error that an item does not exist, with the existing ids as candidates.
  public func notFound(_ item: StoreItem) throws(MixtapeError) -> MixtapeError {
    let ids =
      switch item {
      case .playlist: try playlistIDs().map(\.rawValue)
      case .podcast: try library.ids().map(\.rawValue)
      }
    return MixtapeError(.notFound, item.subject, candidates: ids)
  }
}
