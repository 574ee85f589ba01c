internal import JSON
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
    let name: String
    fileprivate let node: JSONNode

    /// The explanation.
    var explanation: String { node["description"]?.string ?? "" }
    /// The values, if only some are valid.
    var choices: [JSONNode] { node["enum"]?.array ?? node["anyOf"]?.array?.flatMap { $0["enum"]?.array ?? [] } ?? [] }

    /// Returns the explanation with the default and examples, for editors.
    func explanation(in markup: Markup) -> String {
      var parts = [markup.code(name), markup.plain(explanation)]
      if let value = node["default"] { parts.append("Default: \(markup.code(JSONWriter.line(value)))") }
      let examples = (node["examples"]?.array ?? []).map { markup.code(JSONWriter.line($0)) }
      if !examples.isEmpty { parts.append("Example: \(examples.joined(separator: ", "))") }
      return parts.joined(separator: "\n\n")
    }

    /// The start of a value, which completion adds.
    var opening: String {
      switch node["type"]?.string {
      case "object": ""
      default: " = "
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
    (node(table)?["properties"]?.object ?? []).map { Key(name: $0.key, node: resolved($0.value)) }
  }

  /// Returns a key, by the names of the tables around it and its own.
  func key(_ path: [String]) -> Key? { path.last.flatMap { name in node(path).map { Key(name: name, node: $0) } } }

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
