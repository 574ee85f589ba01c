/// A path of an object of D-Bus.
package struct DBusPath: Hashable, Sendable {
  /// The path, such as `/mixtape/episode/night_2dsky_2fauroras`.
  package let text: String

  /// Makes a path that is known to be valid.
  init(_ text: StaticString) { self.text = text.description }

  /// Makes the path of a message, which the library has checked.
  package init(checked text: String) { self.text = text }

  /// Makes a path whose last part stands for any text. Different texts have different paths.
  ///
  /// Parts of paths consist of ASCII letters, digits and underscores. All other bytes become `_` and two hexadecimal digits.
  init(in parent: StaticString, encoding name: String) {
    let part = name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      default: "_\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
      }
    }
    text = "\(parent)/\(part.isEmpty ? "_" : part.joined())"
  }
}

extension DBusPath {
  /// The object with the interfaces of MPRIS.
  package static let mediaPlayer = DBusPath("/org/mpris/MediaPlayer2")
  /// The place before the first track.
  static let noTrack = DBusPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")
  /// The path for a missing playlist.
  static let noPlaylist = DBusPath("/")

  /// Returns the path of an episode.
  static func track(_ id: String) -> DBusPath { DBusPath(in: "/mixtape/episode", encoding: id) }

  /// Returns the path of a playlist.
  static func playlist(_ id: String) -> DBusPath { DBusPath(in: "/mixtape/playlist", encoding: id) }
}
