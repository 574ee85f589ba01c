import MixtapeModel
import MixtapeStore
import StoreBrowser
import TestSupport
import Testing

@testable import mixtape

/// The answers of the browser to questions about lists.
@Suite struct BrowserReaderTests {
  @Test func `a list whose rules name a missing playlist has a warning`() throws {
    let fixture = try CommandFixture(
      with: SmartSample.files.merging([
        "playlists/lost.toml": """
        conditions = ['in playlist "gone"']

        """
      ]) { $1 })
    let context = fixture.context(
      input: PreparedInput([], isTerminal: false), output: CapturedOutput(isTerminal: false),
      errors: CapturedOutput(isTerminal: false))
    let faults = FileFaultLog()
    let store = try Store(
      at: fixture.sandbox.store,
      context: Store.Context(environment: context.environment, now: context.now, notify: faults.note))
    let reader = BrowserReader(store, context, faults) { _ in }
    for (name, warning) in [
      ("lost", "there is no playlist `gone`, so it counts as empty in a rule of `lost`"), ("plain", nil),
    ] {
      let id = try Playlist.ID(validating: name)
      guard case .contents(_, let contents) = reader.reply(to: .contents(.playlist(id))) else {
        throw CancellationError()
      }
      #expect(contents.warning == warning)
    }
  }
}
