internal import LosslessTOML
internal import MixtapeModel

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
