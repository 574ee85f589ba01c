import MixtapeModel
import Testing

@Suite("Rules that keep their meaning when all have to match")
struct JoinedRulesTests {
  private func criteria(_ match: SmartCriteria.Match, _ rules: [String]) throws -> SmartCriteria {
    SmartCriteria(conditions: try rules.map(WrittenRule.init(parsing:)), match: match)
  }

  @Test(
    arguments: [
      (.any, ["rating = 1", "rating = 2 and year = 3"], ["rating = 1 or rating = 2 and year = 3"]),
      (.any, ["rating = 1"], ["rating = 1"]),
      (.none, ["rating = 1", "rating = 2"], ["not (rating = 1 or rating = 2)"]),
      (.none, ["played is present"], ["not played is present"]),
      (.all, ["rating = 1", "rating = 2"], ["rating = 1", "rating = 2"]),
    ] as [(SmartCriteria.Match, [String], [String])])
  func joined(_ match: SmartCriteria.Match, _ rules: [String], _ expected: [String]) throws {
    let criteria = try criteria(match, rules)
    let result = try criteria.applying(try criteria.joiningRules(for: [.match(.all)]))
    #expect(result.match == .all)
    #expect(result.conditions?.map(\.rule) == (try expected.map { try Rule(parsing: $0) }))
  }

  @Test func `other edits apply, and added rules follow`() throws {
    let criteria = try criteria(.any, ["rating = 1", "rating = 2", "rating = 3"])
    let new = try ["year = 1", "year = 2"].map(WrittenRule.init(parsing:))
    let edits = [CriteriaEdit.add(new[1]), .remove(0), .match(.all), .replace(2, with: new[0])]
    let result = try criteria.applying(try criteria.joiningRules(for: edits))
    #expect(result.conditions?.map(\.text) == ["rating = 2 or year = 1", "year = 2"])
    #expect(try criteria.joiningRules(for: [.remove(0)]) == [.remove(0)])
    #expect(throws: MixtapeError.self) { try criteria.joiningRules(for: [.match(.all), .remove(3)]) }
  }
}
