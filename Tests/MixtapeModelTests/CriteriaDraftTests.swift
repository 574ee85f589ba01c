import Testing

@testable import MixtapeModel

@Suite struct CriteriaDraftTests {
  private func rule(_ text: String) throws -> WrittenRule { try WrittenRule(parsing: text) }

  @Test func `edits lead from the original criteria to the present ones`() throws {
    let original = SmartCriteria(
      conditions: try ["year > 1", "year > 2", "year > 3"].map(rule), match: .any, search: "sky")
    var draft = CriteriaDraft(original)
    #expect(draft.edits == [] && draft.criteria == original)
    draft.remove(0)
    draft.replace(1, with: try rule("year > 30"))
    draft.add(try rule("year > 4"))
    draft.match = .none
    #expect(
      draft.edits == [
        .match(.none), .remove(0), .replace(2, with: try rule("year > 30")), .add(try rule("year > 4")),
      ])
    #expect(try original.applying(draft.edits) == draft.criteria)
  }

  @Test func `the last rule takes the way to combine rules with it`() throws {
    let original = SmartCriteria(conditions: [try rule("year > 1")])
    var draft = CriteriaDraft(original)
    draft.match = .any
    draft.remove(0)
    #expect(draft.edits == [.remove(0)] && draft.criteria.conditions == nil)
  }

  @Test func `the search, the order and the limits are edits of the same change`() throws {
    let original = SmartCriteria(conditions: [try rule("year > 1")], search: "sky", limit: .items(5))
    var draft = CriteriaDraft(original)
    (draft.search, draft.sort, draft.limits) = (nil, [.random], PlaylistLimits())
    #expect(draft.edits == [.search(nil), .sort([.random]), .limit(PlaylistLimits())])
    #expect(try original.applying(draft.edits) == draft.criteria)
  }

  @Test func `an empty list of rules stays`() throws {
    let draft = CriteriaDraft(SmartCriteria(conditions: []))
    #expect(draft.edits == [] && draft.criteria.conditions == [])
  }
}
