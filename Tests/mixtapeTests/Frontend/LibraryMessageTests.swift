import MixtapeModel
import MixtapeStore
import StoreBrowser
import Testing

@testable import MixtapeLibrary
@testable import mixtape

@Suite struct LibraryMessageTests {
  private func wording(_ error: LibraryError) -> String {
    let problem = ErrorPresenter.problem(for: MixtapeError(.library, cause: error))
    let lines = [problem.message] + problem.hints.map { "hint: \($0)" } + ["\(problem.status.rawValue)"]
    return lines.joined(separator: "\n")
  }

  @Test("A cycle of rules")
  func cycle() throws {
    let path = try ["a", "b", "a"].map { try Playlist.ID(validating: $0) }
    #expect(
      wording(LibraryError(.cycle, .playlists(path))) == """
        the rules of playlists form a cycle: a → b → a
        hint: remove one of these `in playlist` rules
        65
        """)
  }

  @Test("A deleted playlist, and the playlists that refer to it")
  func missing() throws {
    func wording(_ askers: [String]) throws -> String {
      let ids = try askers.map { try Playlist.ID(validating: $0) }
      return ErrorPresenter.wording(ofMissing: try Playlist.ID(validating: "gone"), existedBefore: true, askedBy: ids)
        .message
    }
    #expect(try wording(["a"]) == "playlist `gone` no longer exists, so it counts as empty in the rules of `a`")
    #expect(try wording(["a", "b", "c"]).hasSuffix("in the rules of `a`, `b` and `c`"))
    #expect(try wording((1...12).map { "p\($0)" }).hasSuffix("`p10` and 2 more"))
    let (old, new) = (try Playlist.ID(validating: "gone"), try Playlist.ID(validating: "here"))
    let renamed = ErrorPresenter.wording(ofMissing: old, existedBefore: true, renamedTo: new, askedBy: [new])
    #expect(renamed.message == "playlist `gone` is `here` now, so `gone` counts as empty in the rules of `here`")
  }

  @Test("A limit that excludes all episodes")
  func limits() throws {
    func wording(_ limit: PlaylistLimit, _ found: Int) throws -> String {
      let id = try Playlist.ID(validating: "x")
      let wording = ErrorPresenter.wording(of: .limitTakesNothing(limit, of: id, found: found)).wording
      return ([wording.message] + wording.hints).joined(separator: "\n")
    }
    #expect(
      try wording(.amount(2, .megabytes), 48) == """
        the limit of `x` (2 MB) excludes all 48 episodes that were found
        it stops before the first episode that would exceed it, and skips episodes without `fileSize`
        """)
    #expect(
      try wording(.amount(10, .percent), 1) == """
        the limit of `x` (10%) excludes the only episode that was found
        10% of 1 episode is less than one
        """)
  }

  @Test("Invalid regular expressions, and ones with too many steps")
  func expressions() throws {
    let condition = try SmartPlaylistCondition(field: .title, op: .matches, value: .text("(a+)+("))
    let error = RegularExpressionError(offset: 6, message: "missing closing parenthesis")
    #expect(
      wording(LibraryError(.invalidPattern, .condition(condition), cause: error)) == """
        invalid regular expression in `title matches "(a+)+("`: missing closing parenthesis, at byte 7 of the expression
        65
        """)
    #expect(
      wording(LibraryError(.patternTooCostly, .condition(condition))) == """
        the regular expression in `title matches "(a+)+("` takes too many steps
        hint: the usual cause is a repetition inside another, such as `(a+)+`
        65
        """)
  }
}
