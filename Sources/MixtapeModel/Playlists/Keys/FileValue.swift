/// A value of a key as it is written in a file.
public enum FileValue: Hashable, Sendable, CustomStringConvertible {
  /// The file does not have the key.
  case absent
  /// A string.
  case text(String)
  /// `true` or `false`.
  case flag(Bool)
  /// An integer.
  case number(Int64)
  /// An array of strings.
  case list([String])

  /// The types of values.
  public enum Kind: Hashable, Sendable {
    case text, flag, number, list
  }

  /// The values that a key takes.
  public struct Form: Hashable, Sendable {
    /// The types of its values.
    public let kinds: Set<Kind>
    /// The valid strings; `nil` if they cannot be listed.
    public let choices: [String]?
    /// Whether the key has no value by default.
    public private(set) var isOptional = false

    init(_ kinds: Kind..., choices: [String]? = nil) {
      self.kinds = Set(kinds)
      self.choices = choices
    }

    /// The form of a key that has no value by default.
    var optional: Form {
      var form = self
      form.isOptional = true
      return form
    }

    /// Whether the values are text in the user's own words.
    public var isFreeText: Bool { kinds == [.text] && choices == nil }
  }

  /// Reads a value from the text of a command line. Returns `nil` if the text has another form. Lists are not supported.
  ///
  /// `yes` and `on` are `true`, and `no` and `off` are `false`, in any case.
  public init?(_ text: String, in form: Form) {
    if form.kinds.contains(.flag), let flag = Self.flag(text) {
      self = .flag(flag)
    } else if form.kinds.contains(.number), let number = Int64(text) {
      self = .number(number)
    } else if form.kinds.contains(.text) {
      self = .text(text)
    } else {
      return nil
    }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  /// The value without quotes; an empty string for an absent one.
  public var description: String {
    switch self {
    case .absent: ""
    case .text(let text): text
    case .flag(let flag): String(flag)
    case .number(let number): String(number)
    case .list(let elements): elements.joined(separator: ", ")
    }
  }
}
