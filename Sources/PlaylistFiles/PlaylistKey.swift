/// The keys of a playlist file, in the order in which a new file has them.
enum PlaylistKey: String, CaseIterable {
  case name, description, continuous, shuffle, episodes, conditions, match, search, sort, limit, seed, extra

  static let names = allCases.map(\.rawValue)
}
