import GitHistory
import MixtapeModel
import Testing

@testable import MixtapeStore

/// The playlists and podcasts that a revert finds in the differences of trees.
@Suite struct DifferingItemTests {
  private func item(
    _ path: String, _ old: FileMode?, _ new: FileMode?, hasValidPath: Bool = true
  ) throws -> StoreItem? {
    let id = try #require(ObjectID(String(repeating: "a", count: 40)))
    let versions = [old, new].map { $0.map { FileVersion(id: id, mode: $0) } }
    return TreeDifference(path: path, old: versions[0], new: versions[1], hasValidPath: hasValidPath).item
  }

  @Test(arguments: [FileMode.regular, .executable])
  func `a regular file is one`(mode: FileMode) throws {
    #expect(try item("playlists/a.toml", mode, mode) == .id("a"))
    #expect(try item("library/a.toml", nil, mode)?.section == .library)
    #expect(try item("templates/a.toml", mode, mode) == nil)
  }

  @Test(arguments: [FileMode.symbolicLink, .submodule])
  func `a link or a submodule is none, in any version`(mode: FileMode) throws {
    for path in ["playlists/a.toml", "library/a.toml"] {
      for versions in [(mode, mode), (.regular, mode), (mode, .regular), (nil, mode)] as [(FileMode?, FileMode?)] {
        #expect(try item(path, versions.0, versions.1) == nil)
      }
    }
  }

  @Test func `a path that is not UTF-8 is none`() throws {
    #expect(try item("playlists/a.toml", .regular, .regular, hasValidPath: false) == nil)
  }
}
