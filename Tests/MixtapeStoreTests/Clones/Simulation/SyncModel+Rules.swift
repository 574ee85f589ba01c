/// The changes of the rules of one playlist.
struct RuleEvents {
  /// The events that added a rule.
  var additions: [SyncModel.Event] = []
  /// The events that removed a rule, and left others.
  var removals: [SyncModel.Event] = []
  /// The events that left no rules.
  var endings: [SyncModel.Event] = []

  /// Adds the changes of another playlist in the same file.
  mutating func add(_ other: RuleEvents) {
    additions += other.additions
    removals += other.removals
    endings += other.endings
  }
}

extension SyncModel {
  /// Returns whether an item is a rule that a conflict can have brought back, or lost.
  ///
  /// If one side of a merge has no rules any more, and the other side changed them, or if both sides put different rules in the place
  /// of one, the newer change wins: the rules are those of one side, also those that others removed. A merge that combines the rules
  /// of both sides is a change at the time of the merge, and clocks differ, so that the times of the events do not tell the winner.
  /// Without such a conflict, every rule is certain.
  func dependsOnConflictOfRules(_ item: Item) -> Bool {
    guard case .rule(let list, _) = item, let events = rules[list], canBeInConflict(list, events) else { return false }
    guard let removals = removals[item] else { return true }
    // A removed rule comes back with the rules of somebody who did not know its removal.
    return (events.additions + events.removals).contains { change in
      !removals.contains(change) && removals.contains { !history[change].contains($0) }
    }
  }

  /// Returns whether there can be a merge of one side without rules, and another one that changed them, or of two sides that replaced
  /// one rule.
  private func canBeInConflict(_ list: Int, _ events: RuleEvents) -> Bool {
    let changes = events.additions + events.removals
    return canBeReplacedTwice(list, events)
      || endings(events).contains { ending in changes.contains { isConcurrent($0, with: ending) } }
  }

  /// Returns whether two clones that know nothing of each other can have removed the same rule and added another one each. The new rule
  /// of each can be in the place of the old one.
  private func canBeReplacedTwice(_ list: Int, _ events: RuleEvents) -> Bool {
    guard !concurrentPairs(of: events.additions).isEmpty else { return false }
    return removals.contains { item, removals in
      guard case .rule(list, _) = item else { return false }
      return !concurrentPairs(of: removals).isEmpty
    }
  }

  /// Returns the events that leave no rules, each alone or as a pair: two clones that know nothing of each other can remove one rule
  /// each, so that their merge has none.
  private func endings(_ events: RuleEvents) -> [[Event]] {
    events.endings.map { [$0] } + concurrentPairs(of: events.removals)
  }

  /// Returns the pairs of events of which none was known when the other one happened.
  private func concurrentPairs(of events: [Event]) -> [[Event]] {
    events.enumerated().flatMap { place, first in
      events[..<place].filter { !history[first].contains($0) && !history[$0].contains(first) }.map { [$0, first] }
    }
  }

  /// Returns whether one side of a merge can have some events, and the other side a change without all of them.
  private func isConcurrent(_ change: Event, with ending: [Event]) -> Bool {
    !ending.contains { $0 == change || history[$0].contains(change) } && !history[change].isSuperset(of: ending)
  }
}
