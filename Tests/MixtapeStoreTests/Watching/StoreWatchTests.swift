import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// The watch with the clock and the events of the real system.
@Suite(.timeLimit(.generous)) struct StoreWatchTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(["playlists/focus.toml": "name = \"Focus\"\n"]) }

  /// Returns the first events of a listener, in a short form.
  private func first(_ count: Int, of events: AsyncStream<StoreEvent>) async -> [String] {
    var heard: [String] = []
    for await event in events {
      heard.append(event.summary)
      if heard.count == count { break }
    }
    return heard
  }

  @Test func `every listener gets all events, including those before the first listener`() async throws {
    let watch = try fixture.store.watch(quietTime: .milliseconds(5))
    try fixture.sandbox.write("name = \"Early\"\n", to: "playlists/focus.toml")
    let (one, two) = (watch.events(), watch.events())
    #expect(await first(1, of: one) == ["updated focus: Focus → Early"])
    try fixture.store.rename(.id("focus"), to: "Late")
    #expect(await first(2, of: two) == ["updated focus: Focus → Early", "updated focus: Early → Late"])
  }

  @Test func `stopping sends pending events and ends the watch`() async throws {
    let watch = try fixture.store.watch(quietTime: .seconds(3600))
    let events = watch.events()
    try fixture.sandbox.write("name = \"Last\"\n", to: "playlists/focus.toml")
    try fixture.sandbox.write("name = \n", to: "playlists/broken.toml")
    watch.stop()
    try fixture.sandbox.write("name = \"Unheard\"\n", to: "playlists/focus.toml")
    #expect(
      await first(9, of: events) == [
        "updated focus: Focus → Last", "invalid playlists/broken.toml: toml.expected-value",
      ])
    #expect(watch.invalidFiles.map(\.path) == ["playlists/broken.toml"])
    #expect(await first(1, of: watch.events()) == [])
  }

  @Test func `a released watch ends`() async throws {
    var watch: StoreWatch? = try fixture.store.watch()
    let events = try #require(watch?.events())
    watch = nil
    #expect(await first(1, of: events) == [])
  }

  @Test func `a removed store ends the watch with an event`() async throws {
    let watch = try fixture.store.watch(quietTime: .milliseconds(5))
    let events = watch.events()
    try fixture.sandbox.remove("../store")
    try fixture.sandbox.makeDirectory("store")
    #expect(await first(9, of: events).last == "ended: no-store")
  }
}
