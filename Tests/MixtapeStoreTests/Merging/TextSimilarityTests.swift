import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// The search for the file that another one became, by common lines.
@Suite struct TextSimilarityTests {
  private let fixture: MergeFixture

  init() throws { fixture = try MergeFixture() }

  /// Returns the most similar text among some texts whose letters are lines.
  private func mostSimilar(to text: String, among candidates: [String]) throws -> String? {
    let repository = fixture.repository
    func content(_ letters: String) throws -> ObjectID {
      try repository.git.makeBlob(Array(letters.map { "\($0)\n" }.joined().utf8))
    }
    let contents = try candidates.map { (candidate: $0, content: try content($0)) }
    let original = try content(text)
    try repository.writeMadeObjects(isDurable: false)
    var similarity = TextSimilarity(repository)
    return try similarity.mostSimilar(to: original, among: contents)
  }

  @Test func theMostCommonLinesDecide() throws {
    #expect(try mostSimilar(to: "abcd", among: ["abxy", "abcx", "axyz"]) == "abcx")
  }

  @Test func theFirstOfEqualsIsTaken() throws {
    #expect(try mostSimilar(to: "abcd", among: ["abxy", "bcdx", "abcx"]) == "bcdx")
  }

  @Test func halfOfTheLinesMustBeCommon() throws {
    #expect(try mostSimilar(to: "abcd", among: ["axyz"]) == nil)
    #expect(try mostSimilar(to: "abcd", among: ["axyz", "abxy"]) == "abxy")
    #expect(try mostSimilar(to: "abcd", among: []) == nil)
  }
}
