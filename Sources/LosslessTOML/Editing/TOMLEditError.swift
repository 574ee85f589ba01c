/// Why a document was not edited. The document is as it was before.
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
    /// There is nothing at the path.
    public static let noSuchValue = Code(rawValue: "no-such-value")
    /// A table was expected at the path, or on the way to it.
    public static let notATable = Code(rawValue: "not-a-table")
    /// An array was expected at the path.
    public static let notAnArray = Code(rawValue: "not-an-array")
    /// An array of tables was expected at the path.
    public static let notAnArrayOfTables = Code(rawValue: "not-an-array-of-tables")
    /// A table that is written with headers cannot be replaced by a value; its entries can be set one by one.
    public static let notAValue = Code(rawValue: "not-a-value")
    /// A position lies outside of the array, or is used twice.
    public static let indexOutOfRange = Code(rawValue: "index-out-of-range")
    /// What was asked cannot be written as valid TOML, such as a table with one key twice; `diagnostics` tells why.
    public static let resultInvalid = Code(rawValue: "result-invalid")
    /// The edited text would not mean what was asked.
    public static let meaningChanged = Code(rawValue: "meaning-changed")
  }

  /// The kind of failure.
  public let code: Code

  /// The path that the edit was for.
  public let path: TOMLPath

  /// The errors of the document, or of what the edit would have made of it.
  public let diagnostics: [Diagnostic]

  /// Makes an error.
  public init(code: Code, path: TOMLPath, diagnostics: [Diagnostic] = []) {
    self.code = code
    self.path = path
    self.diagnostics = diagnostics
  }
}
