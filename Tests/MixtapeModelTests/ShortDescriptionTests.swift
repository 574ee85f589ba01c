import MixtapeModel
import TestSupport
import Testing

/// Printed values take one line. A trial of the library printed 400 to 900 characters for each.
@Suite struct ShortDescriptionTests {
  @Test func `items`() throws {
    let focus = try Playlist.fixture("focus", in: "work", name: "Deep Focus", episodes: ["a"])
    #expect("\(focus)" == "Deep Focus (focus): 1 episode")
    let smart = focus.withCriteria(SmartCriteria(conditions: [try WrittenRule(parsing: "rating > 3")]))
    #expect("\([smart])" == "[Deep Focus (focus): 1 episode, smart]")
    let nightSky = try Podcast.fixture("night-sky", episodes: ["a", "b"])
    #expect("\(nightSky)" == "Night Sky (night-sky): 2 episodes")
    #expect("\(nightSky.episodes)" == "[a (night-sky/a), b (night-sky/b)]")
  }

  @Test func `a title with a line break`() throws {
    let id = try Episode.ID(validating: "night-sky/a")
    #expect("\(Episode(id: id, fields: [.title: .text("One\nTwo\u{2028}Three")]))" == "One Two Three (night-sky/a)")
  }

  @Test func `changes`() throws {
    let (focus, work) = (try Playlist.fixture("focus"), try Playlist.fixture("focus", in: "work"))
    let changes = try [
      PlaylistChange.created(focus), .updated(from: focus, to: focus.withName("Late")), .moved(from: focus, to: work),
      .moved(from: work, to: focus), .deleted(focus),
    ]
    #expect(
      changes.map { "\($0)" } == [
        "created Focus (focus)", "updated Late (focus)", "moved Focus (focus) to work",
        "moved Focus (focus) to the top folder", "deleted Focus (focus)",
      ])
  }

  @Test func `plans`() throws {
    let playlists = InMemoryPlaylistManager(try .fixture())
    let evening = try Playlist.ID(validating: "evening")
    #expect("\(try playlists.rename(evening, to: "Late"))" == "rename: updated Late (evening)")
    #expect("\(try playlists.rename(evening, to: "Late"))" == "rename: no changes")
    let podcasts = InMemoryPodcastManager(try .fixture())
    let plan = try podcasts.tag(podcasts.all().map(\.id), "new")
    #expect("\(plan)" == "tag: updated Album (album) and 3 more")
  }
}
