/// A setting of `mixtape.toml` that names a place where Mixtape writes files.
public struct PlaceSetting: Hashable, Sendable {
  /// The keys of such settings.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    case snapshot = "[snapshot] path"
    case export = "[export] directory"
    case downloads = "[downloads] directory"
  }

  /// The key.
  public let key: Key
  /// The path as it is in the file.
  public let value: String

  /// Makes a setting.
  public init(_ key: Key, _ value: String) { (self.key, self.value) = (key, value) }
}

extension StoreFile {
  /// The settings that name a place where Mixtape writes files.
  public var places: [PlaceSetting] {
    PlaceSetting.Key.allCases.compactMap { key in
      let value =
        switch key {
        case .snapshot: snapshot?.path
        case .export: export?.directory
        case .downloads: downloads.directory
        }
      return value.map { PlaceSetting(key, $0) }
    }
  }
}
