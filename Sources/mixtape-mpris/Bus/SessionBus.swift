import Libsystemd
import MPRIS

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
