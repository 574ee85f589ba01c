internal import MixtapeModel

/// Comparison of paths from their ends, name by name and without case.
enum PathEnd {
  /// Returns the last name of a path, folded.
  static func name(of path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return TextFolding.fold(path) }
    return TextFolding.fold(String(path[bytes.index(after: slash)...]))
  }

  /// Returns the last two names of a path, folded; `nil` if it has only one.
  static func lastTwoNames(of path: String) -> String? {
    guard let name = lastName(in: path[...]), let directory = lastName(in: path[..<name.startIndex]) else { return nil }
    return TextFolding.fold("\(directory)/\(name)")
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
      guard left == right || TextFolding.fold(String(left)) == TextFolding.fold(String(right)) else { break }
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
