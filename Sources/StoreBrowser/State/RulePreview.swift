package import MixtapeModel

/// A question about rules that are being edited.
package struct RuleQuestion: Hashable, Sendable {
  /// A text that is being typed and must be checked.
  package enum Typed: Hashable, Sendable {
    /// A rule, and the completion of the text before the cursor from values of the library, if one is expected there.
    case rule(String, ValueCompletion?)
    case sort(String)
    case limit(String)
  }

  /// The playlist of the rules; `nil` for a new one.
  package let playlist: Playlist.ID?
  /// The criteria with the text that is being typed, if that is valid.
  package let criteria: SmartCriteria
  package let typed: Typed?
}

/// The answer to a question about rules.
package enum RulePreview: Equatable, Sendable {
  case matches(Matches)
  /// The rules cannot be evaluated, or the typed one is incomplete.
  case fault(Fault)

  /// The values of the library that complete the typed rule at the cursor.
  var values: [String] {
    switch self {
    case .matches(let matches): matches.values
    case .fault(let fault): fault.values
    }
  }

  /// The episodes that rules find.
  package struct Matches: Equatable, Sendable {
    /// The number of episodes that all rules find together, with the search and the limits of the playlist.
    package let count: Int
    /// The number of episodes that the typed rule finds by itself; `nil` if none is typed.
    package let typedCount: Int?
    /// The first episodes, in the order of the playlist.
    package let first: [Picker.Found]
    /// Warnings, such as one of a time without a unit.
    package let warnings: [String]
    /// The values of the library that complete the typed rule at the cursor.
    package let values: [String]

    package init(
      count: Int, typedCount: Int? = nil, first: [Picker.Found] = [], warnings: [String] = [], values: [String] = []
    ) {
      self.count = count
      self.typedCount = typedCount
      self.first = first
      self.warnings = warnings
      self.values = values
    }
  }

  /// An error in rules.
  package struct Fault: Equatable, Sendable {
    package let message: String
    /// The bytes of the typed text that the error is about; `nil` if it has no place there.
    package let range: Range<Int>?
    /// Suggestions, or the words that are valid at the place.
    package let hints: [String]
    /// The values of the library that complete the typed rule at the cursor.
    package let values: [String]

    package init(_ message: String, at range: Range<Int>? = nil, hints: [String] = [], values: [String] = []) {
      self.message = message
      self.range = range
      self.hints = hints
      self.values = values
    }
  }
}
