internal import MixtapeModel

/// The properties of a track that its path shows. They replace missing tags.
struct PathTraits: Hashable {
  /// The directory of the album: that of the file, or the one above directories such as `CD 2`.
  let directory: String
  /// The number in the name of a directory such as `CD 2`.
  let disc: Int64?
  /// The disc in a file name such as `2-03 Rain.flac`.
  let discInName: Int64?
  /// The leading number of the file name.
  let track: Int64?
  /// The file name without its leading number and its extension.
  let title: String

  /// Takes an absolute path apart.
  init(of path: String) {
    let (parent, name) = Self.split(path)
    let (grandparent, parentName) = Self.split(parent)
    disc = Self.disc(in: parentName)
    directory = disc == nil ? parent : grandparent
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    (discInName, track, title) = Self.parts(of: dot == name.startIndex ? name : String(name[..<dot]))
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }

  /// The name of the album's directory, as a title.
  var album: String? { TagText.cleaned(Self.split(directory).name) }

  /// Returns the number of a directory such as `CD2`, `Disc 02` or `disk-1 live`; `nil` for other names.
  private static func disc(in name: String) -> Int64? {
    let name = name.lowercased()
    for word in ["cd", "disc", "disk"] where name.hasPrefix(word) {
      let rest = name.dropFirst(word.count).drop { " -_.".contains($0) }
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard (1...2).contains(digits.count), let number = Int64(digits), number > 0 else { return nil }
      let next = rest.dropFirst(digits.count).first
      return next.map { " -_.,:([".contains($0) } ?? true ? number : nil
    }
    return nil
  }

  /// Splits `03 - Rain`, `03. Rain`, `03_rain` and `2-03 Rain`. A name that is only a number, or has more than three digits at its
  /// start, is a title.
  private static func parts(of stem: String) -> (disc: Int64?, track: Int64?, title: String) {
    let whole = TagText.cleaned(stem) ?? "untitled"
    guard let (first, afterFirst) = leadingNumber(whole[...]), first.count <= 3 else { return (nil, nil, whole) }
    if first.count == 1, afterFirst.first == "-", let (second, rest) = leadingNumber(afterFirst.dropFirst()),
      second.count == 2, let title = title(rest)
    {
      return (Int64(first), Int64(second), title)
    }
    guard let number = Int64(first), number > 0, let title = title(afterFirst) else { return (nil, nil, whole) }
    return (nil, number, title)
  }

  private static func leadingNumber(_ text: Substring) -> (Substring, rest: Substring)? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    return digits.isEmpty ? nil : (digits, text.dropFirst(digits.count))
  }

  /// Returns the title after a number and a separator; `nil` without a separator or a title.
  private static func title(_ rest: Substring) -> String? {
    guard let first = rest.first, " -_.)".contains(first) else { return nil }
    let title = rest.drop { " -_.)".contains($0) }
    return title.isEmpty ? nil : String(title)
  }
}
