import Foundation
import LosslessTOML
import Testing

/// The cases of toml-test for TOML 1.1, where its folder is at hand.
///
/// `TOML_TEST_DIR` names the folder; without it, `../shared/toml-test` beside the package is tried.
@Suite struct TomlTestSuite {
  /// The `tests` folder, or `nil` where there is none.
  private static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment["TOML_TEST_DIR"].map { URL(fileURLWithPath: $0) }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = environment ?? package.deletingLastPathComponent().appending(path: "shared/toml-test")
    let tests = folder.appending(path: "tests")
    guard FileManager.default.fileExists(atPath: tests.appending(path: "files-toml-1.1.0").path) else {
      print("toml-test: SKIPPED: no cases at \(folder.path); set TOML_TEST_DIR to the folder of toml-test")
      return nil
    }
    return tests
  }()

  private static func cases(_ prefix: String) -> [String] {
    guard let list = folder?.appending(path: "files-toml-1.1.0"),
      let data = FileManager.default.contents(atPath: list.path)
    else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".toml") }
  }

  private func bytes(of name: String) throws -> [UInt8] {
    let folder = try #require(Self.folder)
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  @Test(.enabled(if: folder != nil, "toml-test is not at hand")) func holdsAllCases() {
    #expect(Self.cases("valid/").count == 220)
    #expect(Self.cases("invalid/").count == 492)
  }

  @Test(.enabled(if: folder != nil, "toml-test is not at hand"), arguments: cases("valid/"))
  func accepts(_ name: String) throws {
    let source = try bytes(of: name)
    let document = TOMLDocument(parsing: source)
    #expect(document.source == source)
    #expect(document.diagnostics == [])
    let expected = try JSONSerialization.jsonObject(with: Data(bytes(of: name.dropLast(4) + "json")))
    #expect(TaggedValue(document.root) == TaggedValue(json: expected))
  }

  @Test(.enabled(if: folder != nil, "toml-test is not at hand"), arguments: cases("invalid/"))
  func refuses(_ name: String) throws {
    let source = try bytes(of: name)
    let document = TOMLDocument(parsing: source)
    #expect(document.source == source)
    #expect(!document.isValid)
  }
}

/// A value as toml-test writes it in JSON, in a form that can be compared.
private indirect enum TaggedValue: Equatable {
  case table([String: TaggedValue])
  case array([TaggedValue])
  case leaf(type: String, value: String)

  init(_ table: TOMLTable) {
    self = .table(Dictionary(uniqueKeysWithValues: table.entries.map { ($0.key, TaggedValue($0.value)) }))
  }

  init(_ value: TOMLValue) {
    switch value.kind {
    case .table: self = value.table.map(TaggedValue.init) ?? .table([:])
    case .array: self = .array(value.array?.map(TaggedValue.init) ?? [])
    case .string: self = .leaf(type: "string", value: value.string ?? "")
    case .integer: self = .leaf(type: "integer", value: value.integer.map(String.init) ?? "")
    case .float: self = .leaf(type: "float", value: Self.canonical(float: value.float ?? 0))
    case .boolean: self = .leaf(type: "bool", value: value.boolean.map(String.init) ?? "")
    case .offsetDateTime: self = .leaf(type: "datetime", value: Self.canonical(value.dateTime))
    case .localDateTime: self = .leaf(type: "datetime-local", value: Self.canonical(value.dateTime))
    case .localDate: self = .leaf(type: "date-local", value: Self.canonical(value.dateTime))
    case .localTime: self = .leaf(type: "time-local", value: Self.canonical(value.dateTime))
    }
  }

  init(json: Any) {
    if let array = json as? [Any] {
      self = .array(array.map(TaggedValue.init(json:)))
      return
    }
    let object = json as? [String: Any] ?? [:]
    if let type = object["type"] as? String, let value = object["value"] as? String, object.count == 2 {
      switch type {
      case "float": self = .leaf(type: type, value: Self.canonical(float: Self.float(value)))
      case "datetime", "datetime-local", "date-local", "time-local":
        self = .leaf(type: type, value: Self.canonical(TOMLDateTime(value)))
      default: self = .leaf(type: type, value: value)
      }
      return
    }
    self = .table(object.mapValues(TaggedValue.init(json:)))
  }

  private static func float(_ text: String) -> Double { Double(text) ?? .nan }

  private static func canonical(float value: Double) -> String { value.isNaN ? "nan" : "\(value)" }

  /// The parts of a date-time, however they were separated.
  private static func canonical(_ value: TOMLDateTime?) -> String {
    guard let value else { return "" }
    let parts = [
      value.year, value.month, value.day, value.hour, value.minute, value.second, value.nanosecond, value.offsetMinutes,
    ]
    return parts.map { $0.map(String.init) ?? "-" }.joined(separator: " ")
  }
}
