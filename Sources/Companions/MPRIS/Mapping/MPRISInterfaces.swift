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
