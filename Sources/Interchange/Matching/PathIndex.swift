/// The paths of a library by their ends.
struct PathIndex {
  /// The paths by their last names without extensions.
  private var names: [String: [Int]] = [:]
  /// The paths by their last two names without extensions: many albums have a `01.flac`.
  private var ends: [String: [Int]] = [:]
  private var paths: [Int: String] = [:]

  /// Tracks, and the number of names that their paths have in common with the end of a path.
  typealias Nearest = (tracks: [Int], count: Int)

  /// Adds the normalized path of a track.
  mutating func add(_ path: String, of track: Int) {
    paths[track] = path
    let stem = Self.stem(of: path)
    names[PathEnd.name(of: stem), default: []].append(track)
    if let end = PathEnd.lastTwoNames(of: stem) { ends[end, default: []].append(track) }
  }

  /// Returns whether the path of a track ends in the same name as another path.
  func hasName(of path: String, _ track: Int) -> Bool {
    paths[track].map { PathEnd.name(of: $0) == PathEnd.name(of: path) } ?? false
  }

  /// Returns the tracks whose paths have the most names at the end of a path; none with more tracks than a limit.
  func nearest(to path: String, limit: Int = .max) -> Nearest { nearest(to: path, limit: limit, ofSameFormat: true) }

  /// Returns the tracks whose paths differ by the extension, and have the most names at the end of a path.
  func nearestOfOtherFormat(to path: String, limit: Int) -> Nearest {
    nearest(to: path, limit: limit, ofSameFormat: false)
  }

  private func nearest(to path: String, limit: Int, ofSameFormat: Bool) -> Nearest {
    let (stem, name) = (Self.stem(of: path), PathEnd.name(of: path))
    func isWanted(_ track: Int) -> Bool { (PathEnd.name(of: paths[track] ?? "") == name) == ofSameFormat }
    if let near = PathEnd.lastTwoNames(of: stem).flatMap({ ends[$0] }), near.count <= limit {
      let wanted = near.filter(isWanted)
      let counts = wanted.map { PathEnd.common(Self.stem(of: paths[$0] ?? ""), stem) }
      if let most = counts.max() { return (zip(wanted, counts).filter { $0.1 == most }.map(\.0), most) }
    }
    let named = names[PathEnd.name(of: stem)] ?? []
    guard named.count <= limit else { return ([], 0) }
    let wanted = named.filter(isWanted)
    return wanted.isEmpty ? ([], 0) : (wanted, 1)
  }

  /// Returns a path without the extension of its last name.
  private static func stem(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return String(Location.withoutExtension(path[...]))
    }
    let name = path[path.index(after: slash)...]
    return String(path[...slash] + Location.withoutExtension(name))
  }
}
