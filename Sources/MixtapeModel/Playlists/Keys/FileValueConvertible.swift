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

extension Int64: FileValueConvertible {
  static var form: FileValue.Form { FileValue.Form(.number) }

  init?(fileValue: FileValue) {
    guard case .number(let number) = fileValue else { return nil }
    self = number
  }

  var fileValue: FileValue { .number(self) }
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
    case .text(let text): texts = text.utf8.allSatisfy(\.isRuleDigit) ? [""] : [text]
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
