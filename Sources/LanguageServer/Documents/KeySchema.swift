internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The keys of a kind of files, with their explanations, from the JSON Schemas that other editors use.
struct KeySchema {
  /// A key with its explanation.
  struct Key {
    /// The ways to write the value of a key.
    enum Form {
      /// `key = value`
      case value
      /// `[key]`, with the keys of the table below it.
      case table
      /// `[[key]]`, for each table of an array.
      case arrayOfTables
    }

    let name: String
    let form: Form
    fileprivate let node: JSONNode

    /// The explanation.
    var explanation: String { node["description"]?.string ?? "" }

    /// The values, if only some are valid, and those of flags.
    var choices: [JSONNode] { ([node] + (node["anyOf"]?.array ?? [])).flatMap(Self.choices) }

    private static func choices(of node: JSONNode) -> [JSONNode] {
      node["enum"]?.array ?? (node["type"]?.string == "boolean" ? [true, false] : [])
    }

    /// Returns the explanation with the default and examples, for editors.
    func explanation(in markup: Markup) -> String {
      var parts = [markup.code(name), markup.plain(explanation)]
      if let value = node["default"] { parts.append("Default: \(markup.code(JSONWriter.line(value)))") }
      let examples = (node["examples"]?.array ?? []).map { markup.code(JSONWriter.line($0)) }
      if !examples.isEmpty { parts.append("Example: \(examples.joined(separator: ", "))") }
      return parts.joined(separator: "\n\n")
    }

    /// Returns the start of the lines with the key, by the names of the tables around it.
    func opening(in table: [String]) -> String {
      let path = (table + [name]).joined(separator: ".")
      return switch form {
      case .value: "\(name) = "
      case .table: "[\(path)]"
      case .arrayOfTables: "[[\(path)]]"
      }
    }
  }

  private let root: JSONNode

  /// Makes the schema of a kind of files; `nil` for files without one.
  init?(_ kind: OpenDocument.Kind) {
    switch kind {
    case .playlist, .template: root = Self.playlist
    case .podcast: root = Self.library
    case .settings: root = Self.settings
    case .other: return nil
    }
  }

  private static let playlist = read(PackageResources.playlist_schema_json)
  private static let library = read(PackageResources.library_schema_json)
  private static let settings = read(PackageResources.mixtape_schema_json)

  private static func read(_ bytes: [UInt8]) -> JSONNode {
    do throws(JSONReader.Failure) {
      return try JSONReader.read(bytes)
    } catch {
      // A test reads the schemas.
      return .null
    }
  }

  /// Returns the keys of a table, by the names of the tables around it.
  func keys(of table: [String]) -> [Key] {
    (node(table)?["properties"]?.object ?? []).map { key($0.key, resolved($0.value)) }
  }

  /// Returns a key, by the names of the tables around it and its own.
  func key(_ path: [String]) -> Key? { path.last.flatMap { name in node(path).map { key(name, $0) } } }

  private func key(_ name: String, _ node: JSONNode) -> Key {
    let form: Key.Form =
      switch (node["type"]?.string, node["items"].map(resolved)?["type"]?.string) {
      case ("object", _): .table
      case ("array", "object"): .arrayOfTables
      default: .value
      }
    return Key(name: name, form: form, node: node)
  }

  private func node(_ path: [String]) -> JSONNode? {
    var node = root
    for name in path {
      let table = node["items"].map(resolved) ?? node
      guard let inner = table["properties"]?[name] ?? table["additionalProperties"], inner.object != nil else {
        return nil
      }
      node = resolved(inner)
    }
    return path.isEmpty ? node : node["items"].map(resolved).flatMap { $0["properties"] == nil ? nil : $0 } ?? node
  }

  /// Returns a definition instead of a reference to it, such as `{"$ref": "#/definitions/episodeID"}`.
  private func resolved(_ node: JSONNode) -> JSONNode {
    guard let name = node["$ref"]?.string?.split(separator: "/").last else { return node }
    return root["definitions"]?[String(name)] ?? node
  }
}
