import LosslessTOML
import Testing

/// Makes an edit of a text, and checks the resulting text.
func expectEdit(
  _ text: String, gives expected: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ edit: (inout TOMLDocument) throws -> Void
) throws {
  var document = TOMLDocument(parsing: Array(text.utf8))
  #expect(document.diagnostics == [], sourceLocation: sourceLocation)
  try edit(&document)
  #expect(String(decoding: document.source, as: UTF8.self) == expected, sourceLocation: sourceLocation)
}

/// Checks that an edit of a text fails with a code, and does not change the text.
func expectEdit(
  _ text: String, fails code: TOMLEditError.Code, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ edit: (inout TOMLDocument) throws -> Void
) {
  var document = TOMLDocument(parsing: Array(text.utf8))
  do {
    try edit(&document)
    Issue.record("expected the error \(code.rawValue)", sourceLocation: sourceLocation)
  } catch let error as TOMLEditError {
    #expect(error.code == code, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
  #expect(document.source == Array(text.utf8), sourceLocation: sourceLocation)
}
