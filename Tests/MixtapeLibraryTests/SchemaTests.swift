import MixtapeLibrary
import Testing

@Suite struct SchemaTests {
  @Test("A new index in memory is empty and undamaged")
  func memory() throws {
    let index = try LibraryIndex()
    #expect(try index.isIntact())
    #expect(try index.playlistCount() == 0 && index.playlists().isEmpty)
    let size = try index.size()
    #expect(size.podcasts == 0 && size.episodes == 0)
  }
}
