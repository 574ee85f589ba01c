import Foundation
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// Edits of podcasts in history, which updates from feeds keep.
@Suite("Edits and feeds")
struct FeedEditTests {
  private let pod: Podcast.ID

  init() throws { pod = try Podcast.ID(validating: "pod") }

  /// Returns the podcast as its feed has it.
  private func feed(_ titles: String...) throws -> Podcast {
    let episodes = try titles.map { title in
      Episode(
        id: try Episode.ID(validating: "pod/\(title)"), guid: "guid \(title)", fields: [.title: .text(title)])
    }
    return Podcast(id: pod, title: "Pod", feed: "https://a/f", episodes: episodes)
  }

  private func titles(in fixture: StoreFixture, of id: Podcast.ID? = nil) throws -> [String] {
    try #require(try fixture.store.library.find(id ?? pod)).episodes.map(\.title)
  }

  /// Makes a store whose podcast has the episodes `a` and `b`.
  private func fixture() throws -> StoreFixture {
    let fixture = try StoreFixture()
    try fixture.store.library.merge([PodcastMerge(feed("b", "a"), into: nil)])
    return fixture
  }

  private func update(
    _ fixture: StoreFixture, from feed: Podcast, all: Bool = false, into id: Podcast.ID? = nil
  ) throws {
    try fixture.store.library.merge([PodcastMerge(feed, into: id ?? pod, PodcastUpdateOptions(includesOlder: all))])
  }

  /// Removes the episode `b`, and gives the episode `a` the title `mine`.
  private func edit(_ fixture: StoreFixture) throws {
    try fixture.store.library.removeEpisodes([try Episode.ID(validating: "pod/b")])
    try retitle("pod/a", "mine", in: fixture)
  }

  private func retitle(_ episode: String, _ title: String, in fixture: StoreFixture) throws {
    try fixture.store.library.editEpisodes([Episode.ID(validating: episode)], EpisodeEdit(.field(.title), .text(title)))
  }

  @Test func `a removed episode stays away through later updates, plays and tags`() throws {
    let fixture = try fixture()
    let a = try Episode.ID(validating: "pod/a")
    try fixture.store.library.removeEpisodes([try Episode.ID(validating: "pod/b")])
    try update(fixture, from: feed("c", "b", "a"))
    try fixture.store.library.recordPlays([a: EpisodePlays(last: .init(timeIntervalSince1970: 1e9))])
    try fixture.store.library.tag([pod], "calm")
    try fixture.store.library.edit(pod, .folder(Folder(validating: "x")))
    try update(fixture, from: feed("d", "c", "b", "a"))
    #expect(try titles(in: fixture) == ["d", "c", "a"])
    try update(fixture, from: feed("d", "c", "b", "a"), all: true)
    #expect(try Set(titles(in: fixture)) == ["a", "b", "c", "d"])
  }

  @Test func `a dry run knows edits that are not committed`() throws {
    let fixture = try fixture()
    let text = try #require(try fixture.text("library/pod.toml"))
    try fixture.sandbox.write(text.replacing("title = \"a\"", with: "title = \"mine\""), to: "library/pod.toml")
    let merge = PodcastOperation.merge([PodcastMerge(try feed("c", "b", "a"), into: pod)])
    let (plan, _) = try fixture.store.library.preview(merge)
    #expect(plan.changes.first?.after?.episodes.map(\.title) == ["c", "b", "mine"])
    try fixture.store.library.perform(merge)
    #expect(try titles(in: fixture) == ["c", "b", "mine"])
  }

  @Test func `restored and reverted files are no edits`() throws {
    let fixture = try fixture()
    try update(fixture, from: feed("c", "b", "a"))
    try fixture.store.restore(.podcast(pod), at: "HEAD~1")
    #expect(try titles(in: fixture) == ["b", "a"])
    try update(fixture, from: feed("c", "b", "a"))
    #expect(try titles(in: fixture) == ["c", "b", "a"])
    try fixture.store.revert("HEAD")
    try update(fixture, from: feed("c", "b", "a"))
    #expect(try titles(in: fixture) == ["c", "b", "a"])
  }

