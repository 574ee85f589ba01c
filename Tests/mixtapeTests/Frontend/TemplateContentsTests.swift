import Foundation
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@testable import mixtape

/// The contents of playlists from templates in the sample library. None may be empty.
@Suite struct TemplateContentsTests {
  /// The last date in the sample library.
  private static let now = Date(timeIntervalSince1970: 1_795_176_000)

  @Test func `every template with rules finds something in the sample library`() throws {
    let sandbox = try Sandbox()
    let samples = Snapshot.repository.appending(path: "sample-library").path
    let context = Store.Context(environment: sandbox.environment, now: { Self.now })
    for path in try FileManager.default.subpathsOfDirectory(atPath: samples) where path.hasPrefix("library/") {
      guard path.hasSuffix(".toml") else { continue }
      let text = try String(contentsOfFile: "\(samples)/\(path)", encoding: .utf8)
      try sandbox.write(text, to: path)
    }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: context)
    let store = try Store(at: sandbox.store, context: context)
    var counts: [String: Int] = [:]
    for template in Templates.builtIn {
      let playlist = try template.playlist(id: Playlist.ID(validating: template.name), folder: .top)
      guard playlist.isSmart else { continue }
      counts[template.name] = try store.contents(of: playlist).found.count
    }
    #expect(counts.count == Templates.builtIn.count - 1)
    #expect(counts.filter { $0.value == 0 }.isEmpty, "\(counts)")
  }
}
