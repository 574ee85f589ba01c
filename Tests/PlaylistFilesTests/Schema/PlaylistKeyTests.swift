import Foundation
import LosslessTOML
import MixtapeModel
import Testing

@testable import PlaylistFiles

/// Checks that each key of the table is supported everywhere. `CONTRIBUTING.md` lists the places.
///
/// The values come from the schema: its examples, its choices, and both booleans.
@Suite("Every key of a playlist")
struct PlaylistKeyTests {
  private let schema: JSONSchema
  private let blank: Playlist

  init() throws {
    schema = try JSONSchema(named: "playlist")
    blank = Playlist(blank: try Playlist.ID(validating: "x"))
  }

  @Test(arguments: PlaylistKey.allCases)
  func isInTheSchemaWithItsTypesAndChoices(_ key: PlaylistKey) throws {
    let property = try property(key)
    let branches = property.branches
    let types = branches.compactMap { $0["type"] }
    let names: [FileValue.Kind: String] = [.text: "string", .flag: "boolean", .number: "integer", .list: "array"]
    #expect(Set(types) == Set(key.form.kinds.compactMap { names[$0].map(JSONValue.string) }))
    #expect(branches.compactMap { $0["enum"]?.strings }.first == key.form.choices)
  }

  @Test(arguments: PlaylistKey.allCases)
  func isInTheFormatPage(_ key: PlaylistKey) throws {
    let cells = try #require(FormatPage().row(key.rawValue, inSection: "4."))
    let names: [FileValue.Kind: String] = [.text: "string", .flag: "boolean", .number: "integer", .list: "strings"]
    for kind in key.form.kinds.compactMap({ names[$0] }) { #expect(cells[1].contains(kind)) }
  }

  @Test(arguments: PlaylistKey.allCases)
  func isInTheSampleLibrary(_ key: PlaylistKey) throws {
    let files = try RepositoryFiles.toml(below: "sample-library/playlists")
    #expect(
      try files.contains { TOMLDocument(parsing: Array(try Data(contentsOf: $0))).root[key.rawValue] != nil })
  }

  @Test(arguments: PlaylistKey.allCases)
  func isRead(_ key: PlaylistKey) throws {
    for sample in try samples(of: key) {
      let file = PlaylistFile(parsing: Array("\(key.rawValue) = \(sample.toml)\n".utf8), id: blank.id)
      #expect(file.diagnostics.allSatisfy { $0.id == .noEffect })
      #expect(try #require(file.playlist) == #require(blank.with(key, sample.value)))
    }
    let file = PlaylistFile(parsing: Array("\(key.rawValue) = 1.5\n".utf8), id: blank.id)
    #expect(file.diagnostics.first?.id == .wrongType && file.playlist == nil)
  }

  @Test(arguments: PlaylistKey.allCases)
  func isEditedInAFileAndBack(_ key: PlaylistKey) throws {
    // Without rules, `match` is not written.
    let start = PlaylistFile(parsing: Array("# mine\nconditions = []  # all\n".utf8), id: blank.id)
    let playlist = try #require(start.playlist)
    for sample in try samples(of: key) {
      let changed = try #require(playlist.with(key, sample.value))
      let file = try start.changed(to: changed)
      let again = PlaylistFile(parsing: file.source, id: blank.id)
      #expect(again.playlist == changed)
      #expect(again.document.root[key.rawValue] != nil || changed == playlist)
      #expect(try file.changed(to: playlist).playlist == playlist)
    }
  }

  @Test(arguments: PlaylistKey.allCases)
  func isComparedAndReverted(_ key: PlaylistKey) throws {
    for sample in try samples(of: key) {
      let changed = try #require(blank.with(key, sample.value))
      let difference = PlaylistDifference(from: blank, to: changed)
      #expect(difference.fields == (key == .episodes ? [] : [.key(key)]) && !difference.isEmpty)
      #expect(changed.keysInUse == [key])
      let reverted = changed.reverting(from: blank, to: changed)
      #expect(reverted.playlist == blank && reverted.conflicts.isEmpty)
      let kept = blank.reverting(from: changed, to: blank)
      #expect(kept.playlist == changed && kept.conflicts.isEmpty)
    }
  }

