import TestSupport
import Testing

@testable import Companions

/// The properties of a player.
@Suite struct PropertyTests {
  private typealias Sample = MediaPlayerSample
  private let player = Sample.player()

  @Test func `metadata are those of the current episode`() {
    #expect(
      player.property(".Player", "Metadata")
        == .dictionary([
          "mpris:trackid": .path(DBusPath("/mixtape/episode/night_2dsky_2fauroras")),
          "mpris:length": .integer(1_834_000_000), "xesam:title": .string("Auroras"),
          "xesam:artist": .strings(["A. Astronomer"]), "xesam:album": .string("Night Sky Radio"),
          "xesam:url": .string("https://example.org/a.mp3"), "mpris:artUrl": .string("https://example.org/a.jpg"),
        ]))
    #expect(Sample.empty.property(".Player", "Metadata") == .dictionary([:]))
  }

  @Test(arguments: [
    ("playing", "Playing"), ("loading", "Playing"), ("paused", "Paused"), ("stopped", "Stopped"), ("empty", "Stopped"),
    ("error", "Stopped"), ("unheard of", "Stopped"),
  ])
  func `the status follows the state`(_ state: String, _ status: String) {
    let player = Sample.player(Sample.report { $0.state = state })
    #expect(player.property(".Player", "PlaybackStatus") == .string(status))
  }

  @Test func `the position advances at the pace of the player, up to the end`() {
    #expect(player.property(".Player", "Position", at: .milliseconds(2_500)) == .integer(12_500_000))
    #expect(player.property(".Player", "Position", at: .seconds(86_400)) == .integer(1_834_000_000))
    let fast = Sample.player(Sample.report { $0.pace = 120 })
    #expect(fast.property(".Player", "Position", at: .seconds(2)) == .integer(250_000_000))
    let paused = Sample.player(Sample.report { ($0.state, $0.pace) = ("paused", 0) })
    #expect(paused.property(".Player", "Position", at: .seconds(86_400)) == .integer(10_000_000))
  }

  @Test func `abilities depend on the queue and the state`() {
    let abilities = ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"]
    #expect(abilities.map { player.property(".Player", $0) } == Array(repeating: .bool(true), count: 6))
    #expect(
      abilities.map { Sample.empty.property(".Player", $0) }
        == [.bool(false), .bool(false), .bool(false), .bool(false), .bool(false), .bool(true)])
    let stopped = Sample.player(Sample.report { $0.state = "stopped" })
    #expect(stopped.property(".Player", "CanSeek") == .bool(false))
  }

  @Test func `numbers have the units of MPRIS`() {
    let player = Sample.player(Sample.report { ($0.speed, $0.volume, $0.shuffle) = (1.5, 40, "off") })
    #expect(player.property(".Player", "Rate") == .double(1.5))
    #expect(player.property(".Player", "MinimumRate") == .double(0.25))
    #expect(player.property(".Player", "MaximumRate") == .double(4))
    #expect(player.property(".Player", "Volume") == .double(0.4))
    #expect(player.property(".Player", "Shuffle") == .bool(false))
    #expect(Sample.player().property(".Player", "Shuffle") == .bool(true))
  }

  @Test func `the root has its properties`() {
    #expect(player.property("", "Identity") == .string("Mixtape"))
    #expect(player.property("", "SupportedUriSchemes") == .strings(["mixtape"]))
  }

  @Test func `each property of an interface has a value of its type`() {
    for player in [player, Sample.empty] {
      for interface in DBusInterface.mediaPlayerInterfaces {
        for property in interface.properties {
          let value = player.value(of: property.name, in: interface, at: .zero)
          #expect(value?.signature == property.type, "\(interface.name).\(property.name)")
        }
        let all = player.answer(
          to: DBusCall("org.freedesktop.DBus.Properties", "GetAll", [.string(interface.name)]), at: .zero)
        #expect(all == .reply([.dictionary(player.values(of: interface, at: .zero))]))
        #expect(player.values(of: interface, at: .zero).count == interface.properties.count)
      }
    }
  }

  @Test func `the description names all members`() {
    guard case .reply(let values) = player.answer(to: DBusCall(nil, "Introspect"), at: .zero),
      case .string(let text)? = values.first
    else { return #expect(Bool(false), "no description") }
    for interface in DBusInterface.all {
      #expect(text.contains("<interface name=\"\(interface.name)\">"))
      for method in interface.methods { #expect(text.contains("<method name=\"\(method.name)\">")) }
      for signal in interface.signals { #expect(text.contains("<signal name=\"\(signal.name)\">")) }
      for property in interface.properties {
        #expect(text.contains("<property name=\"\(property.name)\" type=\"\(property.type)\""))
      }
    }
  }
}
