internal import LosslessTOML
internal import MixtapeModel

/// The merge of the keys that have no meaning to Mixtape: those of `[extra]`, unknown keys, and all keys of other TOML files.
///
/// Each value is merged separately, also in tables below, in whatever form they are written. An array is one value. A table
/// without keys has no value.
struct MergedTable {
  /// The paths and the merged values, in the order of ours, then of theirs. A value in conflict is that of ours.
  private(set) var values: [(path: [String], value: TOMLLiteral)] = []
  /// The paths of the values that both sides changed to different ones.
  private(set) var conflicts: [[String]] = []

  /// Merges three versions of a table.
  ///
  /// - Parameters:
  ///   - path: The path of the table, which starts all other paths.
  ///   - known: The keys to leave out.
  init(base: TOMLTable?, ours: TOMLTable?, theirs: TOMLTable?, at path: [String] = [], without known: Set<String> = [])
  {
    var merged = known
    for key in [ours, theirs].flatMap({ $0?.entries.map(\.key) ?? [] }) where merged.insert(key).inserted {
      merge(base?[key], ours?[key], theirs?[key], at: path + [key])
    }
  }

  /// Merges the keys of three versions of a file that do not belong to its value, those of episodes included.
  ///
  /// A version is `nil` if it has no such keys.
  init<File: MergeableFile>(base: File?, ours: File?, theirs: File?, _ episodes: MergedEpisodes) {
    self.init(
      base: base?.document.root, ours: ours?.document.root, theirs: theirs?.document.root, without: Set(File.valueKeys))
    guard [base, ours, theirs].contains(where: { $0?.diagnostics.contains { $0.id == .unknownKey } == true }) else {
      return
    }
    var old = base.map { NamedVersion($0.document, episodes: episodes.base) }
    var our = ours.map { NamedVersion($0.document, episodes: episodes.ours) }
    var their = theirs.map { NamedVersion($0.document, episodes: episodes.theirs) }
    for name in episodes.result {
      let path = [PodcastKey.episodes.rawValue, name]
      let table = MergedTable(
        base: old?.value(of: path)?.table, ours: our?.value(of: path)?.table, theirs: their?.value(of: path)?.table,
        at: path, without: Set(EpisodeKey.names))
      values += table.values
      conflicts += table.conflicts
    }
  }

  /// Returns the paths of the values that another table does not have, or has differently, and of its other values.
  func differences(from other: MergedTable) -> [[String]] {
    let (own, others) = (
      Dictionary(values.map { ($0.path, $0.value) }) { first, _ in first },
      Dictionary(other.values.map { ($0.path, $0.value) }) { first, _ in first }
    )
    return values.map(\.path).filter { !own[$0].means(others[$0]) } + other.values.map(\.path).filter { own[$0] == nil }
  }

  private mutating func merge(_ base: TOMLValue?, _ ours: TOMLValue?, _ theirs: TOMLValue?, at path: [String]) {
    if [base, ours, theirs].allSatisfy({ $0 == nil || $0?.table != nil }) {
      // A table that one side removed and the other side changed is in conflict as a whole.
      if let base, (ours == nil) != (theirs == nil), !(ours ?? theirs).map(TOMLLiteral.init).means(TOMLLiteral(base)) {
        conflicts.append(path)
        values += MergedTable(base: nil, ours: ours?.table, theirs: nil, at: path).values
        return
      }
      let table = MergedTable(base: base?.table, ours: ours?.table, theirs: theirs?.table, at: path)
      values += table.values
      conflicts += table.conflicts
      return
    }
    let (old, our, their) = (base.map(TOMLLiteral.init), ours.map(TOMLLiteral.init), theirs.map(TOMLLiteral.init))
    let isOurs = our.means(their) || old.means(their)
    if !isOurs, !old.means(our) { conflicts.append(path) }
    guard let value = isOurs || !old.means(our) ? our : their else { return }
    values.append((path, value))
  }
}

extension TOMLLiteral? {
  /// Returns whether two values are the same, or both missing.
  func means(_ other: TOMLLiteral?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.means(other)
  }
}
