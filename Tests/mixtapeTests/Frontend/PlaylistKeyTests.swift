import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import StoreBrowser
import Testing

@testable import mixtape

/// Checks for each key of the table that the index keeps it, and that output shows it.
@Suite("Every key of a playlist, in the index and in output")
struct PlaylistKeyTests {
  private let base: Playlist

  /// Values of each type. For each key, one of them must be valid and not the default.
  private static let samples: [FileValue] = [
    .flag(true), .flag(false), .number(0), .number(7), .text(""), .text("any"), .text("grouped"), .text("90 min"),
    .text("e\u{301}\u{0} 夜"), .list([]), .list(["p/b"]), .list(["year > 2000", "rating = 5"]),
    .list(["-year", "random"]),
  ]

  init() throws {
    base = Playlist(blank: try Playlist.ID(validating: "x"))
      .withCriteria(SmartCriteria(conditions: [try WrittenRule(parsing: "title = \"x\"")]))
  }

  private func changes(of key: PlaylistKey) throws -> [Playlist] {
    let changes = Self.samples.compactMap { base.with(key, $0) }.filter { $0 != base }
    try #require(!changes.isEmpty, "no sample is a value of \(key.rawValue)")
    return changes
  }

  @Test(arguments: PlaylistKey.allCases)
  func isKeptByTheIndex(_ key: PlaylistKey) throws {
    for playlist in try changes(of: key) {
      let index = try LibraryIndex()
      try index.update {
        try $0.write(playlist, of: IndexedFile(path: "playlists/x.toml", status: nil, content: [1]))
      }
      let kept = try #require(try index.playlist(playlist.id))
      #expect(kept == playlist && "\(kept[key])".utf8.elementsEqual("\(playlist[key])".utf8))
      #expect(try index.summaries() == [PlaylistSummary(playlist)])
    }
  }

  @Test(arguments: PlaylistKey.allCases)
  func isInJSON(_ key: PlaylistKey) throws {
    for playlist in try changes(of: key) {
      guard let members = JSONOutput.playlist(playlist).object else {
        Issue.record("not an object")
        return
      }
      let values = members.filter { $0.key == key.rawValue }.map(\.value.compact)
      #expect(values == [JSONOutput.value(playlist[key]).compact])
    }
  }

  @Test(arguments: PlaylistKey.allCases)
  func isShown(_ key: PlaylistKey) throws {
    for playlist in try changes(of: key) { #expect(details(of: playlist) != details(of: base)) }
  }

  @Test(arguments: PlaylistKey.allCases)
  func isInDifferences(_ key: PlaylistKey) throws {
    for playlist in try changes(of: key) {
      let difference = PlaylistDifference(from: base, to: playlist)
      let lines = DifferenceReport(difference, titles: [:]).lines.map { $0.rendered(colored: false) }
      let mark = key == .episodes ? "+" : key == .conditions ? "condition" : key.rawValue
      #expect(lines.count > 1 && lines.dropFirst().joined().contains(mark))
    }
  }

  @Test(arguments: PlaylistKey.keys(of: .settings))
  func isChangedBySet(_ key: PlaylistKey) throws {
    for playlist in try changes(of: key) {
      let setting = try #require(PlaybackSettings.Setting(key, playlist[key].description))
      #expect(base.with(setting) == playlist)
    }
  }

  @Test(arguments: PlaylistKey.keys(of: .settings))
  func isAnOptionOfSet(_ key: PlaylistKey) throws {
    for playlist in try changes(of: key) {
      let value = playlist[key].description
      let settings = try SetValues.parse(["x", "--\(key.rawValue)", value]).ofPlaylists.settings
      #expect(try settings == [#require(PlaybackSettings.Setting(key, value))])
    }
  }

  @Test(arguments: PlaylistKey.keys(of: .criteria).filter { $0 != .conditions })
  func isChangedByConditions(_ key: PlaylistKey) {
    let help = Mixtape.helpMessage(for: Conditions.self)
    #expect(help.contains("--\(key.rawValue) <"))
    if key.form.isOptional { #expect(help.contains("--no-\(key.rawValue) ")) }
  }

  private func details(of playlist: Playlist) -> [String] {
    PlaylistDetails(
      playlist, found: [], playingTime: PlayingTime(seconds: 0, unknownCount: 0), library: [:], nil, width: nil
    ).lines.map { $0.rendered(colored: false) }
  }
}
