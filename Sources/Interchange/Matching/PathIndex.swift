internal import MixtapeModel

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

  /// Returns the tracks whose paths have the most names at the end of a path, and the same extension or another one; none with more
  /// tracks than a limit.
  func nearest(to path: String, limit: Int = .max, ofSameFormat: Bool = true) -> Nearest {
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

/// Comparison of paths from their ends, name by name and without case. `&` counts as `and`: programs replace it in the names of files.
enum PathEnd {
  private static func folded(_ names: String) -> String {
    let folded = TextFolding.fold(names)
    return folded.utf8.contains(UInt8(ascii: "&")) ? folded.replacing("&", with: "and") : folded
  }

  /// Returns the last name of a path, folded.
  static func name(of path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return folded(path) }
    return folded(String(path[bytes.index(after: slash)...]))
  }

  /// Returns the last two names of a path, folded; `nil` if it has only one.
  static func lastTwoNames(of path: String) -> String? {
    guard let name = lastName(in: path[...]), let directory = lastName(in: path[..<name.startIndex]) else { return nil }
    return folded("\(directory)/\(name)")
  }

  /// Returns the last name of a path, which may end in slashes; `nil` if it has none.
  private static func lastName(in path: Substring) -> Substring? {
    let bytes = path.utf8
    guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return nil }
    let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map(bytes.index(after:)) ?? bytes.startIndex
    return path[start..<bytes.index(after: end)]
  }

  /// Returns the number of names in a path.
  static func count(_ path: String) -> Int { path.split(separator: "/").count { !$0.hasSuffix(":") } }

  /// Returns the number of equal names at the ends of two paths.
  static func common(_ first: String, _ second: String) -> Int {
    var (first, second) = (first.split(separator: "/"), second.split(separator: "/"))
    var count = 0
    while let left = first.popLast(), let right = second.popLast() {
      guard left == right || folded(String(left)) == folded(String(right)) else { break }
      count += 1
    }
    return count
  }

  /// Returns the number of names at the end of a path that are not generic.
  static func specificNameCount(atEndOf path: String, count: Int) -> Int {
    var names = path.split(separator: "/").suffix(count)
    if let name = names.popLast() { names.append(Location.withoutExtension(name)) }
    return names.count { !GenericNames.contain(String($0)) }
  }
}
