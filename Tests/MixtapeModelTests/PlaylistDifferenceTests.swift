import Foundation
import MixtapeModel
import TestSupport
import Testing

@Suite("PlaylistDifference")
struct PlaylistDifferenceTests {
  let playlist: Playlist

  init() throws { playlist = try .fixture("x", name: "X", episodes: ["a", "b", "c"]) }

  @Test("equal playlists and other times have no difference")
  func nothing() {
    let later = playlist.withTimes(created: .distantPast, updated: .distantFuture)
    #expect(PlaylistDifference(from: playlist, to: later).isEmpty)
    #expect(PlaylistDifference(from: nil, to: nil).isEmpty)
  }

  @Test("every field is compared")
  func fields() throws {
    let other = try Playlist(
      id: playlist.id, folder: Folder(validating: "f"), name: "Y", description: "d",
      criteria: SmartCriteria(
        conditions: [], match: .any, search: "s", sort: [.random], limit: .items(3), seed: 7),
      settings: PlaybackSettings(continuous: false, shuffle: true))
    let fields = [.folder] + PlaylistKey.allCases.filter { $0 != .episodes }.map(PlaylistField.key)
    #expect(PlaylistDifference(from: playlist, to: other).fields == fields)
    #expect(PlaylistDifference(from: other, to: playlist).fields == fields)
  }

  @Test("episodes are added, removed and moved")
  func episodes() throws {
    let after = playlist.withEpisodes(try .fixture("cax"))
    let difference = PlaylistDifference(from: playlist, to: after)
    #expect(difference.fields == [] && !difference.isEmpty)
    #expect(difference.episodes.removed.map(\.element.name) == ["b"])
    #expect(difference.episodes.added.map(\.element.name) == ["x"])
    #expect(difference.episodes.moved.map(\.element.name) == ["c"])
  }

  @Test("conditions are added and removed; nil is not an empty list")
  func conditions() throws {
    func smart(_ rules: [String]?) throws -> Playlist {
      playlist.withCriteria(SmartCriteria(conditions: try rules?.map(WrittenRule.init(parsing:))))
    }
    let changed = try PlaylistDifference(from: smart(["year > 1", "bpm > 2"]), to: smart(["bpm > 2", "rating > 3"]))
    #expect(changed.fields == [.key(.conditions)])
    #expect(changed.conditions.removed.map(\.element.text) == ["year > 1"])
    #expect(changed.conditions.added.map(\.element.text) == ["rating > 3"])
    let emptied = try PlaylistDifference(from: smart(nil), to: smart([]))
    #expect(emptied.fields == [.key(.conditions)] && emptied.conditions.isEmpty)
  }

  @Test("created and deleted playlists are compared with default values")
  func existence() throws {
    let plain = PlaylistDifference(from: nil, to: playlist)
    #expect(plain.fields == [.key(.name)] && plain.episodes.added.count == 3)
    let kept = try playlist.withFolder(Folder(validating: "f")).withSettings(PlaybackSettings(shuffle: true))
    let gone = PlaylistDifference(from: kept, to: nil)
    #expect(gone.fields == [.folder, .key(.name), .key(.shuffle)] && gone.episodes.removed.count == 3)
  }
}
