import LosslessTOML
import Testing

/// A text with places marked by circled numbers, such as `a = ①x`.
struct MarkedText {
  /// The text without the marks.
  let bytes: [UInt8]
  /// The byte offset of each mark.
  let offsets: [Character: Int]

  private static let marks = "①②③④⑤⑥⑦⑧⑨"

  init(_ text: String) {
    var (bytes, offsets): ([UInt8], [Character: Int]) = ([], [:])
    for character in text {
      if Self.marks.contains(character) {
        offsets[character] = bytes.count
      } else {
        bytes += Array(String(character).utf8)
      }
    }
    self.bytes = bytes
    self.offsets = offsets
  }
}

/// An expected diagnostic.
struct ExpectedDiagnostic {
  let id: Diagnostic.ID
  let mark: Character
  let length: Int
  let message: String
  let note: Character?
  /// The text of a note without a place.
  let advice: String?

  init(
    _ id: Diagnostic.ID, at mark: Character, length: Int, _ message: String, firstAt note: Character? = nil,
    advice: String? = nil
  ) {
    self.id = id
    self.mark = mark
    self.length = length
    self.message = message
    self.note = note
    self.advice = advice
  }
}

/// Reads a marked text, and checks that it is kept byte for byte and has exactly these diagnostics. Then checks
/// copies without one of the bytes, except for their diagnostics.
@discardableResult
func expectDiagnostics(
  _ text: String, _ expected: [ExpectedDiagnostic], sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> TOMLDocument {
  let marked = MarkedText(text)
  let document = TOMLDocument(parsing: marked.bytes)
  #expect(document.source == marked.bytes, sourceLocation: sourceLocation)
  let diagnostics = expected.map { expectation in
    let start = marked.offsets[expectation.mark] ?? -1
    let note = expectation.note.flatMap { marked.offsets[$0] }
    return Summary(
      id: expectation.id, start: start, length: expectation.length, message: expectation.message, note: note,
      advice: expectation.advice)
  }
  #expect(document.diagnostics.map(Summary.init) == diagnostics, sourceLocation: sourceLocation)
  #expect(document.isValid == expected.isEmpty, sourceLocation: sourceLocation)
  for index in marked.bytes.indices {
    var mutated = marked.bytes
    mutated.remove(at: index)
    #expect(TOMLDocument(parsing: mutated).source == mutated, sourceLocation: sourceLocation)
  }
  return document
}

/// A diagnostic in a readable form for failures.
private struct Summary: Equatable {
  let id: Diagnostic.ID
  let start: Int
  let length: Int
  let message: String
  let note: Int?
  let advice: String?

  init(id: Diagnostic.ID, start: Int, length: Int, message: String, note: Int?, advice: String?) {
    self.id = id
    self.start = start
    self.length = length
    self.message = message
    self.note = note
    self.advice = advice
  }

  init(_ diagnostic: Diagnostic) {
    id = diagnostic.id
    start = diagnostic.range.lowerBound
    length = diagnostic.range.count
    message = diagnostic.message
    note = diagnostic.notes.first?.range?.lowerBound
    advice = diagnostic.notes.first { $0.range == nil }?.message
  }
}
