import Foundation
import MixtapeModel
import MixtapeStore
import TestSupport

extension Simulation {
  /// Edits the file of a playlist like a person with an editor or a file manager.
  mutating func editByHand(_ clone: Int, _ playlist: Playlist, _ all: [Playlist]) throws {
    switch random(0..<9) {
    case 0: try convertLineEnds(clone, playlist)
    case 1: try moveByHand(clone, playlist, all)
    case 2 where all.count > 2 && chance(oneIn: 3):
      try clones[clone].remove(playlist.path)
      recordDeletion(of: playlist, by: clone)
    case 2...3: try commentTheHead(clone, playlist)
    case 4...5: try commentAnEpisode(clone, playlist)
    case 6...7: try addByHand(clone, playlist)
    default: try removeByHand(clone, playlist)
    }
    // Without this, several edits are captured together, or with the next command or sync.
    if chance(oneIn: 2) { try clones[clone].store.captureHandEdits() }
  }

  private mutating func convertLineEnds(_ clone: Int, _ playlist: Playlist) throws {
    let text = SourceText(try clones[clone].read(playlist.path))
    try clones[clone].write(text.with(lineEnd: text.lineEnd == "\n" ? "\r\n" : "\n").bytes, to: playlist.path)
    for number in playlist.numbers { model.touch(number, by: clone) }
  }

  /// Gives a file another id or folder. It is captured alone, because a moved file with other changes may be a new file to git.
  private mutating func moveByHand(_ clone: Int, _ playlist: Playlist, _ all: [Playlist]) throws {
    try clones[clone].store.captureHandEdits()
    let name = chance(oneIn: 3) ? "meet\(random(0..<2))" : "r\(newNumber())"
    guard !all.contains(where: { $0.id.rawValue == name }) else { return }
    let id = try Playlist.ID(validating: name)
    let moved = playlist.withID(id)
    try clones[clone].move(playlist.path, to: moved.path)
    try clones[clone].store.captureHandEdits()
    try set(SyncModel.Field.id, to: name, of: playlist, by: clone)
  }

  private mutating func commentTheHead(_ clone: Int, _ playlist: Playlist) throws {
    let comment = "# <\(newNumber())> by \(clone)"
    var text = SourceText(try clones[clone].read(playlist.path))
    text.lines.insert(comment, at: 0)
    try clones[clone].write(text.bytes, to: playlist.path)
    for number in playlist.numbers { model.add(.comment(number, comment, nil), by: clone) }
  }

  private mutating func commentAnEpisode(_ clone: Int, _ playlist: Playlist) throws {
    var text = SourceText(try clones[clone].read(playlist.path))
    guard let episode = pick(playlist.episodes), let line = text.line(of: episode), !text.lines[line].contains("#")
    else { return }
    let comment = "# <\(newNumber())> by \(clone)"
    text.lines[line] += " " + comment
    try clones[clone].write(text.bytes, to: playlist.path)
    for number in playlist.numbers { model.add(.comment(number, comment, episode), by: clone) }
  }

  private mutating func addByHand(_ clone: Int, _ playlist: Playlist) throws {
    var text = SourceText(try clones[clone].read(playlist.path))
    let episode = try newEpisode()
    guard !playlist.episodes.contains(episode),
      let start = text.lines.firstIndex(where: { $0.hasPrefix("episodes = [") }),
      text.lines[start].hasSuffix("[")
    else { return }
    text.lines.insert("    '\(episode)',", at: start + 1)
    try clones[clone].write(text.bytes, to: playlist.path)
    for number in playlist.numbers { model.add(.episode(number, episode), by: clone) }
  }

  private mutating func removeByHand(_ clone: Int, _ playlist: Playlist) throws {
    var text = SourceText(try clones[clone].read(playlist.path))
    guard let episode = pick(playlist.removable), let line = text.line(of: episode) else { return }
    text.lines.remove(at: line)
    try clones[clone].write(text.bytes, to: playlist.path)
    for number in playlist.numbers { model.remove(.episode(number, episode), by: clone) }
  }
}

/// The lines of a file, as an editor shows them.
struct SourceText {
  var lines: [String]
  private(set) var lineEnd: String

  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    lineEnd = text.utf8.contains(13) ? "\r\n" : "\n"
    lines = text.replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  var bytes: [UInt8] { Array(lines.joined(separator: lineEnd).utf8) }

  /// Returns the text with other line ends.
  func with(lineEnd: String) -> SourceText {
    var copy = self
    copy.lineEnd = lineEnd
    return copy
  }

  /// Returns the line that has only an episode, and perhaps a comment.
  func line(of episode: Episode.ID) -> Int? {
    lines.firstIndex { line in
      let words = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      return ["'\(episode)',", "\"\(episode)\","].contains(words.trimmingCharacters(in: .whitespaces))
    }
  }
}
