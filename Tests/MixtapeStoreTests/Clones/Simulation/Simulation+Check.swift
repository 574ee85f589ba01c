import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

extension Simulation {
  /// Checks the end of a simulation, after which all clones are equal: the files, the repositories, and the model.
  mutating func checkEnd() throws {
    try expectEqualClones()
    for clone in clones {
      let result = try clone.store.check()
      #expect(result.reports.map { "\($0.path): \($0.diagnostics)" } == [], comment)
    }
    for directory in [clones[0].directory, sandbox.root.appending("remote.git")] {
      #expect(try sandbox.git("fsck", "--strict", "--no-dangling", "--no-progress", in: directory) == "", comment)
    }
    try compareWithModel()
  }

  private func expectEqualClones() throws {
    let tip = try sandbox.git("rev-parse", "main", in: sandbox.root.appending("remote.git"))
    let files = try self.files(of: clones[0])
    for clone in clones {
      let repository = try Repository.open(at: clone.directory, environment: sandbox.environment)
      #expect(try repository.head().commit?.description == tip, "clone \(clone.number), \(comment.rawValue)")
      #expect(try self.files(of: clone) == files, "clone \(clone.number), \(comment.rawValue)")
      #expect(try sandbox.git("status", "--porcelain", in: clone.directory) == "", comment)
    }
  }

  /// Returns the files of a clone, by path.
  private func files(of clone: SimulatedClone) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: clone.directory.string)
    where path.hasSuffix(".toml") && !path.hasPrefix(".git/") { files[path] = try clone.read(path) }
    return files
  }

  // MARK: The model

  private mutating func compareWithModel() throws {
    let state = try FinalState(of: clones[0])
    for group in state.sharedNumbers { model.unite(group) }
    var problems = model.items.compactMap { problem(with: $0, state) }
    problems += model.fields.compactMap { problem(with: $0, state) }
    for (track, plays) in model.plays {
      let (count, last) = (state.tracks[track]?.playCount ?? 0, state.tracks[track]?.lastPlayedAt)
      if !plays.allows(count) { problems.append("\(track) has \(count) plays, and not \(plays.count)") }
      if last != plays.last { problems.append("\(track) was played last at \(last as Any), and not \(plays.last)") }
    }
    #expect(problems.sorted() == [], "\(comment.rawValue)\n\(model.journal.joined(separator: "\n"))")
  }

  private func problem(with item: SyncModel.Item, _ state: FinalState) -> String? {
    let count = state.count(of: item)
    return switch model.presence(of: item) {
    case .required where count == 0: "\(item) is lost"
    case .forbidden where count > 0: "\(item) is back"
    default: count > 1 ? "\(item) is there \(count) times" : nil
    }
  }

  private func problem(with field: SyncModel.Field, _ state: FinalState) -> String? {
    guard let value = state.value(of: field), let expected = model.values(of: field) else { return nil }
    if expected.contains(value) { return nil }
    // One of two files with one id got another one.
    if case .id = field, let end = value.lastIndex(of: "-"), expected.contains(String(value[..<end])) { return nil }
    return "\(field) is \(value), and not one of \(expected.sorted())"
  }
}

/// The final state of a simulation.
private struct FinalState {
  /// The playlists that have the mark of each number.
  private var playlists: [Int: [Playlist]] = [:]
  private var texts: [Playlist.ID: String] = [:]
  private(set) var tracks: [Episode.ID: Episode] = [:]
  private var trackCounts: [Episode.ID: Int] = [:]
  private var tags: [String] = []
  private var title = ""

  init(of clone: SimulatedClone) throws {
    for playlist in try clone.store.playlists() {
      for number in playlist.numbers { playlists[number, default: []].append(playlist) }
      texts[playlist.id] = String(decoding: try clone.read(playlist.path), as: UTF8.self)
    }
    for podcast in try clone.store.library.all() where podcast.id.rawValue == "p" {
      for track in podcast.episodes {
        tracks[track.id] = track
        trackCounts[track.id, default: 0] += 1
      }
      tags = podcast.tags
      title = podcast.title
    }
  }

  /// The numbers that mark the same file, if there are several.
  var sharedNumbers: [[Int]] {
    Set(playlists.values.joined().map(\.numbers)).map { Array(Set($0)).sorted() }.filter { $0.count > 1 }
  }

  func count(of item: SyncModel.Item) -> Int {
    let lists = item.list.flatMap { playlists[$0] } ?? []
    switch item {
    case .list: return lists.count
    case .episode(_, let id): return lists.map { $0.episodes.count { $0 == id } }.reduce(0, +)
    case .rule(_, let text):
      return lists.map { ($0.criteria.conditions ?? []).count { $0.canonicalText == text } }.reduce(0, +)
    case .comment(_, let text, _):
      return lists.map { (texts[$0.id] ?? "").ranges(of: text).count }.reduce(0, +)
    case .tag(let tag): return tags.count { $0 == tag }
    case .track(let id): return trackCounts[id] ?? 0
    }
  }

  /// Returns a value; `nil` if its playlist or episode does not exist.
  func value(of field: SyncModel.Field) -> String? {
    switch field {
    case .name(let list): playlists[list]?.first?.name
    case .description(let list): playlists[list]?.first?.description
    case .folder(let list): playlists[list]?.first.map { "\($0.folder)" }
    case .id(let list): playlists[list]?.first?.id.rawValue
    case .title: title
    case .rating(let track): tracks[track]?.rating.map { "\($0)" }
    }
  }
}
