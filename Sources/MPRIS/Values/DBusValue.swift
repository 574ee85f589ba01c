/// A value of D-Bus, of the types that MPRIS needs.
package indirect enum DBusValue: Hashable, Sendable {
  case string(String)
  case path(DBusPath)
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt32)
  case double(Double)
  /// An array, with the type of its elements.
  case array(of: String, [DBusValue])
  /// Values with names, each of which has a type of its own.
  case dictionary([String: DBusValue])
  case structure([DBusValue])
  case variant(DBusValue)

  /// The type in the notation of D-Bus, such as `a{sv}`.
  package var signature: String {
    switch self {
    case .string: "s"
    case .path: "o"
    case .bool: "b"
    case .integer: "x"
    case .unsigned: "u"
    case .double: "d"
    case .array(let element, _): "a\(element)"
    case .dictionary: "a{sv}"
    case .structure(let members): "(\(members.map(\.signature).joined()))"
    case .variant: "v"
    }
  }

  /// Makes an array of strings.
  static func strings(_ texts: [String]) -> DBusValue { .array(of: "s", texts.map(DBusValue.string)) }

  /// Makes an array of object paths.
  static func paths(_ paths: [DBusPath]) -> DBusValue { .array(of: "o", paths.map(DBusValue.path)) }
}
