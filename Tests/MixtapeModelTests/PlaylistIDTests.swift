import MixtapeModel
import TestSupport
import Testing

@Suite("Playlist.ID")
struct PlaylistIDTests {
  @Test("an invalid id is refused with the violation")
  func validation() throws {
    #expect(try Playlist.ID(validating: "focus").rawValue == "focus")
    #expect(Playlist.ID(rawValue: "../x") == nil)
    let error = expectError(.invalidID, .text("a/b")) { _ = try Playlist.ID(validating: "a/b") }
    #expect(error?.cause as? InvalidName == InvalidName(.badCharacter("/")))
  }

  @Test(
    "ids suggested by names",
    arguments: [
      ("Morning Commute", "morning-commute"), ("  Rock & Roll!  ", "rock-roll"), ("snake_case v1.5", "snake-case-v1-5"),
      ("--x--", "x"), ("Don't Stop – It’s On", "dont-stop-its-on"), ("ÉTÉ", "été"), ("E\u{301}te\u{301}", "été"),
      ("İstanbul", "i\u{307}stanbul"), ("ΟΔΟΣ", "οδοσ"),
      ("हिन्दी गाने", "हिन्दी-गाने"), ("เพลง ไทย", "เพลง-ไทย"), ("한국어 노래", "한국어-노래"),
      ("\u{1112}\u{1161}\u{11AB}", "한"), ("موسيقى هادئة", "موسيقى-هادئة"), ("🎧 Mix 🎧 Tape 🎧", "mix-tape"),
      ("می\u{200C}روم", "میروم"), ("क्\u{200D}ष", "क्ष"), ("Tab\tand\nline", "tab-and-line"), ("(\u{301}x", "x"),
      ("../../etc/passwd", "etc-passwd"), ("a/\u{301}b", "a-b"), ("-\u{301}rf", "rf"), ("\u{301}x", "x"),
    ])
  func suggestion(_ name: String, _ id: String) throws {
    let suggested = try #require(Playlist.ID(suggestedBy: name))
    #expect(suggested.rawValue.unicodeScalars.elementsEqual(id.unicodeScalars), "\(suggested)")
  }

  @Test("names without a suggestion", arguments: ["", " ", "🎧", "!?", "---", "'’", "...", "👩‍👩‍👧", "\u{200D}", "\u{301}"])
  func noSuggestion(_ name: String) {
    #expect(Playlist.ID(suggestedBy: name) == nil)
  }

  @Test("a suggestion is cut between characters, without a dash at its end")
  func suggestionLength() {
    #expect(Playlist.ID(suggestedBy: String(repeating: "夜", count: 99))?.rawValue.count == 33)
    let words = String(repeating: "a", count: 99) + " b"
    #expect(Playlist.ID(suggestedBy: words)?.rawValue == String(repeating: "a", count: 99))
    let exact = String(repeating: "a", count: 98) + " b"
    #expect(Playlist.ID(suggestedBy: exact)?.rawValue.utf8.count == 100)
    #expect(Playlist.ID(suggestedBy: String(repeating: "x ", count: 1_000_000))?.rawValue.utf8.count == 99)
    #expect(Playlist.ID(suggestedBy: "a" + String(repeating: "\u{323}", count: 1_000_000)) == nil)
  }

  @Test(
    "readable ids",
    arguments: [
      ("morning-commute", "Morning Commute"), ("deep_focus--x", "Deep Focus X"), ("v1.5-mix", "V1.5 Mix"), ("_", "_"),
      ("été", "Été"), ("夜-drive", "夜 Drive"), ("straße", "Straße"), ("ßa", "SSa"),
    ])
  func readable(_ id: String, _ name: String) throws {
    #expect(try Playlist.ID(validating: id).readable == name)
  }
}

@Suite("Episode.ID")
struct EpisodeIDTests {
  @Test("parsing and printing")
  func parts() throws {
    let id = try Episode.ID(validating: "night-sky/042-auroras")
    #expect(id.podcast.rawValue == "night-sky" && id.name == "042-auroras" && id.rawValue == "night-sky/042-auroras")
    #expect(Episode.ID(podcast: id.podcast, name: "042-auroras") == id)
    #expect(Episode.ID(podcast: id.podcast, name: "a/b") == nil)
  }

  @Test("a name that starts with a joining character is read back")
  func joiningNames() throws {
    let podcast = try #require(Podcast.ID(rawValue: "x\u{D4E}"))
    let id = try #require(Episode.ID(podcast: podcast, name: "y"))
    #expect(Episode.ID(rawValue: id.rawValue) == id)
  }

  @Test(
    "invalid paths of episodes",
    arguments: ["", "a", "a/b/c", "a/b/", "/a/b"])
  func notAPath(_ text: String) {
    let error = expectError(.invalidID, .text(text)) { _ = try Episode.ID(validating: text) }
    #expect(error?.cause as? InvalidName == InvalidName(.notAnEpisodePath))
  }

  @Test func `a long text is not the path of an episode`() { notAPath(String(repeating: "/", count: 1_000_000)) }

  @Test(
    "invalid names on either side",
    arguments: [
      ("/", .notAnEpisodePath), ("a/", .notAnEpisodePath), ("/b", .notAnEpisodePath), ("../x", .badStart(".")),
      ("a/..", .badStart(".")),
      ("A/b", .badCharacter("A")), ("a/b c", .badCharacter(" ")), ("a/e\u{301}", .notNormalized),
      ("a/\u{301}b", .badStart("\u{301}")),
    ] as [(String, NameViolation)])
  func badName(_ text: String, _ violation: NameViolation) {
    let error = expectError(.invalidID, .text(text)) { _ = try Episode.ID(validating: text) }
    #expect(error?.cause as? InvalidName == InvalidName(violation))
    #expect(Episode.ID(rawValue: text) == nil)
  }

  @Test("ids are ordered by the bytes of the whole id")
  func order() throws {
    let ids = try ["b/a", "a-b/a", "a/z", "a/b"].map(Episode.ID.init(validating:))
    #expect(ids.sorted().map(\.description) == ["a-b/a", "a/b", "a/z", "b/a"])
  }
}