  @Test(arguments: PlaylistKey.allCases)
  func takesNoValueOfAnotherType(_ key: PlaylistKey) {
    let others: [FileValue] = [.text("\n"), .flag(true), .number(0), .list(["not valid"])]
    for (kind, value) in zip([FileValue.Kind.text, .flag, .number, .list], others) where !key.form.kinds.contains(kind)
    {
      #expect(blank.with(key, value) == nil)
    }
    #expect((blank.with(key, .absent) == nil) != key.form.isOptional)
  }

  private func property(_ key: PlaylistKey) throws -> JSONValue {
    try #require(schema.root["properties"]?[key.rawValue], "the schema has no \(key.rawValue)")
  }

  /// A value other than the default, and its text in a file.
  private struct Sample {
    let value: FileValue
    let toml: String
  }

  private func samples(of key: PlaylistKey) throws -> [Sample] {
    let property = try property(key)
    var values: [JSONValue] = []
    for branch in property.branches + [property] {
      if case .array(let examples)? = branch["examples"] { values += examples }
      if case .array(let choices)? = branch["enum"] { values += choices }
      if branch["type"] == .string("boolean") { values += [.boolean(true), .boolean(false)] }
    }
    let samples = values.compactMap { value in FileValue(value).map { Sample(value: $0, toml: value.toml) } }
      .filter { blank.with(key, $0.value) != blank }
    try #require(!samples.isEmpty, "the schema needs an example of \(key.rawValue)")
    return samples
  }
}

@Suite("Every key of a library file")
struct LibraryKeyTests {
  @Test func isInTheFormatPage() throws {
    let page = try FormatPage()
    for key in PodcastKey.allCases where key != .extra {
      let names = ["`\(key)`", "`[[\(key)]]`"]
      #expect(page.rows(inSection: "5.1").joined().contains { cell in names.contains { cell.contains($0) } }, "\(key)")
    }
    for name in EpisodeKey.names {
      #expect(page.rows(inSection: "5.2").joined().contains { $0.contains("`\(name)`") }, "\(name)")
    }
  }

  @Test func isCompared() {
    let compared = PodcastDifference.Field.allCases.map(\.rawValue).filter { $0 != "folder" }
    #expect(compared == PodcastKey.names.filter { $0 != "episodes" && $0 != "extra" })
    #expect(Set(EpisodeKey.names).isSuperset(of: TrackField.allCases.map(\.rawValue)))
  }
}

/// The tables of `docs/format.md`.
private struct FormatPage {
  private let text: String

  init() throws {
    text = try String(contentsOf: RepositoryFiles.top.appendingPathComponent("docs/format.md"), encoding: .utf8)
  }

  /// Returns the cells of the row of a key, in the section with a number.
  func row(_ key: String, inSection number: String) -> [String]? {
    rows(inSection: number).first { $0[0] == "`\(key)`" || $0[0].hasPrefix("[`\(key)`](#") }
  }

  /// Returns the rows of the tables in the section with a number, as cells.
  func rows(inSection number: String) -> [[String]] {
    let level = number.hasSuffix(".") ? "\n## " : "\n### "
    guard let start = text.range(of: "\(level)\(number) ") else { return [] }
    let section = text[start.upperBound...]
    let end = section.range(of: level == "\n## " ? level : "\n##")?.lowerBound ?? section.endIndex
    return section[..<end].split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}

extension JSONValue {
  /// The alternatives of a schema, or the schema itself.
  fileprivate var branches: [JSONValue] { if case .array(let branches)? = self["anyOf"] { branches } else { [self] } }
}

extension FileValue {
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .integer(let number): self = .number(number)
    case .boolean(let flag): self = .flag(flag)
    case .array(let elements):
      self = .list(
        elements.compactMap { element in
          switch element {
          case .string(let text): text
          case .integer(let number): String(number)
          default: nil
          }
        })
    case .null, .number, .object: return nil
    }
  }
}
