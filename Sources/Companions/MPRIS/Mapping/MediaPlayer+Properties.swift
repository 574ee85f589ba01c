extension MediaPlayer {
  /// Returns the value of a property; `nil` if the interface has no such property.
  func value(of property: String, in interface: DBusInterface, at now: Duration) -> DBusValue? {
    switch interface.name {
    case DBusInterface.root.name: valueOfRoot(property)
    case DBusInterface.player.name: property == "Position" ? position(at: now) : valueOfPlayer(property)
    default: nil
    }
  }

  /// Returns the values of all properties of an interface.
  func values(of interface: DBusInterface, at now: Duration) -> [String: DBusValue] {
    let pairs = interface.properties.compactMap { property in
      value(of: property.name, in: interface, at: now).map { (property.name, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func valueOfRoot(_ property: String) -> DBusValue? {
    switch property {
    case "CanQuit": .bool(true)
    case "CanRaise", "HasTrackList": .bool(false)
    case "Identity": .string("Mixtape")
    case "SupportedUriSchemes": .strings([EpisodeAddress.scheme])
    case "SupportedMimeTypes": .strings([])
    default: nil
    }
  }

  private func valueOfPlayer(_ property: String) -> DBusValue? {
    switch property {
    case "PlaybackStatus": .string(playbackStatus)
    case "Rate": .double(report.speed)
    case "MinimumRate": .double(Self.speeds.lowerBound)
    case "MaximumRate": .double(Self.speeds.upperBound)
    case "Shuffle": .bool(isShuffled)
    case "Volume": .double(Double(report.volume) / 100)
    case "Metadata": .dictionary(report.track.map(\.metadata) ?? [:])
    case "CanGoNext", "CanPlay", "CanPause": .bool(report.hasEpisodes)
    case "CanGoPrevious": .bool(report.track != nil)
    case "CanSeek": .bool(isActive)
    case "CanControl": .bool(true)
    default: nil
    }
  }

  /// The range of `Rate`: that of the player's speed.
  static let speeds = 0.25...4.0

  private var playbackStatus: String {
    switch report.state {
    case "playing", "loading": "Playing"
    case "paused": "Paused"
    default: "Stopped"
    }
  }

  private func position(at now: Duration) -> DBusValue {
    .integer(report.position(after: now - reported).microseconds)
  }
}

extension PlayerReport.Track {
  /// The metadata of the track.
  var metadata: [String: DBusValue] {
    var metadata: [String: DBusValue] = ["mpris:trackid": .path(.track(id)), "xesam:title": .string(title)]
    if let duration { metadata["mpris:length"] = .integer(duration.microseconds) }
    if let artist { metadata["xesam:artist"] = .strings([artist]) }
    if let album { metadata["xesam:album"] = .string(album) }
    if let url { metadata["xesam:url"] = .string(url) }
    if let cover { metadata["mpris:artUrl"] = .string(cover) }
    return metadata
  }
}

extension Double {
  /// A time in seconds as microseconds, from 0 to about 30,000 years.
  var microseconds: Int64 { isNaN ? 0 : Int64((Swift.max(0, Swift.min(self, 1e12)) * 1e6).rounded()) }
}

extension MediaPlayer {
  /// Returns the signals for the changes since an earlier state.
  func changes(since before: MediaPlayer) -> [DBusSignal] {
    DBusInterface.mediaPlayerInterfaces.compactMap { propertiesChanged(of: $0, since: before) } + seeked(since: before)
  }

  private func propertiesChanged(of interface: DBusInterface, since before: MediaPlayer) -> DBusSignal? {
    let changed = interface.properties.filter {
      // `Position` alone depends on the time, and is not announced.
      $0.isAnnounced
        && value(of: $0.name, in: interface, at: .zero) != before.value(of: $0.name, in: interface, at: .zero)
    }
    guard !changed.isEmpty else { return nil }
    let values = changed.compactMap { property in
      value(of: property.name, in: interface, at: .zero).map { (property.name, $0) }
    }
    return DBusSignal(
      .properties, "PropertiesChanged",
      [
        .string(interface.name), .dictionary(Dictionary(values) { first, _ in first }),
        .strings([]),
      ])
  }

  private func seeked(since before: MediaPlayer) -> [DBusSignal] {
    guard report.track != nil, before.report.jumps(to: report, after: reported - before.reported) else { return [] }
    return [DBusSignal(.player, "Seeked", [.integer(report.position.microseconds)])]
  }
}

extension DBusInterface {
  /// The required interfaces of a media player. The specification of MPRIS 2.2 describes them.
  static let mediaPlayerInterfaces = [root, player]

  /// All interfaces of the object.
  static let all = [properties, introspectable] + mediaPlayerInterfaces

  static let root = DBusInterface(
    "org.mpris.MediaPlayer2",
    methods: [Method("Raise"), Method("Quit")],
    properties: [
      Property("CanQuit", "b"), Property("CanRaise", "b"), Property("HasTrackList", "b"), Property("Identity", "s"),
      Property("SupportedUriSchemes", "as"), Property("SupportedMimeTypes", "as"),
    ])

  static let player = DBusInterface(
    "org.mpris.MediaPlayer2.Player",
    methods: [
      Method("Next"), Method("Previous"), Method("Pause"), Method("PlayPause"), Method("Stop"), Method("Play"),
      Method("Seek", [Parameter("Offset", "x")]),
      Method("SetPosition", [Parameter("TrackId", "o"), Parameter("Position", "x")]),
      Method("OpenUri", [Parameter("Uri", "s")]),
    ],
    properties: [
      Property("PlaybackStatus", "s"), Property("Rate", "d", isWritable: true),
      Property("Shuffle", "b", isWritable: true), Property("Metadata", "a{sv}"),
      Property("Volume", "d", isWritable: true), Property("Position", "x", isAnnounced: false),
      Property("MinimumRate", "d"), Property("MaximumRate", "d"), Property("CanGoNext", "b"),
      Property("CanGoPrevious", "b"), Property("CanPlay", "b"), Property("CanPause", "b"), Property("CanSeek", "b"),
      Property("CanControl", "b", isAnnounced: false),
    ],
    signals: [Signal("Seeked", [Parameter("Position", "x")])])

  static let properties = DBusInterface(
    "org.freedesktop.DBus.Properties",
    methods: [
      Method("Get", [Parameter("interface", "s"), Parameter("property", "s")], returns: [Parameter("value", "v")]),
      Method("GetAll", [Parameter("interface", "s")], returns: [Parameter("properties", "a{sv}")]),
      Method("Set", [Parameter("interface", "s"), Parameter("property", "s"), Parameter("value", "v")]),
    ],
    signals: [
      Signal(
        "PropertiesChanged",
        [Parameter("interface", "s"), Parameter("changed", "a{sv}"), Parameter("invalidated", "as")])
    ])

  static let introspectable = DBusInterface(
    "org.freedesktop.DBus.Introspectable",
    methods: [Method("Introspect", returns: [Parameter("xml", "s")])])
}
