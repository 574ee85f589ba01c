/// A call of a method by a program on the bus.
package struct DBusCall: Hashable, Sendable {
  /// The interface; `nil` if the call does not name it.
  package let interface: String?
  /// The method.
  package let member: String
  /// The values, of the types of the method's signature.
  package let arguments: [DBusValue]

  /// Makes a call.
  package init(_ interface: String?, _ member: String, _ arguments: [DBusValue] = []) {
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }

  // Values of their types, as the signature of the method has them.

  func string(at index: Int) -> String? { if case .string(let text)? = value(at: index) { text } else { nil } }

  func path(at index: Int) -> DBusPath? { if case .path(let path)? = value(at: index) { path } else { nil } }

  func integer(at index: Int) -> Int64? { if case .integer(let number)? = value(at: index) { number } else { nil } }

  func variant(at index: Int) -> DBusValue? { if case .variant(let value)? = value(at: index) { value } else { nil } }

  private func value(at index: Int) -> DBusValue? { index < arguments.count ? arguments[index] : nil }
}

/// The answer to a call.
package enum DBusAnswer: Hashable, Sendable {
  /// A reply with values.
  case reply([DBusValue])
  /// A request to the player. An empty reply follows once the player has executed it.
  case request(String)
  /// An empty reply, and then a request to the player that may end it.
  case lastRequest(String)
  case error(DBusError)

  /// A reply without values, also if a call has no effect.
  static let done = DBusAnswer.reply([])
}

/// An error of a call.
package struct DBusError: Error, Hashable, Sendable {
  /// The name, such as `org.freedesktop.DBus.Error.UnknownMethod`.
  package let name: String
  /// The message for people.
  package let message: String

  init(_ name: StaticString, _ message: String) {
    self.name = "org.freedesktop.DBus.Error.\(name)"
    self.message = message
  }

  /// The error of a call whose values have other types.
  package static let invalidArguments = DBusError("InvalidArgs", "the arguments are invalid")
  /// The error of a call that the player refuses.
  package static let refused = DBusError("Failed", "the player refused the command")
  /// The error of a call while too many others wait for the player.
  package static let busy = DBusError("LimitsExceeded", "the player is busy")
  static let unknownMethod = DBusError("UnknownMethod", "there is no such method")
  static let unknownInterface = DBusError("UnknownInterface", "there is no such interface")
  static let unknownProperty = DBusError("UnknownProperty", "there is no such property")
  static let readOnly = DBusError("PropertyReadOnly", "the property is read-only")
  static let unsupportedAddress = DBusError("NotSupported", "only mixtape:PODCAST/EPISODE can be opened")
}

/// A signal to all programs on the bus.
package struct DBusSignal: Hashable, Sendable {
  /// The name of the interface that the member belongs to.
  package let interface: String
  /// The name.
  package let member: String
  /// The values.
  package let arguments: [DBusValue]

  init(_ interface: DBusInterface, _ member: String, _ arguments: [DBusValue]) {
    self.interface = interface.name
    self.member = member
    self.arguments = arguments
  }
}

/// A value of D-Bus, of the types that MPRIS needs.
package indirect enum DBusValue: Hashable, Sendable {
  case string(String)
  case path(DBusPath)
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case strings([String])
  /// Values with names, each of which has a type of its own.
  case dictionary([String: DBusValue])
  case variant(DBusValue)

  /// The type in the notation of D-Bus, such as `a{sv}`.
  package var signature: String {
    switch self {
    case .string: "s"
    case .path: "o"
    case .bool: "b"
    case .integer: "x"
    case .double: "d"
    case .strings: "as"
    case .dictionary: "a{sv}"
    case .variant: "v"
    }
  }
}

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
  /// Returns the path of an episode.
  static func track(_ id: String) -> DBusPath { DBusPath(in: "/mixtape/episode", encoding: id) }
}

extension String {
  /// Returns the text as a string of D-Bus can hold it, up to a number of bytes. Control characters and characters that D-Bus
  /// refuses become `U+FFFD`.
  package func dbusText(atMost limit: Int) -> String {
    var (text, length) = ("", 0)
    for scalar in unicodeScalars {
      let kept = scalar.isAllowedInDBus ? scalar : "\u{FFFD}"
      length += String(kept).utf8.count
      guard length <= limit else { break }
      text.unicodeScalars.append(kept)
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether D-Bus and terminals take the character: neither a control character nor a noncharacter.
  fileprivate var isAllowedInDBus: Bool {
    properties.generalCategory != .control && !properties.isNoncharacterCodePoint
  }
}
