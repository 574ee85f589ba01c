internal import LosslessTOML
internal import MixtapeModel

/// A common version with conflict markers, without the keys in conflict.
///
/// Git merges several common ancestors of two commits first, and takes the result as the base, with its conflicts. Also, a user can
/// have committed the markers. Such a key has no common value: equal values of both sides are taken, others are in conflict.
struct UndecidedBase {
  /// The version with the first side of each conflict, without the keys in which the sides differ.
  let source: [UInt8]
  /// The keys of the file that have no common value.
  let keys: Set<String>

  /// Removes the conflicts of a version; `nil` if it has none, if it has other errors, or if the sides differ in a combined key.
  ///
  /// - Parameter combined: The keys whose values a merge by meaning combines, such as lists. Without them in the base, elements that
  ///   one side removed would return.
  init?(_ base: [UInt8], combining combined: [String]) {
    guard let sides = ConflictMarkers.sides(of: base) else { return nil }
    var document = TOMLDocument(parsing: sides.ours)
    let theirs = TOMLDocument(parsing: sides.theirs)
    guard document.isValid, theirs.isValid else { return nil }
    var comparison = SideComparison(combined: combined)
    comparison.compare(document.root, theirs.root, at: [])
    guard !comparison.hasCombinedKey else { return nil }
    do throws(TOMLEditError) {
      try document.removeAll(comparison.pathsOfOurs)
    } catch {
      return nil
    }
    (source, keys) = (document.source, comparison.keys)
  }
}

/// The differences of the sides of conflicts, key by key.
private struct SideComparison {
  let combined: [String]
  /// The paths of ours that theirs does not have, or has with another value.
  private(set) var pathsOfOurs: [TOMLPath] = []
  /// The keys of the document that differ.
  private(set) var keys: Set<String> = []
  /// Whether a combined key differs.
  private(set) var hasCombinedKey = false

  init(combined: [String]) { self.combined = combined }

  mutating func compare(_ ours: TOMLTable, _ theirs: TOMLTable, at path: TOMLPath) {
    for entry in ours.entries {
      compare(entry.value, theirs[entry.key], of: entry.key, at: path.appending(.key(entry.key)))
    }
    for entry in theirs.entries where ours[entry.key] == nil {
      addDifference(of: entry.key, at: path.appending(.key(entry.key)))
    }
  }

  private mutating func compare(_ ours: TOMLValue, _ theirs: TOMLValue?, of key: String, at path: TOMLPath) {
    guard let theirs else {
      pathsOfOurs.append(path)
      return addDifference(of: key, at: path)
    }
    guard TOMLLiteral(ours) != TOMLLiteral(theirs) else { return }
    if let ours = ours.table, let theirs = theirs.table { return compare(ours, theirs, at: path) }
    if let pairs = Self.matched(ours, theirs) {
      for (index, pair) in pairs.enumerated() { compare(pair.0, pair.1, at: path.appending(.index(index))) }
      return
    }
    pathsOfOurs.append(path)
    addDifference(of: key, at: path)
  }

  private mutating func addDifference(of key: String, at path: TOMLPath) {
    if combined.contains(key) { hasCombinedKey = true }
    if path.components.count == 1 { keys.insert(key) }
  }

  /// Returns the tables of two arrays in pairs; `nil` if the arrays have other values, or tables with other ids.
  private static func matched(_ ours: TOMLValue, _ theirs: TOMLValue) -> [(TOMLTable, TOMLTable)]? {
    guard let ours = ours.array?.map(\.table), let theirs = theirs.array?.map(\.table), ours.count == theirs.count
    else { return nil }
    let pairs = zip(ours, theirs).compactMap { ours, theirs in
      ours.flatMap { ours in theirs.map { (ours, $0) } }
    }
    let id = EpisodeKey.id.name
    guard pairs.count == ours.count, pairs.allSatisfy({ $0[id]?.string == $1[id]?.string }) else { return nil }
    return pairs
  }
}
