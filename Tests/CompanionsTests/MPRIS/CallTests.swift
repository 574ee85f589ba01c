import Testing

@testable import Companions

/// The calls of programs on the bus, and the requests to the player that they become.
@Suite struct CallTests {
  private typealias Sample = MediaPlayerSample
  private let player = Sample.player()

  @Test(arguments: [
    ("Next", "next"), ("Previous", "previous"), ("Pause", "pause"), ("PlayPause", "toggle"), ("Stop", "stop"),
    ("Play", "play"),
  ])
  func `commands are those of the player, and have no effect without episodes`(_ member: String, _ line: String) {
    #expect(player.call(".Player", member) == .request(line))
    #expect(Sample.empty.call(".Player", member) == .done)
  }

  @Test(
    arguments: [
      (1_500_000, "+1.500000"), (-10_000_000, "-10.000000"), (1, "+0.000001"), (Int64.min, "-300000000.000000"),
      (Int64.max, "+300000000.000000"),
    ] as [(Int64, String)])
  func `offsets are limited`(_ offset: Int64, _ time: String) {
    #expect(player.call(".Player", "Seek", .integer(offset)) == .request("seek \(time)"))
  }

  @Test func `a position needs the current episode, and lies in it`() {
    func set(_ id: String, _ position: Int64) -> DBusAnswer {
      player.call(".Player", "SetPosition", .path(.track(id)), .integer(position))
    }
    #expect(set("night-sky/auroras", 90_500_000) == .request("seek 90.500000"))
    #expect(set("night-sky/auroras", 0) == .request("seek 0.000000"))
    #expect(set("night-sky/auroras", -1) == .done)
    #expect(set("night-sky/auroras", 1_834_000_001) == .done)
    #expect(set("night-sky/comets", 90_500_000) == .done)
    #expect(Sample.empty.call(".Player", "SetPosition", .path(.track("a/b")), .integer(0)) == .done)
  }

  @Test(
    arguments: [
      (1.5, "speed 1.5"), (100, "speed 4.0"), (0.01, "speed 0.25"), (.infinity, "speed 4.0"), (1.23456, "speed 1.23"),
      (0, "pause"),
    ] as [(Double, String)])
  func `the speed is limited, and 0 pauses`(_ rate: Double, _ line: String) {
    #expect(player.set("Rate", .double(rate)) == .request(line))
  }

  @Test(
    arguments: [
      (0.554, "volume 55"), (-1, "volume 0"), (7, "volume 100"), (-.infinity, "volume 0"), (1e-300, "volume 0"),
    ] as [(Double, String)])
  func `the volume is limited`(_ volume: Double, _ line: String) {
    #expect(player.set("Volume", .double(volume)) == .request(line))
  }

  @Test func `the shuffle returns to the one before`() {
    #expect(player.set("Shuffle", .bool(true)) == .done)
    #expect(player.set("Shuffle", .bool(false)) == .request("shuffle off"))
    var off = player
    _ = off.receive(Sample.report { $0.shuffle = "off" }, at: .zero)
    #expect(off.set("Shuffle", .bool(true)) == .request("shuffle weighted"))
    #expect(Sample.empty.set("Shuffle", .bool(true)) == .request("shuffle spread"))
  }

  @Test func `values of other types are refused`() {
    for value: DBusValue in [.string("fast"), .double(.nan), .double(-1), .bool(true)] {
      #expect(player.set("Rate", value) == .error(.invalidArguments))
    }
    #expect(player.set("Volume", .double(.nan)) == .error(.invalidArguments))
    #expect(player.set("Metadata", .dictionary([:])) == .error(.readOnly))
    #expect(player.set("Nothing", .bool(true)) == .error(.unknownProperty))
    #expect(player.call(".Player", "Seek", .double(1)) == .error(.invalidArguments))
    #expect(player.call(".Player", "Seek") == .error(.invalidArguments))
    #expect(player.call(".Player", "Dance") == .error(.unknownMethod))
    #expect(player.call(".Dance", "Next") == .error(.unknownMethod))
    #expect(
      player.answer(to: DBusCall("org.freedesktop.DBus.Properties", "GetAll", [.string("x")]), at: .zero)
        == .error(.unknownInterface))
  }

  @Test(arguments: [
    ("mixtape:night-sky/comets", "now night-sky/comets"), ("mixtape:night%2Dsky/comets", "now night-sky/comets"),
    ("mixtape:n%C3%A4chte/regen", "now nächte/regen"),
  ])
  func `addresses name episodes`(_ address: String, _ line: String) {
    #expect(player.call(".Player", "OpenUri", .string(address)) == .request(line))
  }

  @Test(arguments: [
    "", "mixtape:", "mixtape:night-sky", "mixtape:a/b\nquit", "mixtape:a/b%0Aquit", "mixtape:a/b%", "mixtape:a/b%zz",
    "mixtape:a/b%ff", "mixtape:a/b quit", "file:///etc/passwd", "https://example.org/a.mp3",
    "mixtape:" + String(repeating: "a", count: 5_000) + "/b",
  ])
  func `other addresses are refused`(_ address: String) {
    #expect(player.call(".Player", "OpenUri", .string(address)) == .error(.unsupportedAddress))
  }

  @Test func `quitting is answered before the player ends`() {
    #expect(player.call("", "Quit") == .lastRequest("quit"))
    #expect(player.call("", "Raise") == .done)
  }

  @Test func `each method has an answer of its type, and requests are single lines`() {
    func value(_ type: String) -> DBusValue {
      switch type {
      case "s": .string("\n\u{0}\u{fc}")
      case "o": .path(.track("night-sky/auroras"))
      case "x": .integer(.max)
      default: .variant(.double(.nan))
      }
    }
    for interface in DBusInterface.all {
      for method in interface.methods {
        let arguments = method.inputs.map { value($0.type) }
        #expect(arguments.map(\.signature).joined() == method.signature)
        for sample in [player, Sample.empty] {
          switch sample.answer(to: DBusCall(interface.name, method.name, arguments), at: .seconds(5)) {
          case .request(let line), .lastRequest(let line):
            #expect(!line.contains { $0.isNewline || !$0.isASCII } && line.utf8.count < 4_096, "\(method.name)")
          case .reply(let values): #expect(values.map(\.signature) == method.outputs.map(\.type), "\(method.name)")
          case .error: break
          }
        }
      }
    }
  }
}
