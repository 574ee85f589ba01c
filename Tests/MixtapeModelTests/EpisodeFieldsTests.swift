import MixtapeModel
import TestSupport
import Testing

@Suite struct EpisodeFieldsTests {
  @Test("Fields behave like a dictionary")
  func likeADictionary() {
    var generator = SeededGenerator()
    let seed = generator.comment
    var fields = Episode.Fields()
    var model: [TrackField: Episode.FieldValue] = [:]
    for step in 0..<2_000 {
      let field = TrackField.allCases[Int.random(in: 0..<20, using: &generator)]
      let value: Episode.FieldValue? = Bool.random(using: &generator) ? .integer(Int64(step)) : nil
      fields[field] = value
      model[field] = value
      #expect(fields.count == model.count, seed)
      #expect(TrackField.allCases.allSatisfy { fields[$0] == model[$0] }, seed)
    }
  }

  @Test("The order of insertion does not matter")
  func order() {
    let first: Episode.Fields = [.year: .integer(1), .title: .text("a"), .duration: .seconds(1)]
    var second: Episode.Fields = [.duration: .seconds(1), .bpm: .integer(2), .year: .integer(1)]
    second[.title] = .text("a")
    #expect(first != second)
    second[.bpm] = nil
    #expect(first == second && first.hashValue == second.hashValue)
    #expect(([.year: .integer(1), .year: .integer(2)] as Episode.Fields)[.year] == .integer(2))
  }
}
