internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// The settings of `mixtape.toml` that have an effect on this machine.
///
/// Settings that lead out of the store need the agreement of its user, because everybody who can push to the remote can change them.
/// The user agrees by an edit of the file on this machine, or once by ``Store/trustSettings()``. The private state keeps each key with
/// the value, so a value that comes back needs no new agreement.
struct TrustedSettings {
  private let store: Store

  init(of store: Store) { self.store = store }

  /// Returns the settings of `mixtape.toml` that have no effect.
  func untrusted() throws(MixtapeError) -> [PlaceSetting] {
    guard case .bytes(let source) = try store.load(StoreFile.name) else { return [] }
    return StoreFile(parsing: source).places.filter { !contains($0) }
  }

  /// Notifies the user of settings without an effect. Others may have set them.
  func notifyOfUntrusted() throws(MixtapeError) {
    for setting in try untrusted() { store.context.notify(.untrustedSetting(setting)) }
  }

  /// Agrees to the settings that an edit of `mixtape.toml` on this machine changes.
  func add(in edited: [UInt8], from committed: [UInt8]?) throws(MixtapeError) {
    let known = StoreFile(parsing: committed ?? []).places
    try add(StoreFile(parsing: edited).places.filter { !known.contains($0) && leadsOut($0) })
  }

  /// Returns whether a setting has an effect. If that cannot be found out, it has none.
  func contains(_ setting: PlaceSetting) -> Bool {
    guard leadsOut(setting) else { return true }
    do throws(MixtapeError) {
      if try all().contains(setting) { return true }
      return try isUncommitted(setting)
    } catch {
      return false
    }
  }

  /// Returns whether a setting is an edit that is not committed yet, and not part of a merge.
  private func isUncommitted(_ setting: PlaceSetting) throws(MixtapeError) -> Bool {
    guard try PrivateState(locatedIn: store.directory) != nil else { return true }
    let repository = try store.openRepository()
    guard repository.state == .clean else { return false }
    let committed = try repository.content(of: StoreFile.name, in: try repository.head().commit)
    return !StoreFile(parsing: committed ?? []).places.contains(setting)
  }

  /// Returns whether a setting leads out of the store, by its path or through a link.
  private func leadsOut(_ setting: PlaceSetting) -> Bool {
    let path = FilePath(setting.value)
    let leavesStore = path.components.contains { $0.kind == .parentDirectory }
    if path.isAbsolute || leavesStore || setting.value.hasPrefix("~/") { return true }
    var place = store.place(setting.value)
    do throws(Errno) {
      let top = try SystemCalls.resolved(store.directory)
      // Parts that do not exist are created below the last one that does. A link without a target exists.
      while try FileKind(at: place) == nil, place.removeLastComponent() {}
      return try !SystemCalls.resolved(place).starts(with: top)
    } catch {
      return true
    }
  }

  // MARK: - The agreements

  /// Returns the settings that the user has agreed to.
  private func all() throws(MixtapeError) -> Set<PlaceSetting> {
    let fields = String(decoding: try store.privateRecord(\.trustedSettings, atMost: 1 << 20) ?? [], as: UTF8.self)
      .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    let pairs = zip(fields, fields.dropFirst()).enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    return Set(pairs.map { key, value in PlaceSetting(PlaceSetting.Key(rawValue: key), value) })
  }

  func add(_ settings: [PlaceSetting]) throws(MixtapeError) {
    let agreed = try all().union(settings)
    guard !settings.isEmpty else { return }
    // Paths contain no NUL.
    let lines = agreed.map { "\($0.key.rawValue)\0\($0.value)\0" }.sorted()
    let state = try store.privateState()
    try Disk.makeDirectories(state.directory)
    try Disk.write(Array(lines.joined().utf8), to: state.trustedSettings)
  }
}
