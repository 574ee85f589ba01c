/// The merge of two versions of a list of rules.
enum RuleListMerge {
  /// Returns the merged list; `nil` for none.
  static func merged(base: [WrittenRule]?, ours: [WrittenRule]?, theirs: [WrittenRule]?) -> [WrittenRule]? {
    let rules = merged(base ?? [], ours ?? [], theirs ?? [])
    // An empty list finds all episodes, so it is the result only if a side wrote it.
    let isWritten = ours != nil && theirs != nil && (ours?.isEmpty == true || theirs?.isEmpty == true)
    return rules.isEmpty && !isWritten ? nil : rules
  }

  private static func merged(
    _ base: [WrittenRule], _ ours: [WrittenRule], _ theirs: [WrittenRule]
  ) -> [WrittenRule] {
    let items = ListMerge.items(
      base: base.map(\.canonicalText), ours: ours.map(\.canonicalText), theirs: theirs.map(\.canonicalText),
      by: NaturalOrder.precedes)
    return items.compactMap { item in
      let (old, our, their) = (item.base.map { base[$0] }, item.ours.map { ours[$0] }, item.theirs.map { theirs[$0] })
      return old == our ? their ?? our : our ?? their
    }
  }
}
