import LosslessTOML
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// Warnings of rules that name podcasts, folders and tags that no podcast has.
@Suite struct RuleWarningTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture([
      "library/shows/food/soup.toml": "title = 'Soup'\ntags = ['calm', 'warm']\n[[episodes]]\nid = '1'\n",
      "library/sky.toml": "title = 'Sky'\ntags = ['warm']\n",
      "playlists/calm.toml": "conditions = ['tag = \"Calm\"']\n",
      "playlists/food.toml": "conditions = ['folder in (\"shows/food\", \"other\")']\n",
      "playlists/loud.toml": "conditions = ['tag != \"calm\"', 'not tag = \"warm\"']\n",
      "playlists/night.toml": "conditions = ['podcast = \"sky\" or rating > 3']\nepisodes = ['sky/1']\n",
    ])
  }

  @Test func `a renamed tag`() throws {
    try fixture.store.library.perform(.renameTag("calm", to: "quiet"))
    #expect(fixture.told == ["no tag calm, asked for by calm, loud"])
  }

  @Test func `a tag that another podcast has is not gone`() throws {
    try fixture.store.library.perform(.untag([try Podcast.ID(validating: "soup")], "warm"))
    #expect(fixture.told == [])
    try fixture.store.library.perform(.untag([try Podcast.ID(validating: "sky")], "warm"))
    #expect(fixture.told == ["no tag warm, asked for by loud"])
  }

  @Test func `a renamed, a deleted and a moved folder`() throws {
    let (shows, food) = (try Folder(validating: "shows"), try Folder(validating: "shows/food"))
    try fixture.store.library.moveFolder(shows, to: try Folder(validating: "pods"))
    #expect(fixture.told == ["no folder shows/food, asked for by food"])
    try fixture.store.undo()
    try fixture.store.library.deleteFolder(food)
    #expect(
      fixture.told.dropFirst() == [
        "no folder shows/food, asked for by food", "no tag calm, asked for by calm, loud",
      ])
  }

  @Test func `a removed podcast`() throws {
    try fixture.store.library.perform(.remove(try Podcast.ID(validating: "sky")))
    #expect(fixture.told == ["no podcast sky, asked for by night"])
  }

  @Test func `a check warns of them, too`() throws {
    try fixture.sandbox.write(
      "conditions = [\n  'tag = \"clam\"',\n  'podcast in (\"sky\", \"ski\")',\n  'not (folder = \"gone\")',\n"
        + "  'folder = \"shows\" or folder = \"none\"',\n]\n", to: "playlists/night.toml")
    let reports = try fixture.store.check().reports
    #expect(reports.map(\.path) == ["playlists/food.toml", "playlists/night.toml"])
    #expect(
      reports.flatMap(\.diagnostics).map(\.message) == [
        "the rule names the folder \"other\", which has no podcasts",
        "the rule names the tag \"clam\", which no podcast has",
        "the rule names the podcast \"ski\", which does not exist",
        "the rule names the folder \"none\", which has no podcasts",
      ])
    #expect(
      reports.flatMap(\.diagnostics).flatMap(\.notes).map(\.message) == [
        "did you mean \"calm\"?", "did you mean \"sky\"?",
      ])
    #expect(reports.allSatisfy { !$0.hasErrors })
  }

  @Test func `a new podcast with the ids of missing entries`() throws {
    let sky = try Podcast.ID(validating: "sky")
    let episode = Episode(id: try Episode.ID(validating: "sky/1"))
    try fixture.store.library.perform(.remove(sky))
    try fixture.store.library.perform(.add(Podcast(id: sky, title: "Other Sky", episodes: [episode])))
    #expect(fixture.told.last == "found in sky: night 1")
  }
}
