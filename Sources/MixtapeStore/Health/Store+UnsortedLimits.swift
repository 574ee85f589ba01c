public import MixtapeModel

extension Store {
  /// Returns the playlists that limit what their rules find without an order of their own, and that no earlier call has returned.
  ///
  /// The limit then takes the first episodes in the order of the library, which the file does not say.
  public func newUnsortedLimits() throws(MixtapeError) -> [Playlist.ID] {
    let unsorted = try playlists().filter { playlist in
      let criteria = playlist.criteria
      return criteria.isActive && (criteria.limit != nil || criteria.groupLimit != nil)
        && criteria.sort == SmartCriteria.defaultSort
    }.map(\.id)
    guard !unsorted.isEmpty, let path = try PrivateState(locatedIn: directory)?.namedLimits else { return unsorted }
    let known = Set(String(decoding: try Disk.readPrivateFile(path) ?? [], as: UTF8.self).split(separator: "\n"))
    let new = unsorted.filter { !known.contains(Substring($0.rawValue)) }
    guard !new.isEmpty else { return [] }
    let all = known.map(String.init) + new.map(\.rawValue)
    do throws(MixtapeError) {
      try Disk.write(Array(all.sorted().joined(separator: "\n").utf8), to: path)
    } catch {
      // They are named again in a store that cannot be written.
    }
    return new
  }
}
