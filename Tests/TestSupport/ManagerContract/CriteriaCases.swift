import MixtapeModel
import Testing

let criteriaCases: [PlaylistCase] = [
  PlaylistCase("conditions: the first rule makes a playlist smart, removing the last removes the list") { manager in
    let rule = try WrittenRule(validating: "duration < 30 min")
    let plan = try manager.perform(.conditions(.focus, [.add(rule)]))
    #expect(plan.after?.criteria == SmartCriteria(conditions: [rule]))
    try manager.perform(.conditions(.focus, [.remove(0)]))
    #expect(try manager.existing("focus").criteria == SmartCriteria())
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  PlaylistCase("conditions: numbers count before the first edit") { manager in
    let rules = try ["a", "b", "c", "d"].map { try WrittenRule(validating: "title = \"\($0)\"") }
    let other = try WrittenRule(validating: "year > 2015")
    try manager.perform(.conditions(.focus, rules.map(CriteriaEdit.add)))
    try manager.perform(.conditions(.focus, [.remove(0), .replace(2, with: other), .remove(1), .add(rules[0])]))
    #expect(try manager.existing("focus").criteria.conditions == [other, rules[3], rules[0]])
  },
  PlaylistCase("conditions: other criteria are set and removed") { manager in
    let rule = try WrittenRule(validating: "year > 2015")
    let edits: [CriteriaEdit] = [
      .add(rule), .search("sea"), .match(.any), .sort([.random]), .limit(PlaylistLimits(.items(7))), .seed(3),
    ]
    try manager.perform(.conditions(.focus, edits))
    #expect(
      try manager.existing("focus").criteria
        == SmartCriteria(conditions: [rule], match: .any, search: "sea", sort: [.random], limit: .items(7), seed: 3))
    try expectNoChange(manager) { try manager.perform(.conditions(.focus, Array(edits.dropFirst()))) }
    let back: [CriteriaEdit] = [
      .remove(0), .search(nil), .match(.all), .sort(SmartCriteria.defaultSort), .limit(PlaylistLimits()), .seed(nil),
    ]
    try manager.perform(.conditions(.focus, back))
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  PlaylistCase("conditions: a key that needs rules is refused without them, but stays when they are removed") {
    manager in
    let before = try manager.all()
    let rule = try WrittenRule(validating: "year > 2015")
    try expectNoEffect(manager, of: [.limit(PlaylistLimits(.items(5)))], [.limit])
    try expectNoEffect(manager, of: [.match(.any)], [.match])
    try expectNoEffect(manager, of: [.search("sea"), .match(.none)], [.match])
    try expectNoEffect(manager, of: [.sort([.random]), .limit(PlaylistLimits(.items(5))), .seed(3)], [.sort, .limit])
    #expect(try manager.all() == before)
    try expectNoChange(manager) { try manager.perform(.conditions(.focus, [.limit(PlaylistLimits()), .match(.all)])) }
    try manager.perform(.conditions(.focus, [.add(rule), .limit(PlaylistLimits(.items(5)))]))
    let plan = try manager.perform(.conditions(.focus, [.remove(0)]))
    #expect(plan.after?.keysWithoutEffect == [.limit])
    // The remaining key does not prevent other edits, and can be removed.
    try manager.perform(.conditions(.focus, [.seed(1)]))
    try manager.perform(.conditions(.focus, [.limit(PlaylistLimits()), .seed(nil)]))
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  PlaylistCase("conditions: a number without a rule is an error, and nothing changes") { manager in
    let rule = try WrittenRule(validating: "year > 2015")
    try manager.perform(.conditions(.focus, [.add(rule)]))
    let before = try manager.all()
    for (edit, position) in [(CriteriaEdit.remove(1), 2), (.replace(-1, with: rule), 0), (.remove(.max), .max)] {
      expectError(.noSuchRule, .position(position, count: 1)) {
        try manager.perform(.conditions(.focus, [.add(rule), edit]))
      }
    }
    expectError(.notFound) { try manager.perform(.conditions(.missing, [.add(rule)])) }
    #expect(try manager.all() == before)
  },
  PlaylistCase("freeze: found episodes follow hand-picked ones, once, and the rules are removed") { manager in
    try manager.perform(.conditions(.morning, [.search("sea"), .limit(PlaylistLimits(.items(7)))]))
    let plan = try manager.perform(.freeze(.morning, found: .fixture("xby")))
    #expect(plan.episodes.letters == "xy")
    let morning = try manager.existing("morning")
    #expect(morning.episodes.letters == "abcdexy" && morning.criteria == SmartCriteria())
  },
  PlaylistCase("freeze: a playlist without rules is unchanged") { manager in
    try expectNoChange(manager) { try manager.perform(.freeze(.morning, found: [])) }
    try manager.perform(.conditions(.morning, [.seed(7)]))
    try expectNoChange(manager) { try manager.perform(.freeze(.morning, found: [])) }
  },
]

/// Expects that edits are refused because keys have no effect without rules.
private func expectNoEffect(
  _ manager: any PlaylistManaging, of edits: [CriteriaEdit], _ keys: [PlaylistKey]
) throws {
  let operation = try PlaylistOperation.conditions(.focus, edits)
  let error = try #require(throws: MixtapeError.self) { try manager.perform(operation) }
  #expect(error.code == .noEffect && (error.cause as? KeysWithoutEffect)?.keys == keys)
}
