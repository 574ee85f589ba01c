import MixtapeModel
import Testing

@Suite("Descriptions of errors")
struct MixtapeErrorTests {
  private struct Cause: Error, CustomStringConvertible {
    var description: String { "disk full" }
  }

  private static let cases: [(MixtapeError, String)] = [
    (MixtapeError(.saveFailed), "save failed"),
    (MixtapeError(.saveFailed, cause: Cause()), "save failed: disk full"),
    (MixtapeError(.notFound, .text("focs"), candidates: ["focus"]), #"not found: "focs" (similar: focus)"#),
    (MixtapeError(.saveFailed, .file("a.toml"), cause: Cause()), #"save failed: file "a.toml": disk full"#),
    (MixtapeError(.positionOutOfRange, .position(7, count: 3)), "position out of range: 7 of 3"),
    (MixtapeError(.notFound, .tag("calm")), #"not found: tag "calm""#),
    (MixtapeError(.alreadyExists, .folder(.top), candidates: []), #"already exists: folder """#),
  ]

  @Test(arguments: cases.indices) func codeSubjectAndCause(_ index: Int) {
    #expect("\(Self.cases[index].0)" == Self.cases[index].1)
  }

  @Test func subjectsWithIDs() throws {
    let (playlist, episode) = (try Playlist.ID(validating: "focus"), try Episode.ID(validating: "sky/aurora"))
    #expect("\(MixtapeError(.notFound, .playlist(playlist)))" == #"not found: playlist "focus""#)
    #expect("\(MixtapeError(.notFound, .episode(episode)))" == #"not found: episode "sky/aurora""#)
    #expect("\(MixtapeError(.notFound, .podcast(episode.podcast)))" == #"not found: podcast "sky""#)
  }
}
