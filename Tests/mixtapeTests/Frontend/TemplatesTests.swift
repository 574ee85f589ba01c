import Foundation
import MixtapeModel
import MixtapeStore
import Testing

@testable import mixtape

@Suite struct TemplatesTests {
  @Test func `the program contains all files of the folder Templates`() throws {
    let folder = Snapshot.repository.appending(path: "Templates")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "toml" }
    let kept = try Dictionary(
      uniqueKeysWithValues: files.map {
        ($0.deletingPathExtension().lastPathComponent, Array(try Data(contentsOf: $0)))
      })
    #expect(Dictionary(uniqueKeysWithValues: Templates.builtIn.map { ($0.name, $0.source) }) == kept)
  }

  @Test(arguments: Templates.builtIn.map(\.name))
  func `every template creates a valid playlist and has a summary`(_ name: String) throws {
    let template = try #require(Templates.builtIn.first { $0.name == name })
    let id = try Playlist.ID(validating: "new")
    let playlist = try template.playlist(id: id, folder: .top)
    #expect(!playlist.name.isEmpty)
    #expect(template.summary != template.name)
  }
}
