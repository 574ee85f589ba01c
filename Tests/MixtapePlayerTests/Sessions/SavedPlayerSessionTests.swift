import Foundation
import MixtapeModel
@testable import MixtapePlayer
import Testing

@Suite struct SavedPlayerSessionTests {
  private func saved() throws -> SavedPlayerSession {
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 0) })
    let player = ShufflePlayer(service: SimulatedMusicService(), options: options)
    let episodes = try SampleEpisodes.four()
    for episode in episodes.prefix(3) { try player.add(episode) }
    player.play()
    return SavedPlayerSession(
      player.saved, playlist: episodes.prefix(2).map(\.id), counted: episodes[0].id,
      plays: [episodes[1].id: EpisodePlays(count: 2, last: Date(timeIntervalSince1970: 1_000_000))])
  }

  @Test func `a saved session is read back`() throws {
    let saved = try saved()
    let read = try #require(SavedPlayerSession(try saved.bytes))
    #expect(read.player == saved.player)
    #expect(read.counted == saved.counted)
    #expect(read.unrecordedPlays == saved.unrecordedPlays)
    #expect(read.unrecordedPlays.count == 1)
  }

  @Test func `damaged bytes and other versions are ignored`() throws {
    let bytes = try saved().bytes
    for count in [0, 1, bytes.count / 2, bytes.count - 1] { #expect(SavedPlayerSession(Array(bytes[..<count])) == nil) }
    let other = String(decoding: bytes, as: UTF8.self).replacing("\"format\":1", with: "\"format\":2")
    #expect(SavedPlayerSession(Array(other.utf8)) == nil)
  }

  @Test(arguments: [
    (#""round":1"#, #""round":9223372036854775807"#), (#""count":2"#, #""count":9223372036854775807"#),
    (#""last":-977307200"#, #""last":1e300"#),
  ]) func `invalid values are ignored`(sensible: String, damaged: String) throws {
    let text = String(decoding: try saved().bytes, as: UTF8.self)
    #expect(text.contains(sensible))
    #expect(SavedPlayerSession(Array(text.replacing(sensible, with: damaged).utf8)) == nil)
  }

  @Test func `episodes get their new ids`() throws {
    let ids = try SampleEpisodes.four().map(\.id)
    let new = try Episode.ID(validating: "other/new")
    let saved = try saved().renaming([ids[0]: new, ids[1]: ids[2]])
    #expect(saved.player.episodes == [new, ids[2]])
    #expect(saved.counted == new && saved.player.current == new)
    #expect(saved.unrecordedPlays.keys.sorted() == [ids[2]])
    // The episodes of the playlist, without those that left it.
    #expect(saved.differences(to: [new]).removed == [ids[2]])
  }

  @Test func `differences list the added and removed episodes`() throws {
    let ids = try SampleEpisodes.four().map(\.id)
    let differences = try saved().differences(to: [ids[1], ids[3]])
    #expect(differences.added == [ids[3]])
    #expect(differences.removed == [ids[0]])
  }
}
