import Foundation
import LosslessTOML
import MixtapeModel
import TestSupport
import Testing

@testable import PlaylistFiles

@Suite("The JSON Schemas of docs/schema")
struct SchemaTests {
  @Test(arguments: [
    ("playlist", "sample-library/playlists", 10), ("playlist", "sample-library/templates", 1),
    ("playlist", "Templates", 8), ("library", "sample-library/library", 9),
  ])
  func theFilesOfTheRepositoryAreValid(schema name: String, directory: String, atLeast count: Int) throws {
    let schema = try JSONSchema(named: name)
    let files = try RepositoryFiles.toml(below: directory)
    #expect(files.count >= count)
    for file in files {
      let document = TOMLDocument(parsing: Array(try Data(contentsOf: file)))
      #expect(document.diagnostics == [], "\(file.lastPathComponent)")
      #expect(try schema.faults(in: JSONValue(document.root)) == [], "\(file.lastPathComponent)")
    }
  }

  @Test func theFileOfANewStoreIsValid() throws {
    let schema = try JSONSchema(named: "mixtape")
    #expect(try schema.faults(in: json(String(decoding: StoreFile.initialSource, as: UTF8.self))) == [])
    #expect(try schema.faults(in: json("")) == ["$.format: required"])
    #expect(try schema.faults(in: json("format = \(StoreFile.currentFormat + 1)")) == ["$.format: enum"])
  }

  @Test func schemasAndReadersHaveTheSameChoices() throws {
    let playlist = try JSONSchema(named: "playlist").root
    #expect(playlist["properties"]?["match"]?["enum"]?.strings == SmartCriteria.Match.allCases.map(\.rawValue))
    let sortKeys = try #require(playlist["definitions"]?["sortKey"]?["enum"]?.strings)
    #expect(sortKeys == SortKey.names.flatMap { $0 == "random" ? [$0] : [$0, "-\($0)"] })
    #expect(sortKeys.allSatisfy { SortKey($0) != nil })
    let algorithms = ShuffleAlgorithm.allCases.map(\.rawValue)
    let player = try JSONSchema(named: "mixtape").root["properties"]?["player"]
    #expect(player?["properties"]?["shuffle"]?["enum"]?.strings == algorithms)
    let library = try JSONSchema(named: "library").root
    #expect(library["properties"]?["kind"]?["enum"]?.strings == Podcast.Kind.allCases.map(\.rawValue))
    let rating = library["definitions"]?["episode"]?["properties"]?["rating"]
    #expect(rating?["maximum"] == .integer(Episode.maximumRating))
  }

  /// An editor with the schema and `mixtape check` report the same problems.
  @Test(arguments: [
    ("name = 'x'", true), ("name = ''", false), ("name = ' '", false), ("name = 7", false), ("mood = 1", false),
    ("limit = 1", true), ("limit = 0", false), ("limit = -1", false), ("limit = 1.5", false),
    ("limit = '90 min'", true), ("limit = '3 per podcast'", true), ("limit = '0 per podcast'", false),
    ("limit = '3  per podcast'", false), ("limit = '3 per Album'", false), ("limit = '3 per album '", false),
    ("limit = '999999999 per artist'", true), ("limit = '1000000000 per artist'", false),
    ("limit = '007 per album'", true),
    ("limit = []", false), ("limit = [25]", true), ("limit = ['25']", false), ("limit = ['2 per artist']", true),
    ("limit = [25, '2 per artist']", true), ("limit = ['2 per artist', '90 min']", true), ("limit = [0]", false),
    ("limit = [25, '90 min']", false), ("limit = ['1 per album', '2 per artist']", false), ("limit = [[25]]", false),
    ("limit = [25, '2 per artist', '10%']", false), ("limit = [true]", false),
    ("limit = '90min'", true), ("limit = '1.5 h'", true), ("limit = '100%'", true), ("limit = '101%'", false),
    ("limit = '0 h'", false), ("limit = '10'", false), ("limit = 'x'", false), ("seed = -5", true),
    ("seed = '5'", false), ("seed = 'day'", true), ("seed = 'Day'", false), ("seed = 1.5", false),
    ("match = 'any'", true), ("match = 'Any'", false), ("sort = []", true),
    ("sort = ['-year']", true), ("sort = ['-random']", false), ("sort = ['titel']", false), ("shuffle = true", true),
    ("shuffle = 1", false),
    ("shuffle = 'spread'", true), ("shuffle = 'off'", true), ("shuffle = 'true'", false),
    ("search = ''", true), ("conditions = []", true), ("conditions = ['']", false),
    ("conditions = [' ']", false), ("episodes = ['a/b']", true), ("episodes = ['a']", false),
    ("episodes = ['a/b/c']", false), ("episodes = ['A/b']", false), ("episodes = ['-a/b']", false),
    ("episodes = ['a/.b']", false), ("episodes = ['a b/c']", false), ("episodes = ['夜/雨']", true),
    ("episodes = [7]", false), ("episodes = ['a/b', 'a/b']", true), ("extra = {a = 1}", true), ("extra = 1", false),
  ])
  func schemaAndReaderAgreeOnPlaylists(text: String, isFine: Bool) throws {
    #expect(try JSONSchema(named: "playlist").faults(in: json(text)).isEmpty == isFine)
    #expect(try Self.isFine(PlaylistFile(text)) == isFine)
  }

  /// Returns whether a file has only diagnostics of keys without effect, which a schema cannot express.
  private static func isFine(_ file: PlaylistFile) -> Bool { file.diagnostics.allSatisfy { $0.id == .noEffect } }

