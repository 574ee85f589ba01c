import MixtapeModel
import MixtapeStore

extension HistoryModel {
  /// The expected result of a restoration or a revert.
  enum Expectation {
    /// A state of the files, which may be the present one.
    case state(Files)
    case refusal(MixtapeError.Code)
    /// A merge, a conflict, or a version under a former id.
    case unclear

    var refusal: MixtapeError.Code? { if case .refusal(let code) = self { code } else { nil } }
  }

  /// Returns the expected result of restoring a playlist to its state after a change, or to its last state.
  func restoring(_ id: Playlist.ID, to change: Change?) -> Expectation {
    let current = Self.path(of: id, in: onDisk)
    if change == nil, current != nil { return .refusal(.alreadyExists) }
    let deletion = (changes.map { ($0.before, $0.after) } + unseen).last {
      Self.path(of: id, in: $0.0) != nil && Self.path(of: id, in: $0.1) == nil
    }
    guard let version = change?.after ?? deletion?.0 else { return .refusal(.notFound) }
    // The version can have the playlist under a former id.
    guard let old = Self.path(of: id, in: version) else { return change == nil ? .refusal(.notFound) : .unclear }
    // A file that the same commit added can be the renamed one, if it still exists.
    if change == nil, let deletion, deletion.1.keys.contains(where: { deletion.0[$0] == nil }) { return .unclear }
    let path = current ?? old
    if broken[path] != nil { return .refusal(.invalidFile) }
    var state = now
    state[path] = version[old]
    return .state(state)
  }

  /// Returns the expected result of reverting a change, if every file is in its state before or after the change.
  func reverting(_ change: Change) -> Expectation {
    let paths = Self.paths(from: change.before, to: change.after)
    guard Set(paths.map(Self.name)).count == paths.count else { return .unclear }
    let (gone, come) = (paths.filter { change.after[$0] == nil }, paths.filter { change.before[$0] == nil })
    guard gone.isEmpty || come.isEmpty else { return .unclear }
    var state = now
    for path in paths.sorted() {
      let places = onDisk.keys.filter { Self.name($0) == Self.name(path) }
      guard places.allSatisfy({ $0 == path }) else { return .unclear }
      if broken[path] != nil { return paths.count == 1 ? .refusal(.invalidFile) : .unclear }
      if now[path] == change.after[path] {
        state[path] = change.before[path]
      } else if now[path] != change.before[path] || now[path] == nil {
        // A missing file may have been renamed.
        return .unclear
      }
    }
    return .state(state)
  }
}
