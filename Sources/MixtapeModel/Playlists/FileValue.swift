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

  /// Reads a value from the text of a command line. Returns `nil` if the text has another form. Numbers and lists are not supported.
  ///
  /// `yes` and `on` are `true`, and `no` and `off` are `false`, in any case.
  public init?(_ text: String, in form: Form) {
    if form.kinds.contains(.flag), let flag = Self.flag(text) {
      self = .flag(flag)
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

/// A type of properties that are keys of a file.
protocol FileValueConvertible: Equatable {
  /// The values that a key of this type takes.
  static var form: FileValue.Form { get }

  /// Reads a value; `nil` if it is invalid.
  init?(fileValue: FileValue)

  /// The value as it is written in a file.
  var fileValue: FileValue { get }
}

extension String: FileValueConvertible {
  static var form: FileValue.Form { FileValue.Form(.text) }

  init?(fileValue: FileValue) {
    guard case .text(let text) = fileValue else { return nil }
    self = text
  }

  var fileValue: FileValue { .text(self) }
}

extension Bool: FileValueConvertible {
  static var form: FileValue.Form { FileValue.Form(.flag) }

  init?(fileValue: FileValue) {
    guard case .flag(let flag) = fileValue else { return nil }
    self = flag
  }

  var fileValue: FileValue { .flag(self) }
}

extension Optional: FileValueConvertible where Wrapped: FileValueConvertible {
  static var form: FileValue.Form { Wrapped.form.optional }

  init?(fileValue: FileValue) {
    if fileValue == .absent {
      self = .none
    } else if let value = Wrapped(fileValue: fileValue) {
      self = .some(value)
    } else {
      return nil
    }
  }

  var fileValue: FileValue { map(\.fileValue) ?? .absent }
}

extension SmartCriteria.Match: FileValueConvertible {
  static var form: FileValue.Form { FileValue.Form(.text, choices: allCases.map(\.rawValue)) }

  init?(fileValue: FileValue) {
    guard case .text(let text) = fileValue else { return nil }
    self.init(rawValue: text)
  }

  var fileValue: FileValue { .text(rawValue) }
}

extension ShuffleSetting: FileValueConvertible {
  static var form: FileValue.Form {
    FileValue.Form(.flag, .text, choices: ShuffleAlgorithm.allCases.map(\.rawValue))
  }

  init?(fileValue: FileValue) {
    switch fileValue {
    case .flag(let flag): self.init(booleanLiteral: flag)
    case .text(let text):
      guard let algorithm = ShuffleAlgorithm(rawValue: text) else { return nil }
      self.init(algorithm)
    case .absent, .number, .list: return nil
    }
  }

  var fileValue: FileValue { if case .by(let algorithm) = self { .text(algorithm.rawValue) } else { .flag(isOn) } }
}

extension PlaylistLimits: FileValueConvertible {
  static var form: FileValue.Form { FileValue.Form(.number, .text, .list).optional }

  /// Makes limits from a value in a file; `nil` if it is invalid. In a list, a number of episodes is a text.
  init?(fileValue: FileValue) {
    let texts: [String]
    switch fileValue {
    case .absent: texts = []
    case .number(let count): texts = [String(count)]
    // A number of episodes is an integer in the file.
    case .text(let text): texts = text.utf8.allSatisfy(\.isDigit) ? [""] : [text]
    case .list(let elements): texts = elements.isEmpty ? [""] : elements
    case .flag: return nil
    }
    do throws(Fault) {
      try self.init(texts)
    } catch {
      return nil
    }
  }

  var fileValue: FileValue {
    switch (whole, perGroup) {
    case (nil, nil): .absent
    case (.items(let count)?, nil): .number(Int64(count))
    case (let whole?, nil): .text(whole.description)
    case (nil, let perGroup?): .text(perGroup.description)
    case (_?, _?): .list(texts)
    }
  }
}

/// A type of elements of lists of strings.
protocol FileListElement: Equatable, CustomStringConvertible {
  /// Reads an element; `nil` if it is invalid.
  init?(element text: String)
}

extension Array: FileValueConvertible where Element: FileListElement {
  static var form: FileValue.Form { FileValue.Form(.list) }

  init?(fileValue: FileValue) {
    guard case .list(let texts) = fileValue else { return nil }
    self = []
    for text in texts {
      guard let element = Element(element: text) else { return nil }
      append(element)
    }
  }

  var fileValue: FileValue { .list(map(\.description)) }
}

extension Episode.ID: FileListElement {
  init?(element text: String) { self.init(rawValue: text) }
}

extension SortKey: FileListElement {
  init?(element text: String) { self.init(text) }
}

extension WrittenRule: FileListElement {
  init?(element text: String) {
    do throws(RuleError) {
      try self.init(parsing: text)
    } catch {
      return nil
    }
  }
}
