/// The paths of a library by their ends.
struct PathIndex {
  private var names: [String: [Int]] = [:]
  /// The paths by their last two names: many albums have a `01.flac`.
  private var ends: [String: [Int]] = [:]
  private var paths: [Int: String] = [:]

  /// Adds the normalized path of a track.
  mutating func add(_ path: String, of track: Int) {
    paths[track] = path
    names[PathEnd.name(of: path), default: []].append(track)
    if let end = PathEnd.lastTwoNames(of: path) { ends[end, default: []].append(track) }
  }

  /// Returns whether the path of a track ends in the same name as another path.
  func hasName(of path: String, _ track: Int) -> Bool {
    paths[track].map { PathEnd.name(of: $0) == PathEnd.name(of: path) } ?? false
  }

  /// Returns the tracks whose paths have the most names at the end of a path, and the number of these names; 0 without a track, or
  /// with more tracks than a limit.
  func nearest(to path: String, limit: Int = .max) -> (tracks: [Int], count: Int) {
    if let near = PathEnd.lastTwoNames(of: path).flatMap({ ends[$0] }) {
      guard near.count <= limit else { return ([], 0) }
      let counts = near.map { PathEnd.common(paths[$0] ?? "", path) }
      let most = counts.max() ?? 0
      return (zip(near, counts).filter { $0.1 == most }.map(\.0), most)
    }
    let named = names[PathEnd.name(of: path)] ?? []
    return named.isEmpty || named.count > limit ? ([], 0) : (named, 1)
  }
}
