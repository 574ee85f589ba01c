/// The lines of two versions of a text, with git's markers around those that differ.
struct MarkedText {
  let bytes: [UInt8]

  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - size: The number of characters of each marker.
  ///   - names: The names of both versions in the markers.
  init(ours: [UInt8], theirs: [UInt8], size: Int, names: (ours: String, theirs: String)) {
    let (our, their) = (ours.lines, theirs.lines)
    let changes = their.difference(from: our)
    let removed = Set(changes.removals.map(\.offset))
    let inserted = Set(changes.insertions.map(\.offset))
    let lineEnd = Array(our.first?.suffix(2).elementsEqual("\r\n".utf8) == true ? "\r\n".utf8 : "\n".utf8)
    func marker(_ character: Character, _ name: String = "") -> [UInt8] {
      Array("\(String(repeating: character, count: size))\(name.isEmpty ? "" : " \(name)")".utf8) + lineEnd
    }
    func lines(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
      let text = Array(lines.joined())
      return text.isEmpty || text.last == UInt8(ascii: "\n") ? text : text + lineEnd
    }
    var (result, place, other): ([UInt8], Int, Int) = ([], 0, 0)
    while place < our.count || other < their.count {
      let (start, otherStart) = (place, other)
      while removed.contains(place) { place += 1 }
      while inserted.contains(other) { other += 1 }
      if place > start || other > otherStart {
        result += marker("<", names.ours) + lines(our[start..<place])
        result += marker("=") + lines(their[otherStart..<other]) + marker(">", names.theirs)
      } else {
        result += our[place]
        (place, other) = (place + 1, other + 1)
      }
    }
    bytes = result
  }
}

extension [UInt8] {
  /// The lines with their line ends.
  fileprivate var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? endIndex
      lines.append(self[start..<end])
      start = end
    }
    return lines
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
