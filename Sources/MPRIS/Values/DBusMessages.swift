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

  func unsigned(at index: Int) -> UInt32? { if case .unsigned(let number)? = value(at: index) { number } else { nil } }

  func bool(at index: Int) -> Bool? { if case .bool(let isTrue)? = value(at: index) { isTrue } else { nil } }

  func elements(at index: Int) -> [DBusValue]? {
    if case .array(_, let values)? = value(at: index) { values } else { nil }
  }

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
