import Foundation

/// A validator of JSON Schema draft-07, limited to the keywords in `docs/schema`. Other keywords are an error, so
/// that none is ignored.
struct JSONSchema {
  let root: JSONValue

  /// Reads one of the schemas of `docs/schema`.
  init(named name: String) throws {
    let file = RepositoryFiles.top.appendingPathComponent("docs/schema/\(name).schema.json")
    root = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))
  }

  /// Returns the errors of a value, each with the path of its part; empty if it is valid.
  func faults(in value: JSONValue) throws -> [String] { try faults(in: value, root, path: "$") }

  /// A keyword or a combination that this validator does not support.
  struct Unsupported: Error {
    let keyword: String
  }

  private func faults(in value: JSONValue, _ schema: JSONValue, path: String) throws -> [String] {
    guard case .object(let keywords) = schema else { throw Unsupported(keyword: "\(schema)") }
    return try keywords.sorted { $0.key < $1.key }.flatMap { keyword, argument in
      try check(value, keyword, argument, keywords, path)
    }
  }

  private func check(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ all: [String: JSONValue], _ path: String
  ) throws -> [String] {
    func fault(unless holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword)"] }
    switch (keyword, argument) {
    case ("$schema", _), ("title", _), ("description", _), ("default", _), ("examples", _), ("definitions", _):
      return []
    case ("type", .string(let type)): return fault(unless: try Self.is(value, type))
    case ("type", .array(let types)):
      return fault(
        unless: try types.contains { if case .string(let type) = $0 { try Self.is(value, type) } else { false } })
    case ("enum", .array(let allowed)): return fault(unless: allowed.contains(value))
    case ("$ref", .string(let reference)): return try faults(in: value, definition(reference), path: path)
    case ("anyOf", .array(let schemas)):
      return fault(unless: try schemas.contains { try faults(in: value, $0, path: path).isEmpty })
    case ("minItems", .integer(let count)): return fault(unless: Self.count(value).map { $0 >= count } ?? true)
    case ("maxItems", .integer(let count)): return fault(unless: Self.count(value).map { $0 <= count } ?? true)
    case ("properties", .object(let properties)):
      return try properties.sorted { $0.key < $1.key }.flatMap { key, schema in
        try value[key].map { try faults(in: $0, schema, path: "\(path).\(key)") } ?? []
      }
    case ("additionalProperties", .boolean(let allowed)):
      guard case .object(let members) = value, !allowed else { return [] }
      return members.keys.sorted().filter { all["properties"]?[$0] == nil }.map { "\(path).\($0): \(keyword)" }
    case ("additionalProperties", .object):
      guard case .object(let members) = value else { return [] }
      return try members.sorted { $0.key < $1.key }.filter { all["properties"]?[$0.key] == nil }.flatMap {
        try faults(in: $1, argument, path: "\(path).\($0)")
      }
    case ("required", _):
      return try Self.required(argument).filter { value[$0] == nil }.map { "\(path).\($0): \(keyword)" }
    case ("items", .array(let schemas)):
      guard case .array(let elements) = value else { return [] }
      return try zip(elements, schemas).enumerated().flatMap { try faults(in: $1.0, $1.1, path: "\(path)[\($0)]") }
    case ("items", _):
      guard case .array(let elements) = value else { return [] }
      return try elements.enumerated().flatMap { try faults(in: $1, argument, path: "\(path)[\($0)]") }
    case ("uniqueItems", .boolean(true)):
      guard case .array(let elements) = value else { return [] }
      return fault(unless: Set(elements).count == elements.count)
    case ("minimum", _), ("maximum", _): return fault(unless: try Self.isWithin(value, keyword, argument))
    default: return fault(unless: try Self.isText(value, keyword, argument))
    }
  }

  /// Returns the number of elements of an array; `nil` for any other value.
  private static func count(_ value: JSONValue) -> Int64? {
    if case .array(let elements) = value { Int64(elements.count) } else { nil }
  }

  private func definition(_ reference: String) throws -> JSONValue {
    let prefix = "#/definitions/"
    guard reference.hasPrefix(prefix),
      let definition = root["definitions"]?[String(reference.dropFirst(prefix.count))]
    else { throw Unsupported(keyword: reference) }
    return definition
  }

  private static func required(_ argument: JSONValue) throws -> [String] {
    guard let keys = argument.strings else { throw Unsupported(keyword: "required") }
    return keys
  }
}

// MARK: - Keywords of single values

extension JSONSchema {
  private static func `is`(_ value: JSONValue, _ type: String) throws -> Bool {
    switch (type, value) {
    case ("string", .string), ("integer", .integer), ("number", .integer), ("number", .number), ("boolean", .boolean),
      ("array", .array), ("object", .object):
      return true
    case ("string", _), ("integer", _), ("number", _), ("boolean", _), ("array", _), ("object", _): return false
    default: throw Unsupported(keyword: "type: \(type)")
    }
  }

  private static func isWithin(_ value: JSONValue, _ keyword: String, _ bound: JSONValue) throws -> Bool {
    guard let bound = bound.double else { throw Unsupported(keyword: keyword) }
    guard let number = value.double else { return true }
    return keyword == "minimum" ? number >= bound : number <= bound
  }

  private static func isText(_ value: JSONValue, _ keyword: String, _ argument: JSONValue) throws -> Bool {
    guard case .string(let text) = value else { return true }
    switch (keyword, argument) {
    // Lengths of JSON Schema are numbers of code points.
    case ("minLength", .integer(let length)): return text.unicodeScalars.count >= length
    case ("maxLength", .integer(let length)): return text.unicodeScalars.count <= length
    case ("pattern", .string(let pattern)): return try matches(text, pattern)
    case ("format", .string("date")): return try matches(text, "^\\d{4}-\\d{2}-\\d{2}$")
    case ("format", .string("date-time")):
      return try matches(text, "^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?([Zz]|[+-]\\d{2}:\\d{2})$")
    case ("format", .string("date-time-local")): return true
    default: throw Unsupported(keyword: keyword)
    }
  }

  private static func matches(_ text: String, _ pattern: String) throws -> Bool {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }
}

extension JSONValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
