import MixtapeModel
import MixtapeStore
import PlaylistFiles
import TestSupport
import Testing

extension RandomHistory {
  /// Edits a file as an editor does. `h…` are new names, `r…` those of renamed files.
  mutating func editByHand() throws {
    for _ in 0..<random(1..<3) {
      let paths = try fixture.snapshot().keys.filter { $0 != "mixtape.toml" }.sorted()
      guard let path = pick(paths) else { return }
      try edit(path)
    }
  }

  private mutating func edit(_ path: String) throws {
    let (bytes, number) = (try fixture.sandbox.read(path), newNumber())
    let isPlaylist = path.hasPrefix("playlists/")
    switch random(0..<8) {
    case 0 where isPlaylist:
      try fixture.sandbox.remove(path)
      model.broken[path] = nil
    case 1 where isPlaylist && model.broken[path] == nil:
      try fixture.sandbox.remove(path)
      try fixture.sandbox.write(bytes, to: "playlists/m\(number)/\(HistoryModel.name(path))")
    case 2 where isPlaylist && model.broken[path] == nil:
      try fixture.sandbox.remove(path)
      try fixture.sandbox.write(bytes, to: "playlists/r\(number).toml")
    case 3: try fixture.sandbox.write("# \(number)\n", to: "playlists/h\(number).toml")
    case 4 where isPlaylist && !isMovedSinceTheLastCommit(path):
      let broken = Array("name = \"half \(number)\n".utf8)
      try fixture.sandbox.write(broken, to: path)
      model.broken[path] = broken
    default:
      let text =
        isPlaylist ? "name = 'By hand'\nepisodes = [\n  'p/\(number)', # \(number)\n  'p/1',\n]\n" : "title = 'P'\n"
      let keeps = model.broken[path] == nil && chance(oneIn: 2)
      try fixture.sandbox.write(Array("# \(number)\n".utf8) + (keeps ? bytes : Array(text.utf8)), to: path)
      model.broken[path] = nil
    }
  }

  /// Returns whether a file had another path in the last commit. If it has errors too, its committed version would
  /// count as deleted, and restoring that would create two files with one id, which ``HistoryModel`` does not
  /// support.
  private func isMovedSinceTheLastCommit(_ path: String) -> Bool {
    model.now[path] == nil && model.now.keys.contains { HistoryModel.name($0) == HistoryModel.name(path) }
  }

  /// Returns a random operation.
  mutating func randomOperation() throws -> PlaylistOperation {
    let playlists = try fixture.store.playlists()
    let number = newNumber()
    guard let playlist = pick(playlists) else { return .create(try Playlist(id: .id("c\(number)"))) }
    if playlists.count > 8 { return .delete(playlist.id) }
    let (id, count) = (playlist.id, playlist.episodes.count)
    let folder = try Folder(validating: pick(["", "x", "x/y"]) ?? "")
    switch random(0..<14) {
    case 0: return .create(try Playlist(id: .id("c\(number)"), folder: folder, episodes: .ids("p/1", "p/\(number)")))
    case 1: return .update(playlist.withDescription("\(number)").withSettings(PlaybackSettings(shuffle: false)))
    case 2: return .delete(id)
    case 3: return .duplicate(id, name: nil)
    case 4: return .rename(id, to: pick(["A", "B", "C"]) ?? "A")
    case 5: return .describe(id, as: pick(["", "one", "two"]) ?? "")
    case 6: return .move(id, to: folder)
    case 7:
      let settings: [PlaybackSettings.Setting] = [.continuous(false), .shuffle(true), .shuffle(.by(.spread))]
      return .edit(id, [.setting(pick(settings) ?? .shuffle(false))])
    case 8...9 where count > 0: return .remove([.offset(random(0..<count))], from: id)
    case 10 where count > 1: return .reorder(id, [.offset(random(0..<count))], to: .landing(at: random(0..<count)))
    case 11: return .edit(id, [.name(pick(["A", "B"]) ?? "A"), .setting(.continuous(false)), .folder(folder)])
    default: return .add(try .ids("p/\(random(0..<12))"), to: id, at: random(0..<count + 1))
    }
  }

  /// Checks the result of a revert that merged: additions of the change are gone, its removals are back, and
  /// everything else is unchanged.
  func expectMerged(_ change: HistoryModel.Change, in state: Files) throws {
    for path in HistoryModel.paths(from: change.before, to: change.after) {
      guard let before = try episodes(of: path, in: change.before),
        let after = try episodes(of: path, in: change.after),
        let now = try episodes(of: path, in: model.now), let result = try episodes(of: path, in: state)
      else { continue }
      let (old, new) = (Set(before), Set(after))
      // Sets do not count repetitions, which hand edits may create.
      guard old.count == before.count, new.count == after.count else { continue }
      #expect(
        Set(result) == Set(now).subtracting(new.subtracting(old)).union(old.subtracting(new)),
        "\(path): \(before) became \(after), and is \(now); \(comment.rawValue)")
      #expect(result.filter { !old.contains($0) } == now.filter { !old.union(new).contains($0) }, comment)
    }
  }

  private func episodes(of path: String, in files: Files) throws -> [Episode.ID]? {
    guard let id = HistoryModel.playlist(path) else { return nil }
    return files[path].flatMap { PlaylistFile(parsing: $0, id: id).playlist?.episodes }
  }
}

extension PlaylistOperation {
  /// The playlist whose file an operation changes; `nil` if it creates a playlist, or changes a folder.
  var target: Playlist.ID? {
    switch self {
    case .create, .importing, .resolve, .duplicate, .assign, .moveFolder, .deleteFolder: nil
    case .update(let playlist): playlist.id
    case .delete(let ids), .move(let ids, _), .edit(let ids, _): ids.first
    case .rename(let id, _), .describe(let id, _), .conditions(let id, _), .freeze(let id, _),
      .add(_, let id, _, _),
      .remove(_, let id), .reorder(let id, _, _):
      id
    }
  }
}
