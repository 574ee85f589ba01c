import Testing

@testable import MixtapeStore

@Suite("Paths that git never checks out")
struct UnsafePathTests {
  @Test(arguments: [
    ".git", ".git/config", "playlists/.git/config", ".GIT/hooks/post-checkout", "..", "../notes", "a/../b", ".", "a//b",
    "/a",
    "git~1/config", "GIT~1", ".git /config", ".git./config", ".git::$INDEX_ALLOCATION/config", ".g\u{200C}it/config",
    "\u{FEFF}.git/x", ".git\\config",
  ])
  func `unsafe paths`(path: String) { #expect(UnsafePath.contains(path)) }

  @Test(arguments: [
    "playlists/focus.toml", ".gitattributes", ".github/workflows/x.yml", "git/config", "a.git/b", "...",
    "playlists/.toml",
    "library/夜の散歩.toml", "git~10",
  ])
  func `other paths`(path: String) { #expect(!UnsafePath.contains(path)) }
}
