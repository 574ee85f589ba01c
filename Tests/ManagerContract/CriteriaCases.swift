import MixtapeModel
import Testing

let criteriaCases: [PlaylistCase] = [
  PlaylistCase("conditions: the first rule makes a playlist smart, the last takes the list along") { manager in
    let rule = try WrittenRule(validating: "duration < 30 min")
    let plan = try manager.perform(.conditions(.focus, [.add(rule)]))
    #expect(plan.after?.criteria == SmartCriteria(conditions: [rule]))
    try manager.perform(.conditions(.focus, [.remove(0)]))
    #expect(try manager.existing("focus").criteria == SmartCriteria())
    #expect(try manager.all().map(\.timeless) == .fixture())
  },
  PlaylistCase("conditions: numbers are those before the first edit") { manager in
    let rules = try ["a", "b", "c", "d"].map { try WrittenRule(validating: "title = \"\($0)\"") }
    let other = try WrittenRule(validating: "year > 2015")
    try manager.perform(.conditions(.focus, rules.map(CriteriaEdit.add)))
    try manager.perform(.conditions(.focus, [.remove(0), .replace(2, with: other), .remove(1), .add(rules[0])]))
    #expect(try manager.existing("focus").criteria.conditions == [other, rules[3], rules[0]])
  },
  PlaylistCase("conditions: everything besides rules is set and taken away") { manager in
    let edits: [CriteriaEdit] = [
      .search("sea"), .match(.any), .sort([.random]), .limit(.items(7)), .seed(3),
    ]
    try manager.perform(.conditions(.focus, edits))
    #expect(
      try manager.existing("focus").criteria
        == SmartCriteria(match: .any, search: "sea", sort: [.random], limit: .items(7), seed: 3))
    try expectNoChange(manager) { try manager.perform(.conditions(.focus, edits)) }
    let back: [CriteriaEdit] = [
      .search(nil), .match(.all), .sort(SmartCriteria.defaultSort), .limit(nil), .seed(nil),
    ]
    try manager.perform(.conditions(.focus, back))
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
  PlaylistCase("freeze: what was found follows what was picked, once, and the rules go") { manager in
    try manager.perform(.conditions(.morning, [.search("sea"), .limit(.items(7))]))
    let plan = try manager.perform(.freeze(.morning, found: .fixture("xby")))
    #expect(plan.episodes.letters == "xy")
    let morning = try manager.existing("morning")
    #expect(morning.episodes.letters == "abcdexy" && morning.criteria == SmartCriteria())
  },
  PlaylistCase("freeze: what has no rules, and found nothing, stays as it is") { manager in
    try expectNoChange(manager) { try manager.perform(.freeze(.morning, found: [])) }
  },
]
