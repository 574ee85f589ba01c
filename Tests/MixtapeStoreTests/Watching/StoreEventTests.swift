import LosslessTOML
import MixtapeModel
import MixtapeStore
import Testing

/// Printed events take one line. A trial of the library printed whole playlists, and the bytes of files with errors.
@Suite struct StoreEventTests {
  @Test func `events are printed in one line`() throws {
    let focus = try Playlist(id: .id("focus"))
    let episode = try Episode.ID(validating: "sky/aurora")
    let problem = Diagnostic(
      id: "test", severity: .error, range: SourceRange(0..<1), message: "there is no value")
    let report = FileReport(path: "playlists/a.toml", source: Array("name =\n".utf8), diagnostics: [problem])
    let podcast = PodcastDifference(from: try sky("Sky"), to: try sky("Night"))
    let events: [StoreEvent] = [
      .playlist(.created(focus), path: "playlists/focus.toml"),
      .renamed(from: focus, to: focus, path: "playlists/deep.toml"),
      .podcast(podcast, .edited, path: "library/sky.toml"),
      .file(.deleted, path: "library/sky.toml"), .contents(ContentsChange(focus.id, from: [], to: [episode])),
      .contentsUnknown(focus.id, MixtapeError(.notFound, .playlist(focus.id))), .invalid(report),
      .fixed(path: "playlists/a.toml"), .ended(MixtapeError(.noStore)),
    ]
    #expect(
      events.map { "\($0)" } == [
        "playlists/focus.toml: created Focus (focus)", "playlists/deep.toml: renamed from focus",
        "library/sky.toml: edited", "library/sky.toml: deleted", "contents of focus: 1 episode, previously 0",
        "contents of focus: not found: playlist \"focus\"", "playlists/a.toml: there is no value",
        "playlists/a.toml: errors corrected", "ended: no store",
      ])
  }

  private func sky(_ title: String) throws -> Podcast { Podcast(id: try Podcast.ID(validating: "sky"), title: title) }
}
