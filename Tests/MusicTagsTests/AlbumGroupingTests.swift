import SystemPackage
import Testing

@testable import MusicTags

struct AlbumGroupingTests {
  /// Groups tracks, and returns their paths.
  private func groups(_ tracks: [(String, AlbumTraits)]) -> [[String]] {
    AlbumGrouping(tracks.map { (PathTraits(of: "/m/\($0.0)").directory, $0.1) }).groups.map { $0.map { tracks[$0].0 } }
  }

  @Test func `a release is one album wherever its files are`() {
    let release = AlbumTraits(releaseID: "r", title: "A")
    #expect(
      groups([("x/1.mp3", release), ("y/2.mp3", release), ("y/3.mp3", AlbumTraits(title: "A"))])
        == [["x/1.mp3", "y/2.mp3"], ["y/3.mp3"]])
  }

  @Test func `equal titles of other artists or directories are other albums`() {
    let (ann, bo) = (AlbumTraits(title: "Hits", artist: "Ann"), AlbumTraits(title: "Hits", artist: "Bo"))
    #expect(
      groups([
        ("x/1.mp3", ann), ("x/2.mp3", bo), ("y/3.mp3", ann), ("x/4.mp3", AlbumTraits(title: "HITS", artist: "ann")),
      ])
        == [["x/1.mp3", "x/4.mp3"], ["x/2.mp3"], ["y/3.mp3"]])
  }

  @Test func `discs are one album`() {
    let album = AlbumTraits(title: "A", artist: "Ann")
    #expect(
      groups([("x/CD 1/1.mp3", album), ("x/CD 2/1.mp3", album), ("x/bonus/1.mp3", album)])
        == [["x/CD 1/1.mp3", "x/CD 2/1.mp3"], ["x/bonus/1.mp3"]])
    #expect(groups([("x/CD 1/1.mp3", AlbumTraits()), ("x/CD 2/1.mp3", AlbumTraits())]).count == 1)
    #expect(groups([("A (Disc 1)/1.mp3", album), ("A (Disc 2)/1.mp3", album), ("B (Disc 1)/1.mp3", album)]).count == 2)
  }

  @Test func `tracks without tags belong to the only album of their directory`() {
    let (one, two) = (AlbumTraits(title: "One", artist: "Ann"), AlbumTraits(title: "Two"))
    #expect(groups([("x/1.mp3", AlbumTraits()), ("x/2.mp3", one)]) == [["x/1.mp3", "x/2.mp3"]])
    #expect(groups([("x/1.mp3", AlbumTraits()), ("x/2.mp3", one), ("x/3.mp3", two)]).count == 3)
    #expect(groups([("x/1.mp3", AlbumTraits()), ("y/2.mp3", AlbumTraits())]).count == 2)
    let withoutArtist = AlbumTraits(title: "One")
    #expect(groups([("x/1.mp3", AlbumTraits()), ("x/2.mp3", one), ("x/3.mp3", withoutArtist)]).count == 1)
  }

  @Test func `a track without an album artist belongs to the only album with its title`() {
    let (ann, nobody) = (AlbumTraits(title: "One", artist: "Ann"), AlbumTraits(title: "One"))
    #expect(groups([("x/1.mp3", nobody), ("x/2.mp3", ann)]).count == 1)
    #expect(
      groups([("x/1.mp3", nobody), ("x/2.mp3", ann), ("x/3.mp3", AlbumTraits(title: "One", artist: "Bo"))]).count == 3)
  }

  private func head(_ tracks: [TrackTags]) -> AlbumHead {
    AlbumHead(
      of: tracks.map { tags in
        MusicTrack(
          MusicFile(path: "/m/Some Album/1.mp3", version: FileVersion(size: 0, seconds: 0, nanoseconds: 0)),
          FileTags(tags: tags, size: 0, digest: ""))
      })
  }

  private func tags(_ artist: String?, albumArtist: String? = nil, isCompilation: Bool = false) -> TrackTags {
    var tags = TrackTags()
    (tags.artist, tags.albumArtist, tags.isCompilation) = (artist, albumArtist, isCompilation)
    return tags
  }

  @Test func `the author of an album`() {
    #expect(head([tags("Ann"), tags("Ann")]).author == "Ann")
    #expect(head([tags("Ann"), tags("Ann feat. Bo"), tags("Ann")]).author == "Ann")
    #expect(head([tags("Ann"), tags("Bo")]).author == "Various Artists")
    #expect(head([tags("Ann", isCompilation: true)]).author == "Various Artists")
    #expect(head([tags("Ann", albumArtist: "Orchestra"), tags("Bo")]).author == "Orchestra")
    #expect(head([tags("Ann"), tags("ann"), tags(nil), tags(nil)]).author == nil)
    #expect(head([tags("Ann"), tags("Bo"), tags(nil), tags(nil)]).author == "Various Artists")
    #expect(head([tags(nil)]).author == nil)
    #expect(head([tags(nil)]).title == "Some Album")
  }

  @Test func `the genre of an album is that of most tracks`() {
    let (folk, jazz, none) = (genre("Folk"), genre("Jazz"), genre(nil))
    #expect(head([folk, folk, none]).genre == "Folk")
    #expect(head([folk, none, none]).genre == nil)
    #expect(head([folk, jazz]).genre == nil)
  }

  private func genre(_ genre: String?) -> TrackTags {
    var tags = TrackTags()
    tags.genre = genre
    return tags
  }
}
