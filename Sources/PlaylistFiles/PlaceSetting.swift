/// A setting of `mixtape.toml` that names a place where Mixtape writes files, or whose files it hands on.
public struct PlaceSetting: Hashable, Sendable {
  /// The keys of such settings, as people see them: `[export.car] directory`.
  public struct Key: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes a key from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file of the snapshot.
    public static let snapshot = Key(rawValue: "[snapshot] path")
    /// The directory of exports.
    public static let export = export("directory", of: nil)
    /// The directory of downloads.
    public static let downloads = Key(rawValue: "[downloads] directory")

    /// Returns a key of a place of exports; `nil` for the table `[export]` itself.
    public static func export(_ key: String, of place: String?) -> Key {
      Key(rawValue: "[export\(place.map { ".\($0)" } ?? "")] \(key)")
    }
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
    [snapshot.map { PlaceSetting(.snapshot, $0.path) }].compactMap(\.self) + exports.flatMap(\.places)
      + [downloads.directory.map { PlaceSetting(.downloads, $0) }].compactMap(\.self)
  }
}
