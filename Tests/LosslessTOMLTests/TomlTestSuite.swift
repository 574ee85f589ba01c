import Foundation
import LosslessTOML
import TestSupport
import Testing

/// The conformance suite toml-test, for TOML 1.1.
///
/// The environment variable `TOML_TEST_DIR` names its folder. The default is `../shared/toml-test` beside the
/// package. If the variable `CI` is set, a missing suite is a failure. Otherwise the tests are skipped with a
/// message.
@Suite struct TomlTestSuite {
  /// The folder of the suite, which may not exist.
  private static let location: URL = {
    let named = ProcessInfo.processInfo.environment["TOML_TEST_DIR"].map { URL(fileURLWithPath: $0) }
    return named ?? Checkout.top.deletingLastPathComponent().appending(path: "shared/toml-test")
  }()

  /// The `tests` folder of the suite, or `nil` if it is missing.
  private static let folder: URL? = {
    let tests = location.appending(path: "tests")
    guard FileManager.default.fileExists(atPath: tests.appending(path: "files-toml-1.1.0").path) else {
      print("toml-test: SKIPPED: no cases at \(location.path); set TOML_TEST_DIR to the folder of toml-test")
      return nil
    }
    return tests
  }()

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CI"] != nil, "the suite is required in CI only"))
  func `the suite exists in CI`() {
    #expect(Self.folder != nil, "no toml-test at \(Self.location.path); set TOML_TEST_DIR to its folder")
  }

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

  @Test(.enabled(if: folder != nil, "toml-test is not installed")) func holdsAllCases() {
    let counts = (Self.cases("valid/").count, Self.cases("invalid/").count)
    if ProcessInfo.processInfo.environment["TOML_TEST_DIR"] == nil {
      #expect(counts == (220, 492))
    } else {
      // The numbers differ between releases of the suite, which the user of the variable chooses, so these are lower bounds.
      #expect(counts.0 >= 205 && counts.1 >= 474)
    }
  }

  @Test(.enabled(if: folder != nil, "toml-test is not installed"), arguments: cases("valid/"))
  func accepts(_ name: String) throws {
    let source = try bytes(of: name)
    let document = TOMLDocument(parsing: source)
    #expect(document.source == source)
    #expect(document.diagnostics == [])
    let expected = try JSONSerialization.jsonObject(with: Data(bytes(of: name.dropLast(4) + "json")))
    #expect(TaggedValue(document.root) == TaggedValue(json: expected))
  }

  @Test(.enabled(if: folder != nil, "toml-test is not installed"), arguments: cases("invalid/"))
  func refuses(_ name: String) throws {
    let source = try bytes(of: name)
    let document = TOMLDocument(parsing: source)
    #expect(document.source == source)
    #expect(!document.isValid)
  }
}

/// A value in the JSON format of toml-test, in a comparable form.
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

  /// Returns the parts of a date-time, with normalized separators.
  private static func canonical(_ value: TOMLDateTime?) -> String {
    guard let value else { return "" }
    let parts = [
      value.year, value.month, value.day, value.hour, value.minute, value.second, value.nanosecond, value.offsetMinutes,
    ]
    return parts.map { $0.map(String.init) ?? "-" }.joined(separator: " ")
  }
}
