/// An interface of D-Bus: its methods, properties and signals.
package struct DBusInterface: Sendable {
  /// The name, such as `org.mpris.MediaPlayer2`.
  package let name: String
  let methods: [Method]
  let properties: [Property]
  let signals: [Signal]

  init(_ name: String, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = []) {
    self.name = name
    self.methods = methods
    self.properties = properties
    self.signals = signals
  }

  /// A method, with the names and types of its values.
  struct Method: Sendable {
    let name: String
    let inputs: [Parameter]
    let outputs: [Parameter]

    init(_ name: String, _ inputs: [Parameter] = [], returns outputs: [Parameter] = []) {
      self.name = name
      self.inputs = inputs
      self.outputs = outputs
    }

    /// The types of all inputs.
    var signature: String { inputs.map(\.type).joined() }
  }

  /// A value of a method or a signal.
  struct Parameter: Sendable {
    let name: String
    let type: String

    init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
  }

  /// A property that other programs read, and set if it is writable.
  struct Property: Sendable {
    let name: String
    let type: String
    let isWritable: Bool
    /// Whether a signal announces its changes.
    let isAnnounced: Bool

    init(_ name: String, _ type: String, isWritable: Bool = false, isAnnounced: Bool = true) {
      self.name = name
      self.type = type
      self.isWritable = isWritable
      self.isAnnounced = isAnnounced
    }
  }

  /// A signal that the object sends.
  struct Signal: Sendable {
    let name: String
    let parameters: [Parameter]

    init(_ name: String, _ parameters: [Parameter]) {
      self.name = name
      self.parameters = parameters
    }
  }
}

extension DBusInterface {
  /// Returns the description of interfaces in XML, for `Introspect`.
  static func introspection(of interfaces: [DBusInterface]) -> String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \(interfaces.map(\.introspection).joined(separator: "\n"))
    </node>

    """
  }

  private var introspection: String {
    let members = methods.map(\.introspection) + signals.map(\.introspection) + properties.map(\.introspection)
    return " <interface name=\"\(name)\">\n\(members.joined()) </interface>"
  }
}

extension DBusInterface.Method {
  fileprivate var introspection: String {
    let arguments =
      inputs.map { $0.introspection(direction: "in") } + outputs.map { $0.introspection(direction: "out") }
    return "  <method name=\"\(name)\">\n\(arguments.joined())  </method>\n"
  }
}

extension DBusInterface.Signal {
  fileprivate var introspection: String {
    "  <signal name=\"\(name)\">\n\(parameters.map { $0.introspection(direction: nil) }.joined())  </signal>\n"
  }
}

extension DBusInterface.Parameter {
  fileprivate func introspection(direction: String?) -> String {
    "   <arg name=\"\(name)\" type=\"\(type)\"\(direction.map { " direction=\"\($0)\"" } ?? "")/>\n"
  }
}

extension DBusInterface.Property {
  fileprivate var introspection: String {
    let note =
      "   <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"\(isAnnounced)\"/>\n"
    return
      "  <property name=\"\(name)\" type=\"\(type)\" access=\"\(isWritable ? "readwrite" : "read")\">\n\(note)  </property>\n"
  }
}
