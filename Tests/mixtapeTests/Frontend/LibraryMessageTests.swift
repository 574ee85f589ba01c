import MixtapeModel
import MixtapeStore
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
        the rules of playlists lead round in a circle: a → b → a
        hint: take one of these `in playlist` out
        65
        """)
  }

  @Test("A playlist that is not there")
  func unknown() throws {
    let path = try ["x", "gone"].map { try Playlist.ID(validating: $0) }
    #expect(
      wording(LibraryError(.unknownPlaylist, .playlists(path))) == """
        there is no playlist `gone`, which a rule of `x` asks for
        hint: `mixtape edit x` opens it
        66
        """)
    #expect(wording(LibraryError(.unknownPlaylist, .playlists([path[1]]))) == "there is no playlist `gone`\n66")
  }

  @Test("Regular expressions that are none, or too costly")
  func expressions() throws {
    let condition = try SmartPlaylistCondition(field: .title, op: .matches, value: .text("(a+)+("))
    let error = RegularExpressionError(offset: 6, message: "missing closing parenthesis")
    #expect(
      wording(LibraryError(.invalidPattern, .condition(condition), cause: error)) == """
        the regular expression in `title matches "(a+)+("` is none: missing closing parenthesis, at byte 7 of it
        65
        """)
    #expect(
      wording(LibraryError(.patternTooCostly, .condition(condition))) == """
        the regular expression in `title matches "(a+)+("` takes too many steps
        hint: one repetition inside another, such as `(a+)+`, is what usually does that
        65
        """)
  }
}
