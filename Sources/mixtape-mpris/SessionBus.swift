import Companions
import Libsystemd

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A connection to the session bus. `sd-bus(3)`.
final class SessionBus {
  private let bus: OpaquePointer
  private var receive: (BusMessage) -> Void = { _ in }

  /// The time in microseconds that a call of the bus itself may take.
  private static let patience: UInt64 = 5_000_000

  /// Connects to the bus of `DBUS_SESSION_BUS_ADDRESS`.
  init() throws(BusError) {
    var bus: OpaquePointer?
    try BusError.check(sd_bus_open_user(&bus))
    guard let bus else { throw BusError(number: ENOTCONN) }
    self.bus = bus
    sd_bus_set_method_call_timeout(bus, Self.patience)
  }

  deinit { sd_bus_flush_close_unref(bus) }

  /// Gets a name on the bus.
  ///
  /// - Parameter other: The name if another program has the first one.
  func requestName(_ name: String, orElse other: String) throws(BusError) {
    let result = sd_bus_request_name(bus, name, 0)
    if result == -EEXIST { try BusError.check(sd_bus_request_name(bus, other, 0)) } else { try BusError.check(result) }
  }

  /// Receives the calls of an object's methods. Each call gets one reply.
  func receiveCalls(at path: DBusPath, _ receive: @escaping (BusMessage) -> Void) throws(BusError) {
    self.receive = receive
    let this = Unmanaged.passUnretained(self).toOpaque()
    try BusError.check(
      sd_bus_add_object(
        bus, nil, path.text,
        { message, this, _ in
          guard let message, let this else { return 0 }
          Unmanaged<SessionBus>.fromOpaque(this).takeUnretainedValue().receive(BusMessage(message))
          return 1
        }, this))
  }

  // MARK: Messages

  /// Sends an answer that needs nothing of the player.
  func reply(to call: BusMessage, with answer: DBusAnswer) {
    do throws(BusError) {
      switch answer {
      case .reply(let values): try call.reply(values, orElse: .refused)
      case .error(let error): try call.reply(error)
      case .request, .lastRequest: try call.reply([], orElse: .refused)
      }
    } catch {
      // The connection is closed, which the next turn of the loop notices.
    }
  }

  /// Sends a signal of the media player.
  func send(_ signal: DBusSignal) throws(BusError) {
    var message: OpaquePointer?
    try BusError.check(
      sd_bus_message_new_signal(bus, &message, DBusPath.mediaPlayer.text, signal.interface, signal.member))
    guard let message else { return }
    let owned = BusMessage(taking: message)
    for value in signal.arguments { try owned.append(value) }
    try BusError.check(sd_bus_send(bus, message, nil))
  }

  /// Sends all messages, and waits until they are sent.
  func flush() { sd_bus_flush(bus) }

  // MARK: Waiting

  /// Processes a message, if there is one.
  ///
  /// - Returns: Whether there may be more to process.
  func process() throws(BusError) -> Bool { try BusError.check(sd_bus_process(bus, nil)) > 0 }

  /// The descriptor to wait for.
  var descriptor: Int32 { sd_bus_get_fd(bus) }

  /// The events to wait for, as in `poll(2)`.
  var events: Int16 { Int16(truncatingIfNeeded: max(0, sd_bus_get_events(bus))) }

  /// The time to wait in milliseconds; -1 for any time.
  var timeout: Int32 {
    get throws(BusError) {
      var deadline: UInt64 = 0
      try BusError.check(sd_bus_get_timeout(bus, &deadline))
      guard deadline != .max else { return -1 }
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      let now = UInt64(clamping: time.tv_sec) * 1_000_000 + UInt64(clamping: time.tv_nsec) / 1_000
      return deadline > now ? Int32(clamping: (deadline - now) / 1_000 + 1) : 0
    }
  }
}

/// A message of the bus. `sd_bus_message_ref(3)`.
final class BusMessage {
  private let message: OpaquePointer

  /// Keeps a message of a callback.
  init(_ message: OpaquePointer) { self.message = sd_bus_message_ref(message) }

  /// Takes over a new message.
  init(taking message: OpaquePointer) { self.message = message }

  deinit { sd_bus_message_unref(message) }

  /// The interface of the called method; `nil` if the call does not name it.
  var interface: String? { sd_bus_message_get_interface(message).map { String(cString: $0) } }

  /// The called method.
  var member: String { sd_bus_message_get_member(message).map { String(cString: $0) } ?? "" }

  /// The types of all values.
  var signature: String { sd_bus_message_get_signature(message, 1).map { String(cString: $0) } ?? "" }

  // MARK: Replies

