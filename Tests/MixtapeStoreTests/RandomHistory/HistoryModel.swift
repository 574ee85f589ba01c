import GitHistory
import MixtapeModel

/// The files of a store, by path.
typealias Files = [String: [UInt8]]

/// What history is to be, told without git: the states of all files as a list with a place in it, and every commit as the
/// states before and after it.
struct HistoryModel {
  /// A commit, by what it did to the files.
  struct Change {
    let id: CommitID
    let before: Files
    let after: Files
  }

  /// The states that undo leads to, the nearest last.
  private(set) var past: [Files] = []
  private(set) var now: Files
  /// The states that redo leads to, the nearest last.
  private(set) var future: [Files] = []
  /// Every commit but the first, oldest first.
  private(set) var changes: [Change] = []
  /// What was committed since the repository was looked at.
  private(set) var unseen: [(before: Files, after: Files)] = []
  /// Files on disk that have errors, and cannot be committed.
  var broken: Files = [:]

  init(now: Files) { self.now = now }

  /// What is on disk when everything is committed that can be.
  var onDisk: Files { now.merging(broken) { $1 } }

  /// A new change, which ends what could be done again.
  mutating func change(to state: Files) {
    guard state != now else { return }
    past.append(now)
    future = []
    commit(state)
  }

  /// Goes back as many steps as there are at least.
  mutating func undo(_ count: Int) {
    let state = past[past.count - count]
    future += [now] + past.suffix(count - 1).reversed()
    past.removeLast(count)
    commit(state)
  }

  /// Goes forth as many steps as there are at least.
  mutating func redo(_ count: Int) {
    let state = future[future.count - count]
    past += [now] + future.suffix(count - 1).reversed()
    future.removeLast(count)
    commit(state)
  }

  private mutating func commit(_ state: Files) {
    unseen.append((now, state))
    now = state
  }

  /// Takes in the ids of the commits that were made since the last time, oldest first.
  ///
  /// - Returns: The state that each is to have; `nil` if there are more or fewer than there should be.
  mutating func see(_ commits: [CommitID]) -> [Files]? {
    defer { unseen = [] }
    guard commits.count == unseen.count else { return nil }
    changes += zip(commits, unseen).map { Change(id: $0, before: $1.before, after: $1.after) }
    return unseen.map(\.after)
  }
}

// MARK: - Histories that git rewrote

extension HistoryModel {
  /// Every commit has another id, oldest first.
  mutating func renumber(_ ids: [CommitID]) {
    changes = zip(changes, ids).map { Change(id: $1, before: $0.before, after: $0.after) }
  }

  /// Somebody else's commit made a file, before all others.
  mutating func insertAtStart(_ path: String, _ bytes: [UInt8]) {
    let adding = { (state: Files) in state.merging([path: bytes]) { $1 } }
    guard let id = changes.last?.id else { return }
    let start = changes.first?.before ?? now
    past = [start] + past.map(adding)
    now = adding(now)
    future = future.map(adding)
    changes =
      [Change(id: id, before: start, after: adding(start))]
      + changes.map { Change(id: $0.id, before: adding($0.before), after: adding($0.after)) }
  }

  /// The newest two commits, which are changes, are one.
  mutating func joinNewestChanges() {
    guard let last = changes.popLast(), let first = changes.popLast() else { return }
    changes.append(Change(id: last.id, before: first.before, after: last.after))
    past.removeLast()
  }
}

// MARK: - Paths

extension HistoryModel {
  /// The paths that undoing or doing again touches on its way.
  func paths(undoing count: Int) -> Set<String> { Self.paths(along: past.suffix(count) + [now]) }
  func paths(redoing count: Int) -> Set<String> { Self.paths(along: future.suffix(count) + [now]) }

  private static func paths(along states: [Files]) -> Set<String> {
    zip(states, states.dropFirst()).reduce(into: []) { $0.formUnion(paths(from: $1.0, to: $1.1)) }
  }

  /// The paths at which two states differ.
  static func paths(from before: Files, to after: Files) -> Set<String> {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
  }

  /// The name of the file at a path.
  static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// The playlist whose file is at a path.
  static func playlist(_ path: String) -> Playlist.ID? {
    path.hasPrefix("playlists/") ? Playlist.ID(rawValue: String(name(path).dropLast(".toml".count))) : nil
  }

  /// The path of a playlist's file in a state.
  static func path(of id: Playlist.ID, in files: Files) -> String? { files.keys.first { playlist($0) == id } }
}

// MARK: - Edits by hand

extension HistoryModel {
  /// Commits what was edited by hand, file by file in order of path. A file that went and one that came are one edit if
  /// they have the same name, or else the same bytes.
  mutating func capture(_ disk: Files) {
    let open = Self.paths(from: now, to: disk).filter { broken[$0] == nil }
    var gone = open.filter { disk[$0] == nil }.sorted()
    var come = open.filter { now[$0] == nil }.sorted()
    var edits = open.filter { disk[$0] != nil && now[$0] != nil }.map { [$0] }
    for isKept in [
      { Self.name($0) == Self.name($1) }, { [now] in now[$0] == disk[$1] },
    ] as [(String, String) -> Bool] {
      for new in come {
        guard let index = gone.firstIndex(where: { isKept($0, new) }) else { continue }
        edits.append([new, gone.remove(at: index)])
        come.removeAll { $0 == new }
      }
    }
    edits += (gone + come).map { [$0] }
    for paths in edits.sorted(by: { $0[0] < $1[0] }) {
      var state = now
      for path in paths { state[path] = disk[path] }
      change(to: state)
    }
  }
}
