import Foundation
import LosslessTOML
import TestSupport
import Testing

/// Random edits, compared with a model of the values.
///
/// Every run prints its seed. `MIXTAPE_TEST_SEED` repeats one.
@Suite struct RandomEditTests {
  private static let generator: SeededGenerator = {
    let generator = SeededGenerator()
    print("random edits: \(generator)")
    return generator
  }()

  @Test(arguments: 0..<60) func valuesMatchTheModelAndOtherBytesStay(_ run: UInt64) throws {
    var random = SeededGenerator(seed: Self.generator.seed &* 1000 &+ run)
    var document = TOMLDocument(parsing: DocumentGenerator(&random).source)
    try #require(document.diagnostics == [], "\(Self.generator), run \(run)")
    for step in 0..<40 {
      let before = document
      let edit = RandomEdit(in: document, using: &random)
      let comment = Comment(rawValue: "\(Self.generator), run \(run), step \(step): \(edit)\n\(text(before))")
      var model = Model(document)
      model.apply(edit, in: document)
      #expect(throws: Never.self, comment) { try edit.apply(to: &document) }
      #expect(Model(document) == model, "\(comment)\n\(text(document))")
      #expect(TOMLDocument(parsing: document.source).source == document.source)
      expectKeptLines(before, document, edit, comment)
    }
  }

  /// Checks that only the lines of the edit differ.
  private func expectKeptLines(_ before: TOMLDocument, _ after: TOMLDocument, _ edit: RandomEdit, _ comment: Comment) {
    let (old, new) = (lines(of: before), lines(of: after))
    for line in old where line.hasPrefix("#") && !edit.removesTables {
      #expect(new.contains(line), "\(line) is gone: \(comment)\n\(text(after))")
    }
    // The comment of a generated element names it, so it must never follow another element.
    for line in new {
      guard let mark = line.range(of: "# of "), line[..<mark.lowerBound].contains("'e") else { continue }
      #expect(line[..<mark.lowerBound].contains(line[mark.upperBound...]), "\(line): \(comment)\n\(text(after))")
    }
    let foreign = Set(new).subtracting(old).filter { line in !edit.touches(line) }
    #expect(foreign.count <= edit.neighbours, "\(foreign): \(comment)\n\(text(after))")
  }

  /// Returns the lines without surrounding white space and without the comma after an element.
  private func lines(of document: TOMLDocument) -> [String] {
    text(document).split(whereSeparator: \.isNewline).map { line in
      String(line.filter { $0 != "," }.trimmingPrefix { $0.isWhitespace || $0 == "\u{FEFF}" })
    }
  }

  private func text(_ document: TOMLDocument) -> String { String(decoding: document.source, as: UTF8.self) }
}

/// The values of a document; the order in tables does not matter.
struct Model: Equatable {
  private var root: TOMLLiteral

  init(_ document: TOMLDocument) {
    root = Self.sorted(
      .inlineTable(TOMLInlineTable(document.root.entries.map { .init(key: $0.key, value: .init($0.value)) })))
  }

  /// Applies an edit of the document to the values.
  mutating func apply(_ edit: RandomEdit, in document: TOMLDocument) {
    switch edit {
    case .set(let path, let value): change(path) { _ in value }
    case .remove(let path): remove(path, in: document)
    case .rearrange(let path, let placements):
      change(path) { old in
        guard case .array(let elements)? = old else { return old }
        let result = placements.map { placement in
          switch placement {
          case .existing(let index): elements[index]
          case .new(let literal): literal
          case .copy(let element): element.literal
          }
        }
        let vanishes = result.isEmpty && document[path]?.array?.isArrayOfTables == true
        return vanishes ? nil : .array(result)
      }
    }
    root = Self.sorted(root)
  }

  private mutating func remove(_ path: TOMLPath, in document: TOMLDocument) {
    var parent = TOMLPath(path.components.dropLast())
    if let array = document[parent]?.array, array.isArrayOfTables, array.count == 1 {
      return remove(parent, in: document)
    }
    change(path) { _ in nil }
    // A table without a header is removed with its last entry.
    while let table = document[parent]?.table, !parent.components.isEmpty, !table.isInline, table.headerRange == nil {
      var isEmpty = false
      change(parent) { value in
        if case .inlineTable(let table)? = value { isEmpty = table.entries.isEmpty }
        return isEmpty ? nil : value
      }
      guard isEmpty else { return }
      parent = TOMLPath(parent.components.dropLast())
    }
  }

  private mutating func change(_ path: TOMLPath, _ body: (TOMLLiteral?) -> TOMLLiteral?) {
    root = Self.changed(root, path.components[...], body) ?? root
  }

  private static func changed(
    _ value: TOMLLiteral?, _ path: ArraySlice<TOMLPathComponent>, _ body: (TOMLLiteral?) -> TOMLLiteral?
  ) -> TOMLLiteral? {
    switch (path.first, value) {
    case (nil, _): return body(value)
    case (.key(let key), .inlineTable(var table)?):
      let index = table.entries.firstIndex { $0.key == key }
      let result = changed(index.map { table.entries[$0].value }, path.dropFirst(), body)
      if let index { table.entries.remove(at: index) }
      if let result { table.entries.append(.init(key: key, value: result)) }
      return .inlineTable(table)
    case (.index(let index), .array(var elements)?):
      if let result = changed(elements[index], path.dropFirst(), body) {
        elements[index] = result
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    default: return value
    }
  }

  private static func sorted(_ value: TOMLLiteral) -> TOMLLiteral {
    switch value {
    case .array(let elements): .array(elements.map(sorted))
    case .inlineTable(let table):
      .inlineTable(
        TOMLInlineTable(
          table.entries.map { .init(key: $0.key, value: sorted($0.value)) }.sorted { $0.key < $1.key }))
    default: value
    }
  }
}
