import GitHistory
import MixtapeModel

/// The files of a store, by path.
typealias Files = [String: [UInt8]]

/// The expected history, without git: a list of states of all files with a present position, and every commit as the
/// states before and after it.
struct HistoryModel {
  /// A commit and the states before and after it.
  struct Change {
    let id: CommitID
    let before: Files
    let after: Files
  }

  /// The states to undo to, the nearest last.
  private(set) var past: [Files] = []
  private(set) var now: Files
  /// The states to redo to, the nearest last.
  private(set) var future: [Files] = []
  /// Every commit except the first, oldest first.
  private(set) var changes: [Change] = []
  /// The commits since the repository was last read.
  private(set) var unseen: [(before: Files, after: Files)] = []
  /// Files on disk that have errors and cannot be committed.
  var broken: Files = [:]

  init(now: Files) { self.now = now }

  /// The files on disk after everything possible is committed.
  var onDisk: Files { now.merging(broken) { $1 } }

  /// Adds a change, which clears the redo states.
  mutating func change(to state: Files) {
    guard state != now else { return }
    past.append(now)
    future = []
    commit(state)
  }

  /// Undoes a number of steps, or as many as there are.
  mutating func undo(_ count: Int) {
    let state = past[past.count - count]
    future += [now] + past.suffix(count - 1).reversed()
    past.removeLast(count)
    commit(state)
  }

  /// Redoes a number of steps, or as many as there are.
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

  /// Adds the ids of new commits, oldest first.
  ///
  /// - Returns: The expected state of each; `nil` if their number is not the expected one.
  mutating func see(_ commits: [CommitID]) -> [Files]? {
    defer { unseen = [] }
    guard commits.count == unseen.count else { return nil }
    changes += zip(commits, unseen).map { Change(id: $0, before: $1.before, after: $1.after) }
    return unseen.map(\.after)
  }
}

// MARK: - Paths

extension HistoryModel {
  /// Returns the paths that undoing a number of steps changes.
  func paths(undoing count: Int) -> Set<String> { Self.paths(along: past.suffix(count) + [now]) }
  func paths(redoing count: Int) -> Set<String> { Self.paths(along: future.suffix(count) + [now]) }

  private static func paths(along states: [Files]) -> Set<String> {
    zip(states, states.dropFirst()).reduce(into: []) { $0.formUnion(paths(from: $1.0, to: $1.1)) }
  }

  /// Returns the paths at which two states differ.
  static func paths(from before: Files, to after: Files) -> Set<String> {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
  }

  /// Returns the name of the file at a path.
  static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// Returns the playlist whose file is at a path.
  static func playlist(_ path: String) -> Playlist.ID? {
    path.hasPrefix("playlists/") ? Playlist.ID(rawValue: String(name(path).dropLast(".toml".count))) : nil
  }

  /// Returns the path of a playlist's file in a state.
  static func path(of id: Playlist.ID, in files: Files) -> String? { files.keys.first { playlist($0) == id } }
}

// MARK: - Edits by hand

extension HistoryModel {
  /// Commits hand edits, file by file in order of path. A removed file and an added one are one edit if they have the
  /// same name, or otherwise the same bytes, or otherwise an episode and at least half of the text.
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
    for (old, new) in similarFiles(gone, in: disk, come) where gone.contains(old) && come.contains(new) {
      edits.append([new, old])
      gone.removeAll { $0 == old }
      come.removeAll { $0 == new }
    }
    edits += (gone + come).map { [$0] }
    for paths in edits.sorted(by: { $0[0] < $1[0] }) {
      var state = now
      for path in paths { state[path] = disk[path] }
      change(to: state)
    }
  }

  /// Returns the pairs of removed and added files that can be the same, the most similar first, then in order of path.
  private func similarFiles(_ gone: [String], in disk: Files, _ come: [String]) -> [(old: String, new: String)] {
    let pairs = gone.flatMap { old in
      come.filter { Self.section(old) == Self.section($0) }.compactMap { new in
        Self.similarity(of: now[old] ?? [], and: disk[new] ?? []).map { (old: old, new: new, percentage: $0) }
      }
    }
    return pairs.sorted { ($1.percentage, $0.old, $0.new) < ($0.percentage, $1.old, $1.new) }.map { ($0.old, $0.new) }
  }

  private static func section(_ path: String) -> Substring { path.prefix { $0 != "/" } }

  /// Returns the percentage of the longer text in lines that both have; `nil` below 50, or without a common episode.
  private static func similarity(of first: [UInt8], and second: [UInt8]) -> Int? {
    let texts = [first, second].map { String(decoding: $0, as: UTF8.self) }
    let episodes = texts.map { text in Set(text.split { $0 == "'" || $0 == "\"" }.filter { $0.hasPrefix("p/") }) }
    guard !episodes[0].isDisjoint(with: episodes[1]) else { return nil }
    var lines = texts.map { $0.utf8.split(separator: UInt8(ascii: "\n")).map(Array.init) }
    let longer = lines.map { $0.reduce(0) { $0 + $1.count } }.max() ?? 0
    var common = 0
    for line in lines[0] {
      guard let index = lines[1].firstIndex(of: line) else { continue }
      common += lines[1].remove(at: index).count
    }
    let percentage = longer == 0 ? 0 : common * 100 / longer
    return percentage < 50 ? nil : percentage
  }
}
