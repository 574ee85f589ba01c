/// An error of an edit. The document is unchanged.
public struct TOMLEditError: Error, Hashable, Sendable {
  /// A kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The document has errors; `diagnostics` lists them.
    public static let documentInvalid = Code(rawValue: "document-invalid")
    /// There is no value at the path.
    public static let noSuchValue = Code(rawValue: "no-such-value")
    /// A table was expected at the path, or at a prefix of it.
    public static let notATable = Code(rawValue: "not-a-table")
    /// An array was expected at the path.
    public static let notAnArray = Code(rawValue: "not-an-array")
    /// An array of tables was expected at the path.
    public static let notAnArrayOfTables = Code(rawValue: "not-an-array-of-tables")
    /// A table that is written with headers cannot be replaced by a value; its entries can be set one by one.
    public static let notAValue = Code(rawValue: "not-a-value")
    /// An index lies outside the array, or is used twice.
    public static let indexOutOfRange = Code(rawValue: "index-out-of-range")
    /// The value cannot be written as valid TOML, such as a table with one key twice; `diagnostics` gives the reason.
    public static let resultInvalid = Code(rawValue: "result-invalid")
    /// The edited text would have another value at the path, or elsewhere.
    public static let meaningChanged = Code(rawValue: "meaning-changed")
  }

  /// The kind of failure.
  public let code: Code

  /// The path of the edit.
  public let path: TOMLPath

  /// The errors of the document, or of the text after the edit.
  public let diagnostics: [Diagnostic]

  /// Makes an error.
  public init(code: Code, path: TOMLPath, diagnostics: [Diagnostic] = []) {
    self.code = code
    self.path = path
    self.diagnostics = diagnostics
  }
}
