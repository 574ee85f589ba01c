internal import FileSystem
internal import GitHistory
public import MixtapeModel
public import PlaylistFiles
public import SystemPackage

/// The settings of `mixtape.toml` that lead out of the store need the agreement of the user of this machine, because everybody who
/// can push to the remote can change them.
///
/// The user agrees by an edit of the file on this machine, or once by ``trustSettings()``. The private state keeps each key with
/// the value, so a value that comes back needs no new agreement.
extension Store {
  /// Returns the settings that have no effect, because they lead out of the store and nobody has agreed to them.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess`` if `mixtape.toml` cannot be read.
  public func untrustedSettings() throws(MixtapeError) -> [PlaceSetting] {
    guard case .bytes(let source) = try load(StoreFile.name) else { return [] }
    return StoreFile(parsing: source).places.filter { !isTrusted($0) }
  }

  /// Agrees to the settings that lead out of the store.
  ///
  /// - Returns: The settings that had no effect before.
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func trustSettings() throws(MixtapeError) -> [PlaceSetting] {
    let settings = try untrustedSettings()
    try trust(settings)
    return settings
  }

  /// The directory of downloads in `mixtape.toml`; `nil` if it names none, or one that has no effect.
  public var downloadDirectory: FilePath? {
    settings.downloads.directory.flatMap { isTrusted(PlaceSetting(.downloads, $0)) ? place($0) : nil }
  }

  /// Agrees to the settings that an edit of `mixtape.toml` on this machine changes.
  func trustSettings(in edited: [UInt8], from committed: [UInt8]?) throws(MixtapeError) {
    let known = StoreFile(parsing: committed ?? []).places
    try trust(StoreFile(parsing: edited).places.filter { !known.contains($0) && leadsOut($0) })
  }

  /// Returns whether a setting has an effect. If that cannot be found out, it has none.
  func isTrusted(_ setting: PlaceSetting) -> Bool {
    guard leadsOut(setting) else { return true }
    do throws(MixtapeError) {
      if try trusted().contains(setting) { return true }
      return try isUncommitted(setting)
    } catch {
      return false
    }
  }

  /// Returns whether a setting is an edit that is not committed yet, and not part of a merge.
  private func isUncommitted(_ setting: PlaceSetting) throws(MixtapeError) -> Bool {
    guard try PrivateState(locatedIn: directory) != nil else { return true }
    let repository = try openRepository()
    guard repository.state == .clean else { return false }
    let committed = try repository.content(of: StoreFile.name, in: try repository.head().commit)
    return !StoreFile(parsing: committed ?? []).places.contains(setting)
  }

  /// Returns whether a setting leads out of the store, by its path or through a link.
  private func leadsOut(_ setting: PlaceSetting) -> Bool {
    let path = FilePath(setting.value)
    let leavesStore = path.components.contains { $0.kind == .parentDirectory }
    if path.isAbsolute || leavesStore || setting.value.hasPrefix("~/") { return true }
    var place = place(setting.value)
    do throws(Errno) {
      let top = try SystemCalls.resolved(directory)
      // Parts that do not exist are created below the last one that does. A link without a target exists.
      while try FileKind(at: place) == nil, place.removeLastComponent() {}
      return try !SystemCalls.resolved(place).starts(with: top)
    } catch {
      return true
    }
  }

  // MARK: - The agreements

  private func trusted() throws(MixtapeError) -> Set<PlaceSetting> {
    let fields = String(decoding: try privateRecord(\.trustedSettings, atMost: 1 << 20) ?? [], as: UTF8.self)
      .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    let pairs = zip(fields, fields.dropFirst()).enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    return Set(pairs.map { key, value in PlaceSetting(PlaceSetting.Key(rawValue: key), value) })
  }

  private func trust(_ settings: [PlaceSetting]) throws(MixtapeError) {
    let all = try trusted().union(settings)
    guard !settings.isEmpty else { return }
    // Paths contain no NUL.
    let lines = all.map { "\($0.key.rawValue)\0\($0.value)\0" }.sorted()
    let state = try privateState()
    try Disk.makeDirectories(state.directory)
    try Disk.write(Array(lines.joined().utf8), to: state.trustedSettings)
  }
}

extension Store {
  /// The maximum size of all downloads in bytes, of `mixtape.toml` or by default.
  public var downloadLimit: Int { settings.downloads.limit }

  /// The new episodes that updates of feeds download, and the number to keep of each podcast, of `mixtape.toml`; `nil` for none.
  public var newDownloads: (new: DownloadSettings.NewEpisodes, keep: Int?)? {
    settings.downloads.new.map { ($0, settings.downloads.keep) }
  }

  /// Returns the place of a path in `mixtape.toml`: `~/` is the user's own directory, and other relative paths start from the store.
  func place(_ text: String) -> FilePath {
    if text.hasPrefix("~/"), let home = context.environment["HOME"], !home.isEmpty {
      return FilePath(home).appending(String(text.dropFirst(2)))
    }
    return directory.pushing(FilePath(text))
  }
}
