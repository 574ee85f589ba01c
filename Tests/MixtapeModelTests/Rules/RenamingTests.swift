import MixtapeModel
import Testing

@Suite("Renaming in rules")
struct RenamingTests {
  @Test(arguments: [
    ("in playlist \"a\"  or tag=\"A\"", "in playlist \"b\"  or tag=\"A\""),
    (
      "not in playlist \"a\" and (in playlist \"aa\" or in playlist \"a\")",
      "not in playlist \"b\" and (in playlist \"aa\" or in playlist \"b\")"
    ),
    ("in playlist \"\\u{61}\"", "in playlist \"b\""),
    ("title = \"a\"", "title = \"a\""),
  ])
  func aPlaylist(rule: String, renamed: String) throws {
    let renaming = Renaming.playlist(try Playlist.ID(validating: "a"), to: try Playlist.ID(validating: "b"))
    #expect(try WrittenRule(parsing: rule).applying(renaming).text == renamed)
  }

  @Test(arguments: [
    ("tag = \"late  night\"", "tag = \"late  night\""),
    ("tag != \"Late Night\" and title = \"late night\"", "tag != \"a \\\"b\\\" \\\\\" and title = \"late night\""),
    (
      "not tag in (\"x\",\"late night\" , \"late night\")",
      "not tag in (\"x\",\"a \\\"b\\\" \\\\\" , \"a \\\"b\\\" \\\\\")"
    ),
    (
      "tag contains \"late night\" or category = \"late night\"",
      "tag contains \"late night\" or category = \"late night\""
    ),
  ])
  func aTag(rule: String, renamed: String) throws {
    #expect(
      try WrittenRule(parsing: rule).applying(.tag("late night", to: "a \"b\" \\")).text == renamed)
  }

  @Test func aPodcastWithItsEpisodes() throws {
    let (old, new) = (try Podcast.ID(validating: "show"), try Podcast.ID(validating: "radio"))
    let renaming = Renaming.podcast(old, to: new)
    #expect(
      try WrittenRule(parsing: "podcast = \"Show\" or artist = \"show\"").applying(renaming).text
        == "podcast = \"radio\" or artist = \"show\"")
    #expect(renaming.newID(of: try Episode.ID(validating: "show/1"))?.rawValue == "radio/1")
    #expect(renaming.newID(of: try Episode.ID(validating: "shows/1")) == nil)
  }
}