  /// Replies with values.
  ///
  /// - Parameter other: The reply if the bus refuses a value, so that the caller does not wait in vain.
  func reply(_ values: [DBusValue], orElse other: DBusError) throws(BusError) {
    do throws(BusError) {
      var reply: OpaquePointer?
      try BusError.check(sd_bus_message_new_method_return(message, &reply))
      guard let reply else { return }
      let owned = BusMessage(taking: reply)
      for value in values { try owned.append(value) }
      try BusError.check(sd_bus_send(nil, reply, nil))
    } catch {
      try reply(other)
    }
  }

  /// Replies with an error.
  func reply(_ error: DBusError) throws(BusError) {
    var details = sd_bus_error()
    sd_bus_error_set(&details, error.name, error.message)
    defer { sd_bus_error_free(&details) }
    try BusError.check(sd_bus_reply_method_error(message, &details))
  }

  // MARK: Writing

  /// Appends a value.
  func append(_ value: DBusValue) throws(BusError) {
    switch value {
    case .string(let text): try BusError.check(sd_bus_message_append_basic(message, BusType.string, text))
    case .path(let path): try BusError.check(sd_bus_message_append_basic(message, BusType.path, path.text))
    case .bool(let isTrue): try append(BusType.bool, Int32(isTrue ? 1 : 0))
    case .integer(let number): try append(BusType.integer, number)
    case .double(let number): try append(BusType.double, number)
    case .strings(let texts): try container(BusType.array, "s", texts.map(DBusValue.string))
    case .variant(let value): try container(BusType.variant, value.signature, [value])
    case .dictionary(let values):
      try BusError.check(sd_bus_message_open_container(message, BusType.array, "{sv}"))
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        try container(BusType.entry, "sv", [.string(name), .variant(value)])
      }
      try BusError.check(sd_bus_message_close_container(message))
    }
  }

  private func append(_ type: CChar, _ number: some BitwiseCopyable) throws(BusError) {
    try BusError.check(withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type, $0) })
  }

  private func container(_ type: CChar, _ contents: String, _ values: [DBusValue]) throws(BusError) {
    try BusError.check(sd_bus_message_open_container(message, type, contents))
    for value in values { try append(value) }
    try BusError.check(sd_bus_message_close_container(message))
  }

  // MARK: Reading

  /// Reads the values of a method with a signature; `nil` if a value is of another type.
  func values(of signature: String) -> [DBusValue]? {
    var values: [DBusValue] = []
    for type in signature {
      guard let value = type == "v" ? variant() : basic(type) else { return nil }
      values.append(value)
    }
    return values
  }

  private func basic(_ type: Character) -> DBusValue? {
    switch type {
    case "s": text(BusType.string).map(DBusValue.string)
    case "o": text(BusType.path).map { .path(DBusPath(checked: $0)) }
    case "b": number(BusType.bool, Int32.self).map { .bool($0 != 0) }
    case "x": number(BusType.integer, Int64.self).map(DBusValue.integer)
    case "d": number(BusType.double, Double.self).map(DBusValue.double)
    default: nil
    }
  }

  private func text(_ type: CChar) -> String? {
    var pointer: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, type, &pointer) > 0, let pointer else { return nil }
    return String(cString: pointer)
  }

  private func number<Number: BitwiseCopyable & Numeric>(_ type: CChar, _: Number.Type) -> Number? {
    var number: Number = 0
    guard sd_bus_message_read_basic(message, type, &number) > 0 else { return nil }
    return number
  }

  private func variant() -> DBusValue? {
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(message, nil, &contents) > 0, let contents else { return nil }
    let signature = String(cString: contents)
    guard signature.count == 1, let type = signature.first,
      sd_bus_message_enter_container(message, BusType.variant, signature) > 0, let value = basic(type),
      sd_bus_message_exit_container(message) >= 0
    else { return nil }
    return .variant(value)
  }
}

/// The types of D-Bus as characters of C.
private enum BusType {
  static let string = CChar(bitPattern: UInt8(ascii: "s"))
  static let path = CChar(bitPattern: UInt8(ascii: "o"))
  static let bool = CChar(bitPattern: UInt8(ascii: "b"))
  static let integer = CChar(bitPattern: UInt8(ascii: "x"))
  static let double = CChar(bitPattern: UInt8(ascii: "d"))
  static let array = CChar(bitPattern: UInt8(ascii: "a"))
  static let entry = CChar(bitPattern: UInt8(ascii: "e"))
  static let variant = CChar(bitPattern: UInt8(ascii: "v"))
}

/// An error of sd-bus, as a number of `errno`.
struct BusError: Error {
  let number: Int32

  /// Returns the result of a call of sd-bus.
  ///
  /// - Throws: The error, if the result is negative.
  @discardableResult
  static func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(number: -result) }
    return result
  }
}