  @Test func `a podcast that was removed and added again begins anew`() throws {
    let fixture = try fixture()
    try fixture.store.library.removeEpisodes([try Episode.ID(validating: "pod/b")])
    try fixture.store.library.remove(id: pod)
    try fixture.store.library.merge([PodcastMerge(feed("a"), into: nil)])
    try update(fixture, from: feed("b", "a"))
    #expect(try titles(in: fixture) == ["b", "a"])
  }

  @Test func `edits from before the renaming of the file count`() throws {
    let fixture = try fixture()
    try edit(fixture)
    try fixture.sandbox.git("mv", "library/pod.toml", "library/sky.toml")
    let text = try #require(try fixture.text("library/sky.toml"))
    try fixture.sandbox.write("# Renamed.\n" + text, to: "library/sky.toml")
    let sky = try Podcast.ID(validating: "sky")
    try update(fixture, from: feed("c", "b", "a"), into: sky)
    #expect(try titles(in: fixture, of: sky) == ["c", "mine"])
    // The same content is a renaming also without a feed.
    try fixture.sandbox.git("mv", "library/sky.toml", "library/moon.toml")
    try fixture.sandbox.git("commit", "-qm", "Rename")
    let moon = try Podcast.ID(validating: "moon")
    try update(fixture, from: feed("d", "c", "b", "a"), into: moon)
    #expect(try titles(in: fixture, of: moon) == ["d", "c", "mine"])
  }

  @Test(arguments: ["undo", "restore", "by hand", "with another title"])
  func `edits from before the removal of a file that was restored count`(_ way: String) throws {
    let fixture = try fixture()
    try edit(fixture)
    let text = try #require(try fixture.text("library/pod.toml"))
    try fixture.store.library.remove(id: pod)
    switch way {
    case "undo": try fixture.store.undo()
    case "restore": try fixture.store.restore(.podcast(pod), at: "HEAD~1")
    case "by hand": try fixture.sandbox.write(text, to: "library/pod.toml")
    default: try fixture.sandbox.write(text.replacing("\"mine\"", with: "\"new\""), to: "library/pod.toml")
    }
    try update(fixture, from: feed("c", "b", "a"))
    #expect(try titles(in: fixture) == ["c", way == "with another title" ? "new" : "mine"])
  }

  @Test func `a version from before a podcast was added again has its edits`() throws {
    let fixture = try fixture()
    try edit(fixture)
    try fixture.store.library.remove(id: pod)
    try fixture.store.library.merge([PodcastMerge(feed("a"), into: nil)])
    try fixture.store.restore(.podcast(pod), at: "HEAD~2")
    try update(fixture, from: feed("c", "b", "a"))
    #expect(try titles(in: fixture) == ["c", "mine"])
  }

  @Test func `edits beside a version with errors count`() throws {
    let fixture = try fixture()
    let text = try #require(try fixture.text("library/pod.toml"))
    let edited = text.replacing("title = \"a\"", with: "title = \"mine\"")
    for version in [edited + "rating = \n", edited + "rating = 4.5.6\n", edited] {
      try fixture.sandbox.write(version, to: "library/pod.toml")
      try fixture.sandbox.git("commit", "-qam", "Edit")
    }
    try update(fixture, from: feed("c", "b", "a"))
    #expect(try titles(in: fixture) == ["c", "b", "mine"])
  }

  @Test func `an edit in another podcast counts when the episode is moved back`() throws {
    let fixture = try fixture()
    let other = try Podcast.ID(validating: "other")
    try fixture.store.library.add(Podcast(id: other, title: "Other"))
    try fixture.store.library.moveEpisodes([Episode.ID(validating: "pod/a")], to: other)
    try retitle("other/a", "mine", in: fixture)
    try fixture.store.library.moveEpisodes([Episode.ID(validating: "other/a")], to: pod)
    try update(fixture, from: feed("c", "b", "a"))
    #expect(try titles(in: fixture) == ["c", "b", "mine"])
  }

