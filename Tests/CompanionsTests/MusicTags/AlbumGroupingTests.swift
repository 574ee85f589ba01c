import SystemPackage
import Testing

@testable import Companions

struct AlbumGroupingTests {
  /// Groups tracks, and returns the paths of each album, sorted.
  private func groups(_ tracks: [(String, AlbumTraits)]) -> [[String]] {
    let members = tracks.map { path, traits in
      let place = PathTraits(of: FilePath("/m/\(path)"))
      return AlbumMember(
        in: place.directory, traits, track: place.track, disc: place.disc, year: nil)
    }
    return AlbumGrouping(members).albums.map { $0.parts.joined().map { tracks[$0].0 }.sorted() }
  }

  @Test func `a release is one album wherever its files are`() {
    let release = AlbumTraits(releaseID: "r", title: "A")
    #expect(
      groups([("x/1.mp3", release), ("y/2.mp3", release), ("y/3.mp3", AlbumTraits(title: "B"))])
        == [["x/1.mp3", "y/2.mp3"], ["y/3.mp3"]])
  }

  @Test func `a track without a release belongs to the only release with its title in its directory`() {
    let (one, two) = (AlbumTraits(releaseID: "r", title: "A"), AlbumTraits(releaseID: "s", title: "A"))
    let track = AlbumTraits(title: "a", artist: "Ann")
    #expect(groups([("x/1.mp3", one), ("x/2.mp3", track)]).count == 1)
    #expect(groups([("x/1.mp3", one), ("y/2.mp3", track)]).count == 2)
    #expect(groups([("x/1.mp3", one), ("x/2.mp3", two), ("x/3.mp3", track)]).count == 3)
  }

  @Test func `equal titles of other artists are other albums`() {
    let (ann, bo) = (AlbumTraits(title: "Untitled", artist: "Ann"), AlbumTraits(title: "Untitled", artist: "Bo"))
    #expect(
      groups([("x/1.mp3", ann), ("x/2.mp3", bo), ("x/4.mp3", AlbumTraits(title: "UNTITLED", artist: "ann"))])
        == [["x/1.mp3", "x/4.mp3"], ["x/2.mp3"]])
    for artist in [nil, "Unknown Artist"] {
      let unknown = AlbumTraits(title: "Untitled", artist: artist)
      #expect(groups([("x/1.mp3", unknown), ("y/2.mp3", unknown)]).count == 2)
    }
  }

  @Test func `an album in several directories is one, but a copy of it is another`() {
    let album = AlbumTraits(title: "A", artist: "Ann")
    #expect(groups([("x/01 a.mp3", album), ("y/02 b.mp3", album), ("x/more/03 c.mp3", album)]).count == 1)
    #expect(groups([("x/01 a.mp3", album), ("y/02 b.mp3", album), ("z/02 c.mp3", album)]).count == 3)
    // Without numbers, nothing shows that they belong together.
    #expect(groups([("x/a.mp3", album), ("y/b.mp3", album)]).count == 2)
    #expect(groups([("x/a.mp3", album), ("y/02 b.mp3", album)]).count == 2)
    // Both files of a track are in one directory.
    #expect(groups([("x/01 a.mp3", album), ("x/01 a.flac", album), ("y/02 b.mp3", album)]).count == 1)
  }

  @Test func `discs are one album`() {
    let album = AlbumTraits(title: "A", artist: "Ann")
    #expect(groups([("x/CD 1/1.mp3", album), ("x/CD 2/1.mp3", album)]).count == 1)
    #expect(groups([("x/CD 1/1.mp3", AlbumTraits()), ("x/CD 2/1.mp3", AlbumTraits())]).count == 1)
    #expect(groups([("A (Disc 1)/1.mp3", album), ("A (Disc 2)/1.mp3", album), ("B (Disc 1)/1.mp3", album)]).count == 2)
  }

  @Test(arguments: ["Ann", nil]) func `discs that titles name are one album`(artist: String?) {
    let discs = ["A (Disc 1)", "A [CD 2]", "a - disc three", "A (disc 4: Live)", "B (Disc 5)"].map {
      AlbumTraits(title: $0, artist: artist)
    }
    let albums = groups(discs.enumerated().map { ("x/\($0).mp3", $1) })
    #expect(albums == [["x/0.mp3", "x/1.mp3", "x/2.mp3", "x/3.mp3"], ["x/4.mp3"]])
    // Without an album artist, the directory counts.
    let apart = groups(discs.enumerated().map { ("x\($0)/01 a.mp3", $1) })
    #expect(apart.count == (artist == nil ? 5 : 2))
  }

  @Test func `compilations are one album in directories beside or inside each other`() {
    let hits = AlbumTraits(title: "Hits", artist: "Various Artists")
    #expect(groups([("h/Ann/01 a.mp3", hits), ("h/Bo/02 b.mp3", hits), ("h/03 c.mp3", hits)]).count == 1)
    #expect(groups([("Ann/Hits/01 a.mp3", hits), ("Bo/Hits/02 b.mp3", hits)]).count == 1)
    #expect(groups([("Ann/x/01 a.mp3", hits), ("Bo/y/02 b.mp3", hits)]).count == 2)
    #expect(groups([("h/Ann/01 a.mp3", hits), ("h/Bo/01 b.mp3", hits)]).count == 2)
    var flagged = TrackTags()
    (flagged.album, flagged.artist, flagged.isCompilation) = ("Hits", "Ann", true)
    #expect(groups([("h/Ann/01 a.mp3", AlbumTraits(flagged)), ("h/Bo/02 b.mp3", hits)]).count == 1)
    flagged.albumArtist = "Ann"
    #expect(groups([("h/Ann/01 a.mp3", AlbumTraits(flagged)), ("h/Bo/02 b.mp3", hits)]).count == 2)
  }

  @Test func `albums of different years are different`() {
    func members(_ artist: String) -> [AlbumMember] {
      zip(0..., [1994, 2001] as [Int64]).map { index, year in
        AlbumMember(
          in: FilePath("/m/\(year)"), AlbumTraits(title: "A", artist: artist), track: index, disc: 1, year: year)
      }
    }
    #expect(AlbumGrouping(members("Ann")).albums.count == 2)
    #expect(AlbumGrouping(members("Various Artists")).albums.count == 1)
  }

  @Test func `directories in two Unicode forms are two`() {
    #expect(groups([("Bj\u{F6}rk/1.mp3", AlbumTraits()), ("Bjo\u{308}rk/1.mp3", AlbumTraits())]).count == 2)
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
          MusicFile(path: "/m/Some Album/1.mp3", version: FileStamp(size: 0, seconds: 0, nanoseconds: 0)),
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
    #expect(head([tags("Rap"), tags("Rap feat. Y"), tags("Rap (ft. Z)")]).author == "Rap")
    #expect(head([tags("Ann; Bo"), tags("Ann")]).author == "Ann")
    #expect(head([tags("Ann; Bo"), tags("Ann; Bo"), tags("Ann")]).author == "Ann; Bo")
    #expect(head([tags("Rap"), tags("Featuring")]).author == "Various Artists")
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
