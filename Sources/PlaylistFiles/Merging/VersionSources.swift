internal import LosslessTOML
internal import MixtapeModel

/// The bytes of the three versions of a file, with one style of line ends.
///
/// The side that changed the line ends decides about the style; LF if both sides created the file with different ones. The other
/// versions are converted, including their multi-line strings, so that line ends alone are no change of a value.
struct VersionSources {
  /// The versions: base, ours, theirs.
  let all: [[UInt8]]

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    let sources = [base, ours, theirs]
    let styles = sources.map(Self.lineEnd)
    let lineEnd: [UInt8]
    if base.isEmpty, !ours.isEmpty, !theirs.isEmpty {
      lineEnd = styles[1] == styles[2] ? styles[1] : Array("\n".utf8)
    } else {
      lineEnd = styles[1] == styles[0] && (!base.isEmpty || ours.isEmpty) ? styles[2] : styles[1]
    }
    all = zip(sources, styles).map { source, style in style == lineEnd ? source : Self.converted(source, to: lineEnd) }
  }

  /// The result if at most one side changed the file; `nil` if both did.
  var unchanged: MergedFile? {
    ThreeWayMerge.value(base: all[0], ours: all[1], theirs: all[2]).map { MergedFile($0) }
  }

  private static func lineEnd(of source: [UInt8]) -> [UInt8] {
    var (plain, withReturn, previous): (Int, Int, UInt8) = (0, 0, 0)
    for byte in source {
      if byte == UInt8(ascii: "\n") { if previous == UInt8(ascii: "\r") { withReturn += 1 } else { plain += 1 } }
      previous = byte
    }
    return Array(withReturn > plain ? "\r\n".utf8 : "\n".utf8)
  }

  private static func converted(_ source: [UInt8], to lineEnd: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count + source.count / 16)
    for byte in source {
      guard byte == UInt8(ascii: "\n") else {
        result.append(byte)
        continue
      }
      if result.last == UInt8(ascii: "\r") { result.removeLast() }
      result += lineEnd
    }
    return result
  }
}

/// A version of a file, in which values are found by paths of names that are the same in all versions.
///
/// A name is a key, the id by which a merge matched an episode, or the text of an element of another list.
struct NamedVersion {
  var document: TOMLDocument { didSet { lists = episodes } }
  private let episodes: [TOMLPath: ListNames]
  private var lists: [TOMLPath: ListNames]

  /// Names a document.
  ///
  /// - Parameter episodes: The names of the episodes, in the order of the document; none for a file without such tables.
  init(_ document: TOMLDocument, episodes: [String]) {
    self.document = document
    self.episodes = episodes.isEmpty ? [:] : [[.key(PodcastKey.episodes.rawValue)]: ListNames(episodes)]
    lists = self.episodes
  }

  /// Returns the path of a value; `nil` if the version does not have it.
  mutating func path(of names: [String]) -> TOMLPath? { place(of: names).flatMap { document[$0] == nil ? nil : $0 } }

  /// Returns the path at which a value is or can be added; `nil` if an element on it does not exist.
  mutating func place(of names: [String]) -> TOMLPath? {
    var path = TOMLPath([])
    for name in names {
      guard let array = document[path]?.array else {
        path.components.append(.key(name))
        continue
      }
      guard let index = list(array, at: path).indices[name] else { return nil }
      path.components.append(.index(index))
    }
    return path
  }

  /// Returns the names on a path; `nil` if an element on it has no name.
  mutating func names(of path: TOMLPath) -> [String]? {
    var names: [String] = []
    for (position, component) in path.components.enumerated() {
      switch component {
      case .key(let key): names.append(key)
      case .index(let index):
        let parent = TOMLPath(Array(path.components.prefix(position)))
        guard let array = document[parent]?.array else { return nil }
        let list = list(array, at: parent)
        guard list.names.indices.contains(index) else { return nil }
        names.append(list.names[index])
      }
    }
    return names
  }

  /// Returns the names of the elements of an array, in order; an empty array if it has none.
  mutating func elements(of names: [String]) -> [String] {
    guard let path = path(of: names), let array = document[path]?.array else { return [] }
    return list(array, at: path).names
  }

  /// Returns a value; `nil` if the version does not have it.
  mutating func value(of names: [String]) -> TOMLValue? { path(of: names).flatMap { document[$0] } }

  /// Returns how a value is written; `nil` if the version does not have it, or writes it as several lines.
  mutating func writing(of names: [String]) -> TOMLWriting? { path(of: names).flatMap(document.writing) }

  private mutating func list(_ array: TOMLArray, at path: TOMLPath) -> ListNames {
    if let known = lists[path] { return known }
    let list = ListNames(array)
    lists[path] = list
    return list
  }
}

/// The names of the elements of a list, and their indices.
private struct ListNames {
  let names: [String]
  let indices: [String: Int]

  init(_ names: [String]) {
    self.names = names
    indices = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// Names the elements of an array without tables and arrays. Equal elements are numbered.
  init(_ array: TOMLArray) {
    guard array.allSatisfy({ $0.table == nil && $0.array == nil }) else {
      (names, indices) = ([], [:])
      return
    }
    var (list, places): ([String], [String: Int]) = ([], [:])
    list.reserveCapacity(array.count)
    places.reserveCapacity(array.count)
    for (index, element) in array.enumerated() {
      let text = element.string ?? element.text
      var (name, count) = (text, 0)
      while let earlier = places.updateValue(index, forKey: name) {
        places[name] = earlier
        count += 1
        name = "\(text)\u{7F}\(count)"
      }
      list.append(name)
    }
    (names, indices) = (list, places)
  }
}