  @Test func `edits of another clone count`() throws {
    let clones = try Clones(["playlists/p.toml": "name = \"P\"\n"])
    try clones.first.store.library.merge([PodcastMerge(feed("b", "a"), into: nil)])
    try clones.first.store.sync(by: .quiet)
    let other = try clones.another()
    try other.store.library.removeEpisodes([try Episode.ID(validating: "pod/b")])
    try other.store.sync(by: .quiet)
    try clones.first.store.rename(.id("p"), to: "Q")
    try clones.first.store.sync(by: .quiet)
    try update(clones.first, from: feed("c", "b", "a"))
    #expect(try titles(in: clones.first) == ["c", "a"])
  }

  @Test(arguments: ["committed by hand", "not committed", "added by a command", "written again", "in the feed"])
  func `values that the user wrote before the first update stay`(_ way: String) throws {
    let fixture = try StoreFixture()
    let text =
      "title = \"Mine\"\nfeed = \"https://a/f\"\n\n[[episodes]]\nid = \"a\"\ntitle = \"mine\"\nguid = \"guid a\"\n"
    switch way {
    case "added by a command":
      try fixture.store.library.add(Podcast(id: pod, title: "Mine", feed: "https://a/f"))
      let own = Episode(id: try Episode.ID(validating: "pod/a"), guid: "guid a", fields: [.title: .text("mine")])
      try fixture.store.library.addEpisodes([own], to: pod)
    case "in the feed": try fixture.store.library.merge([PodcastMerge(feed("a"), into: nil)])
    default:
      if way == "written again" {
        try fixture.sandbox.write(text.replacing("https://a/f", with: "https://b/f"), to: "library/pod.toml")
        try fixture.store.library.tag([pod], "calm")
        try fixture.store.library.remove(id: pod)
      }
      try fixture.sandbox.write(text, to: "library/pod.toml")
      if way == "committed by hand" {
        try fixture.sandbox.git("add", "library")
        try fixture.sandbox.git("commit", "-qm", "Add pod")
      }
    }
    let merge = PodcastMerge(try feed("b", "a"), into: pod)
    let planned = try fixture.store.library.preview(.merge([merge])).plan
    for titles in [try feed("b", "a"), try feed("c", "b", "a")] {
      let plan = try fixture.store.library.merge([PodcastMerge(titles, into: pod)])
      #expect(plan.notes.contains { if case .writtenKept = $0.note { true } else { false } } == (way != "in the feed"))
      if titles.episodes.count == 2 { #expect(planned.notes == plan.notes) }
    }
    #expect(try titles(in: fixture) == ["c", "b", way == "in the feed" ? "a" : "mine"])
    #expect(try fixture.store.library.find(pod)?.title == (way == "in the feed" ? "Pod" : "Mine"))
    var options = PodcastUpdateOptions()
    options.overwrites = true
    try fixture.store.library.merge([PodcastMerge(try feed("c", "b", "a"), into: pod, options)])
    #expect(try titles(in: fixture) == ["c", "b", "a"])
    #expect(try fixture.store.library.find(pod)?.title == "Pod")
    // The feed gave these values, so they change with it.
    let changed = try feed("c", "b", "a").withTitle("New")
    try fixture.store.library.merge([PodcastMerge(changed, into: pod)])
    #expect(try fixture.store.library.find(pod)?.title == "New")
  }

  @Test func `a shallow clone knows only the edits that it has`() throws {
    let origin = try fixture()
    try origin.store.library.removeEpisodes([try Episode.ID(validating: "pod/b")])
    for (depth, expected) in [(2, ["c", "a"]), (1, ["c", "b", "a"])] {
      let sandbox = try Sandbox()
      try sandbox.git("clone", "-q", "--depth", "\(depth)", "file://\(origin.sandbox.store)", ".")
      let fixture = try StoreFixture(opening: sandbox)
      try update(fixture, from: feed("c", "b", "a"))
      #expect(try titles(in: fixture) == expected, "\(depth)")
    }
  }
}
