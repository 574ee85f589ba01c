import MixtapeModel
import MixtapeStore
import TerminalUI
import Testing

@testable import MixtapeLibrary
@testable import mixtape

@Suite struct LibraryMessageTests {
  private func wording(_ error: LibraryError) -> String {
    let problem = ErrorPresenter.problem(for: MixtapeError(.library, cause: error))
    let lines = [problem.message] + problem.hints.map { "hint: \($0)" } + ["\(problem.status.rawValue)"]
    return lines.joined(separator: "\n")
  }

  @Test("Rules that lead round in a circle")
  func cycle() throws {
    let path = try ["a", "b", "a"].map { try Playlist.ID(validating: $0) }
    #expect(
      wording(LibraryError(.cycle, .playlists(path))) == """
        the rules of playlists form a cycle: a → b → a
        hint: remove one of these `in playlist` rules
        65
        """)
  }

  @Test("A playlist that is gone, and whose rules ask for it")
  func missing() throws {
    func wording(_ askers: [String]) throws -> String {
      let ids = try askers.map { try Playlist.ID(validating: $0) }
      return ErrorPresenter.wording(ofMissing: try Playlist.ID(validating: "gone"), askedBy: ids).message
    }
    #expect(try wording(["a"]) == "there is no playlist `gone` any more, so rules of `a` find nothing in it")
    #expect(try wording(["a", "b", "c"]).contains("so rules of `a`, `b` and `c` find nothing"))
    #expect(try wording((1...12).map { "p\($0)" }).contains("`p10` and 2 more find nothing"))
  }

  @Test("A limit that leaves out everything")
  func limits() throws {
    func wording(_ limit: PlaylistLimit, _ found: Int) throws -> String {
      let id = try Playlist.ID(validating: "x")
      let (_, message, hints) = ErrorPresenter.wording(of: .limitTakesNothing(limit, of: id, found: found))
      return ([message] + hints).joined(separator: "\n")
    }
    #expect(
      try wording(.amount(2, .megabytes), 48) == """
        the limit of `x` (2 MB) leaves out all 48 episodes that were found
        it ends with the first episode that would go over it, and leaves out those without `fileSize`
        """)
    #expect(
      try wording(.amount(10, .percent), 1) == """
        the limit of `x` (10%) leaves out the only episode that was found
        10% of 1 episode is less than one
        """)
  }

  @Test("Regular expressions that are none, or too costly")
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
