import LosslessTOML
import MixtapeModel
import TestSupport
import Testing

@testable import PlaylistFiles

/// A table of a file, with the keys of its schema and those of its reader.
struct SchemaTable: Sendable, CustomTestStringConvertible {
  let schema: String
  /// The path of the table in the schema.
  var path: [String] = []
  /// The header of the table in a file.
  var header = ""
  /// The keys that the reader knows.
  let known: [String]
  /// The values of the keys that the table needs.
  var required: [String: String] = [:]
  /// The keys that another key needs, with their values.
  var companions: [String: [String: String]] = [:]

  var testDescription: String { "\(schema) \(header)" }

  static let all: [SchemaTable] = [
    SchemaTable(schema: "playlist", known: PlaylistKey.namesInFiles),
    SchemaTable(schema: "library", known: PodcastKey.names),
    SchemaTable(
      schema: "library", path: ["definitions", "episode"], header: "[[episodes]]", known: EpisodeKey.names,
      required: ["id": "'a'"]),
    SchemaTable(schema: "mixtape", known: StoreFile.keys, required: ["format": "1"]),
    SchemaTable(
      schema: "mixtape", path: ["properties", "player"], header: "format = 1\n[player]", known: StoreFile.playerKeys),
    SchemaTable(
      schema: "mixtape", path: ["properties", "snapshot"], header: "format = 1\n[snapshot]",
      known: SnapshotSettings.keys, required: ["path": "'x.json'"]),
    SchemaTable(
      schema: "mixtape", path: ["properties", "downloads"], header: "format = 1\n[downloads]",
      known: DownloadSettings.keys),
    export(["properties", "export"], header: "format = 1\n[export]"),
    export(["definitions", "exportPlace"], header: "format = 1\n[export.car]"),
  ]

  private static func export(_ path: [String], header: String) -> SchemaTable {
    SchemaTable(
      schema: "mixtape", path: path, header: header, known: ExportSettings.keys, required: ["directory": "'x'"],
      companions: ["from": ["to": "'/y'"], "to": ["from": "'/y'"], "base": ["format": "'feed'"]])
  }

  /// Returns the text of a file with a key, or with the required keys alone.
  func file(_ key: String? = nil, _ value: String = "") -> String {
    var entries = required
    if let key {
      entries.merge(companions[key] ?? [:]) { $1 }
      entries[key] = value
    }
    return ([header] + entries.sorted { $0.key < $1.key }.map { "\($0) = \($1)" }).joined(separator: "\n") + "\n"
  }

  /// The keys of the table in the schema, with their schemas.
  func properties() throws -> [(key: String, property: SchemaProperty)] {
    let root = try JSONSchema(named: schema).root
    let table = path.reduce(root as JSONValue?) { $0?[$1] }
    guard case .object(let properties)? = table?["properties"] else { return [] }
    return properties.sorted { $0.key < $1.key }.map { ($0, SchemaProperty(schema: $1.resolved(in: root), root: root)) }
  }
}

/// The schema of a key.
struct SchemaProperty {
  let schema: JSONValue
  let root: JSONValue

  /// The examples in TOML: those of the key, of its alternatives, and of its elements as lists of one.
  var examples: [String] {
    let own = schema["examples"]?.elements ?? []
    let alternatives = branches(schema).flatMap { $0["examples"]?.elements ?? [] }
    let elements = schema["items"]?.resolved(in: root)["examples"]?.elements ?? []
    return (own + alternatives).map(toml) + elements.map { "[\(toml($0))]" }
  }

  /// The default value in TOML.
  var defaultValue: String? { schema["default"].map(toml) }

  /// Whether the schema lists all values.
  var listsItsValues: Bool {
    branches(schema).allSatisfy { $0["enum"] != nil || $0["type"] == .string("boolean") }
  }

  /// Returns the alternatives of a schema, or the schema itself.
  private func branches(_ schema: JSONValue) -> [JSONValue] {
    guard let alternatives = schema["anyOf"]?.elements else { return [schema] }
    return alternatives.flatMap { branches($0.resolved(in: root)) }
  }

  /// Whether the values are dates, which have no quotes in TOML.
  private var isDate: Bool { branches(schema).allSatisfy { $0["format"] != nil } }

  private func toml(_ value: JSONValue) -> String {
    if isDate, case .string(let text) = value { return text }
    return value.toml
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The schema that a reference leads to, or the schema itself.
  fileprivate func resolved(in root: JSONValue) -> JSONValue {
    guard case .string(let reference)? = self["$ref"] else { return self }
    let path = reference.split(separator: "/").dropFirst()
    return path.reduce(root as JSONValue?) { $0?[String($1)] } ?? self
  }
}

@Suite("Every key of a schema")
struct SchemaKeyTests {
  @Test(arguments: SchemaTable.all)
  func `a schema has the keys of the reader`(_ table: SchemaTable) throws {
    #expect(try table.properties().map(\.key) == table.known.sorted())
  }

  @Test(arguments: SchemaTable.all)
  func `a key has a description, a type, and an example unless all its values are listed`(_ table: SchemaTable) throws {
    for (key, property) in try table.properties() {
      #expect(property.schema["description"] != nil, "\(key)")
      #expect(property.schema["type"] != nil || property.schema["anyOf"] != nil, "\(key)")
      #expect(property.listsItsValues || !property.examples.isEmpty, "\(key)")
    }
  }

  @Test(arguments: SchemaTable.all)
  func `examples and defaults are valid`(_ table: SchemaTable) throws {
    let schema = try JSONSchema(named: table.schema)
    for (key, property) in try table.properties() {
      for value in property.examples + [property.defaultValue].compactMap(\.self) {
        let text = table.file(key, value)
        #expect(try schema.faults(in: JSONValue(TOMLDocument(parsing: Array(text.utf8)).root)) == [], "\(text)")
        #expect(try contents(of: text, table.schema).diagnostics == [], "\(text)")
      }
    }
  }

  @Test(arguments: SchemaTable.all)
  func `a default is the value of a missing key`(_ table: SchemaTable) throws {
    for (key, property) in try table.properties() {
      guard let value = property.defaultValue else { continue }
      let (with, without) = (table.file(key, value), table.file())
      #expect(try contents(of: with, table.schema).values == contents(of: without, table.schema).values, "\(with)")
    }
  }

  @Test(arguments: SchemaTable.all)
  func `each key is read`(_ table: SchemaTable) throws {
    // No key takes a time without a date.
    for (key, _) in try table.properties() {
      #expect(try contents(of: table.file(key, "07:32:00"), table.schema).diagnostics.contains(.wrongType), "\(key)")
    }
  }

  /// Returns the diagnostics of a file except those of keys without effect, and its values as text.
  private func contents(of text: String, _ schema: String) throws -> (diagnostics: [Diagnostic.ID], values: String) {
    let (diagnostics, values): ([Diagnostic], String)
    switch schema {
    case "playlist":
      let file = try PlaylistFile(text)
      (diagnostics, values) = (file.diagnostics, "\(String(describing: file.playlist))")
    case "library":
      let file = try PodcastFile(text)
      (diagnostics, values) = (file.diagnostics, "\(String(describing: file.podcast))")
    default:
      let file = StoreFile(parsing: Array(text.utf8))
      let shuffle = file.shuffle ?? .default
      let settings: [Any?] = [file.format, shuffle, file.snapshot, file.exports, file.downloads]
      (diagnostics, values) = (file.diagnostics, "\(settings)")
    }
    return (diagnostics.map(\.id).filter { $0 != .noEffect }, values)
  }
}