  @Test(arguments: [
    ("1 hour", true), ("90 minutes", true), ("5 sec", true), ("5 secs", false), ("1 h 30 min", true), ("1h30m", true),
    ("1 h 30 min 15 s", true), ("1 hour 15 seconds", true), ("30 min 1 h", false), ("1 h 1 h", false),
    ("1 h  30 min", false), ("1 h 30", false), ("0 h 0 min", false), ("0 h 1 min", true), ("1.5 h 30 min", false),
    ("1 h 30 KB", false), ("999999999 h 1 s", true), ("1000000000 h 1 s", false), ("1:30", true), ("1:30:00", true),
    ("0:00", false), ("0:00:01", true), ("1:60", false), ("1:5", false), ("1:30.5", false), ("999999:00", true),
    ("1000000:00", false), ("1:00:00:00", false), (" 1:30", false), ("1:30 ", false),
  ])
  func schemaAndReaderAgreeOnTimesOfSeveralParts(time: String, isFine: Bool) throws {
    let text = "limit = '\(time)'"
    #expect(try JSONSchema(named: "playlist").faults(in: json(text)).isEmpty == isFine)
    #expect(try Self.isFine(PlaylistFile(text)) == isFine)
  }

  @Test(arguments: [
    ("format = 1", true), ("format = 1\n[extra]\nmood = 'x'", true), ("format = 1\nextra = {}", true),
    ("format = 1\n[player]\nshuffle = 'grouped'", true), ("format = 1\n[player]\nshuffle = true", false),
    ("format = 1\nplayer = 1", false), ("format = 1\nextra = 1", false),
    ("format = 1\n[downloads]\ndirectory = '~/Podcasts'\nlimit = '1.5 GB'", true), ("format = 1\n[downloads]", true),
    ("format = 1\n[downloads]\nnew = true\nkeep = 3", true), ("format = 1\n[downloads]\nnew = 'year > 2000'", true),
    ("format = 1\n[downloads]\nnew = 1", false), ("format = 1\n[downloads]\nnew = ''", false),
    ("format = 1\n[downloads]\nnew = true\nkeep = 0", false),
    ("format = 1\n[downloads]\nlimit = '500MB'", true), ("format = 1\n[downloads]\nlimit = '90 min'", false),
    ("format = 1\n[downloads]\nlimit = '0 GB'", false), ("format = 1\n[downloads]\nlimit = '10%'", false),
    ("format = 1\n[downloads]\nlimit = 20", false), ("format = 1\n[downloads]\ndirectory = ''", false),
    ("format = 1\n[export]\ndirectory = 'x'\nformat = 'feed'", true), ("format = 1\n[export]\nformat = 'pls'", false),
    ("format = 1\n[export.car]\ndirectory = 'x'\nfrom = '/m'\nto = '/<SD>/m'", true),
    ("format = 1\n[export.car]\ndirectory = 'x'\ncopy = true\nfrom = '/m'", true),
    ("format = 1\n[export.car]\ndirectory = 'x'\ncopy = 'yes'", false),
    ("format = 1\n[export.car]\nformat = 'xspf'", false), ("format = 1\n[export]\ndirectory = 'x'\ncar = 1", false),
    ("format = 1\n[export.car]\ndirectory = 'x'\nformat = 'feed'\nbase = 'x'", false),
    (
      "format = 1\n[export]\ndirectory = 'x'\n[export.web]\ndirectory = 'y'\nformat = 'feed'\nbase = 'https://a/'", true
    ),
    ("format = 1\ndownloads = 'x'", false), ("format = 1\nextra = []", false), ("format = '1'", false), ("", false),
  ])
  func schemaAndReaderAgreeOnStoreFiles(text: String, isFine: Bool) throws {
    #expect(try JSONSchema(named: "mixtape").faults(in: json(text)).isEmpty == isFine)
    #expect(StoreFile(parsing: Array(text.utf8)).diagnostics.isEmpty == isFine)
  }

  @Test(arguments: [
    ("", true), ("kind = 'album'", true), ("kind = 'book'", false), ("subscribed = false", true), ("tags = 'a'", false),
    ("dateAdded = 2026-01-02", true), ("dateAdded = 2026-01-02T03:04:05", true),
    ("dateAdded = 2026-01-02T03:04:05.5+01:00", true), ("dateAdded = 03:04:05", false), ("dateAdded = 5", false),
    ("mood = 1", false), ("[[episodes]]", false), ("[[episodes]]\nid = 'a'", true), ("[[episodes]]\nid = 'A'", false),
    ("[[episodes]]\nid = 'a'\nrating = 5", true), ("[[episodes]]\nid = 'a'\nrating = 6", false),
    ("[[episodes]]\nid = 'a'\nyear = -44", true), ("[[episodes]]\nid = 'a'\nbpm = -1", false),
    ("[[episodes]]\nid = 'a'\nduration = 1.5", true), ("[[episodes]]\nid = 'a'\nduration = -1", false),
    ("[[episodes]]\nid = 'a'\nmood = 1", false), ("[[episodes]]\nid = 'a'\nlastPlayedAt = 2026-01-02 03:04:05Z", true),
  ])
  func schemaAndReaderAgreeOnLibraryFiles(text: String, isFine: Bool) throws {
    #expect(try JSONSchema(named: "library").faults(in: json(text)).isEmpty == isFine)
    #expect(try PodcastFile(text).diagnostics.isEmpty == isFine)
  }

  private func json(_ text: String) -> JSONValue { JSONValue(TOMLDocument(parsing: Array(text.utf8)).root) }
}
