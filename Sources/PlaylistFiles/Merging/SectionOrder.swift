internal import LosslessTOML
internal import MixtapeModel

/// The order of merged sections in which a list of tables, such as `[[episodes]]`, has the order of the merged list.
///
/// Other sections can be before the list in one version and after it in the other. They must not change its order.
struct SectionOrder {
  private let lists: [SiblingList]
  private let rules: any MergeRules
  private let precedence: MergePrecedence

  init(
    _ base: SiblingList, _ ours: SiblingList, _ theirs: SiblingList, _ rules: any MergeRules,
    _ precedence: MergePrecedence
  ) {
    lists = [base, ours, theirs]
    self.rules = rules
    self.precedence = precedence
  }

  /// Returns the items with the elements of the list in order.
  ///
  /// The elements follow each other if they do so in both versions. Otherwise, they use the places of the elements.
  func ordered(_ items: [ListMerge<BlockIdentity>.Item]) -> [ListMerge<BlockIdentity>.Item] {
    let elements = lists.map { list in list.identities.indices.filter { isElement($0, of: list) } }
    // Only sections can be mixed with other blocks.
    guard zip(lists, elements).contains(where: { !$1.isEmpty && $1.count < $0.identities.count }) else { return items }
    let identities = zip(lists, elements).map { list, offsets in offsets.map { list.identities[$0] } }
    let merged = ListMerge.merged(
      base: identities[0], ours: identities[1], theirs: identities[2], precedence: precedence)
    let all = Set(identities.joined())
    let places = items.indices.filter { all.contains(items[$0].element) }
    let byElement = Dictionary(places.map { (items[$0].element, items[$0]) }) { first, _ in first }
    let order = merged.compactMap { byElement[$0] }
    guard order.count == places.count, let start = places.first else { return items }
    if elements.dropFirst().allSatisfy({ ($0.last ?? -1) - ($0.first ?? 0) == $0.count - 1 }) {
      return items[..<start] + order + items[start...].filter { !all.contains($0.element) }
    }
    var result = items
    for (place, item) in zip(places, order) { result[place] = item }
    return result
  }

  private func isElement(_ offset: Int, of list: SiblingList) -> Bool {
    guard case .tableElement(let array) = list[offset].role else { return false }
    return rules.isList(array)
  }
}
