internal import MixtapeModel

/// The properties of a track that its path shows. They replace missing tags.
struct PathTraits: Hashable {
  /// The directory of the album: that of the file, or the one above directories such as `CD 2`. For `Weather (Disc 2)`, it is
  /// `Weather` beside it.
  let directory: String
  /// The number in the name of a directory such as `CD 2` or `Weather (Disc 2)`.
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
    if let number = Self.disc(in: parentName) {
      (directory, disc) = (grandparent, number)
    } else if let (album, number) = Self.albumAndDisc(in: parentName) {
      (directory, disc) = ("\(grandparent)/\(album)", number)
    } else {
      (directory, disc) = (parent, nil)
    }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    (discInName, track, title) = Self.parts(of: dot == name.startIndex ? name : String(name[..<dot]))
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }

  /// The name of the album's directory, as a title.
  var album: String? { TagText.cleaned(Self.split(directory).name) }

  private static let discWords = ["cd", "disc", "disk"]

  /// Returns the number of a directory such as `CD2`, `Disc 02` or `disk-1 live`; `nil` for other names.
  private static func disc(in name: String) -> Int64? {
    let name = name.lowercased()
    for word in discWords where name.hasPrefix(word) {
      let rest = name.dropFirst(word.count).drop { " -_.".contains($0) }
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard (1...2).contains(digits.count), let number = Int64(digits), number > 0 else { return nil }
      let next = rest.dropFirst(digits.count).first
      return next.map { " -_.,:([".contains($0) } ?? true ? number : nil
    }
    return nil
  }

  /// Splits the name of a directory such as `Weather (Disc 2)` or `Weather - CD2`; `nil` for other names.
  private static func albumAndDisc(in name: String) -> (album: String, disc: Int64)? {
    let stem = name.last.map(")]".contains) == true ? name.dropLast() : name[...]
    let digits = stem.suffix { ("0"..."9").contains($0) }
    let rest = stem.dropLast(digits.count).trimmingSuffix(while: " -_.".contains)
    guard (1...2).contains(digits.count), let number = Int64(digits), number > 0,
      let word = discWords.first(where: rest.lowercased().hasSuffix)
    else { return nil }
    let before = rest.dropLast(word.count)
    let album = before.trimmingSuffix(while: " -_.,([".contains)
    return album.isEmpty || album.endIndex == before.endIndex ? nil : (String(album), number)
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

extension Substring {
  /// Returns the longest suffix of characters that match.
  fileprivate func suffix(while isMatch: (Character) -> Bool) -> Substring {
    self[trimmingSuffix(while: isMatch).endIndex...]
  }

  /// Returns the text without the longest suffix of characters that match.
  fileprivate func trimmingSuffix(while isMatch: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isMatch(last) { rest.removeLast() }
    return rest
  }
}
