internal import LosslessTOML
internal import MixtapeModel

/// A three-way merge of the blocks of a file.
///
/// The parts of a block are merged separately: the value, the comment on its line, white space and the line end. Each
/// part comes from the side that changed it. ``MergeRules`` resolve values that both sides changed.
struct BlockMerge {
  let inputs: MergeInputs
  let rules: any MergeRules
  private let precedence: MergePrecedence
  /// The conflicting keys, in the order of the merged file.
  private(set) var conflicts: [FileConflict] = []

  init(_ inputs: MergeInputs, by rules: any MergeRules, _ precedence: MergePrecedence) {
    (self.inputs, self.rules, self.precedence) = (inputs, rules, precedence)
  }

  /// Returns the merged document.
  mutating func merged() -> MergedBlock {
    parts(of: EndComments(inputs, rules).document, at: [])
  }

  // MARK: Siblings

  /// Returns the merged blocks of one parent.
  mutating func siblings(
    base: [TOMLBlock], ours: [TOMLBlock], theirs: [TOMLBlock], at path: [String]
  ) -> [MergedItem] {
    guard !base.isEmpty || !ours.isEmpty || !theirs.isEmpty else { return [] }
    let (old, our, their) = lists(base, ours, theirs, at: path)
    let items = SectionOrder(old, our, their, rules, precedence).ordered(
      ListMerge.items(
        base: old.identities, ours: our.identities, theirs: their.identities, precedence: precedence, by: <,
        keeping: { isKept(old[$0], $1.map { our[$0] }, $2.map { their[$0] }, at: path) }))
    var merged: [MergedItem?] = []
    merged.reserveCapacity(items.count)
    for item in items {
      if let block = unchangedBlock(item, old, our, their) {
        merged.append(block)
        continue
      }
      let versions = BlockVersions(item, old, our, their)
      merged.append(versions.flatMap { block($0, at: path + item.element.keys) })
    }
    return CommentPlacement(old, our, their, items).placed(among: merged) { parts(of: $0, at: path) }
  }

  /// Returns the elements of one side of an array in conflict, with the comments of both sides.
  ///
  /// The comments on the lines of elements that the side does not have are left out.
  mutating func elements(
    of side: MergeVersion, base: [TOMLBlock], ours: [TOMLBlock], theirs: [TOMLBlock], at path: [String]
  ) -> [MergedItem] {
    let (old, our, their) = lists(base, ours, theirs, at: path)
    let all = ListMerge.items(
      base: old.identities, ours: our.identities, theirs: their.identities, by: <,
      keeping: { (side == .ours ? $1 : $2) != nil })
    let own = all.compactMap { item in (side == .ours ? item.ours : item.theirs).map { (item: item, offset: $0) } }
    let items = own.sorted { $0.offset < $1.offset }.map(\.item)
    let merged = items.map { item in
      BlockVersions(item, old, our, their).map { MergedItem.block(element(of: side, $0, at: path + item.element.keys)) }
    }
    return CommentPlacement(old, our, their, items, of: side).placed(among: merged) { parts(of: $0, at: path) }
  }

  private mutating func element(of side: MergeVersion, _ versions: BlockVersions, at path: [String]) -> MergedBlock {
    var merged = parts(of: versions, at: path)
    // Elements with the same meaning can have other texts.
    if let own = versions.block(of: side) { merged.value = own.value }
    return merged
  }

  private func lists(
    _ base: [TOMLBlock], _ ours: [TOMLBlock], _ theirs: [TOMLBlock], at path: [String]
  ) -> (base: SiblingList, ours: SiblingList, theirs: SiblingList) {
    (
      SiblingList(base, in: .base, at: path, inputs.base.outline, rules),
      SiblingList(ours, in: .ours, at: path, inputs.ours.outline, rules),
      SiblingList(theirs, in: .theirs, at: path, inputs.theirs.outline, rules)
    )
  }

  /// Returns whether to keep a block that one side removed, because the other side changed its value.
  ///
  /// Removed list elements and comments are not kept.
  private func isKept(_ base: TOMLBlock, _ ours: TOMLBlock?, _ theirs: TOMLBlock?, at path: [String]) -> Bool {
    if case .element = base.role { return false }
    if case .tableElement(let array) = base.role, rules.isList(array) { return false }
    guard let block = ours ?? theirs else { return false }
    let side: MergeVersion = ours == nil ? .theirs : .ours
    if case .entry(let keys) = block.role, let known = rules.dependentResolution(of: path + keys) {
      return known != (ours == nil ? .ours : .theirs)
    }
    return values(of: base, in: .base) != values(of: block, in: side)
  }

  /// Returns the value of a block, or the values of the lines below a header: tables with headers of their own are other blocks.
  private func values(of block: TOMLBlock, in version: MergeVersion) -> [[String]: TOMLLiteral] {
    let outline = inputs[version].outline
    guard case .table = block.role else { return outline.value(of: block).map { [[]: TOMLLiteral($0)] } ?? [:] }
    return block.lines.reduce(into: [:]) { values, line in
      if case .entry(let keys) = line.role { values[keys] = outline.value(of: line).map(TOMLLiteral.init) }
    }
  }

  // MARK: One block

  private mutating func block(_ versions: BlockVersions, at path: [String]) -> MergedItem? {
    guard versions.ours != nil, versions.theirs != nil else { return blockOfOneSide(versions, at: path) }
    // A list in conflict is not merged by elements.
    if rules.conflictPath(of: path) != path || rules.dependentResolution(of: path) == .conflict {
      return conflict(versions, at: path)
    }
    let count = conflicts.count
    var merged = parts(of: versions, at: path)
    if versions.isSection || conflicts.count > count { return .block(merged) }
    if rules.isRemoved(path) { return merged.commentsOfList.map { .block($0) } }
    switch resolution(of: versions, at: path) {
    case .ours?, .either?: break
    case .theirs?:
      if let theirs = versions.theirs {
        merged.value = .source(.theirs, theirs.value)
        merged.container = nil
      }
    case .value(let literal)?:
      merged.value = .bytes(literal.text)
      merged.container = nil
    case .conflict?: return conflict(versions, at: path)
    case nil: break
    }
    return .block(merged)
  }

  private mutating func blockOfOneSide(_ versions: BlockVersions, at path: [String]) -> MergedItem? {
    if versions.base == nil, rules.dependentResolution(of: path) == nil { return .block(versions.unmerged) }
    if rules.isList(path), !versions.isSection, rules.resolution(of: path) != .conflict {
      // The list stays if the other side added elements.
      let merged = parts(of: versions, at: path)
      let hasElements = merged.container?.items.contains { !$0.isComment } == true
      return (hasElements ? merged : merged.commentsOfList).map { .block($0) }
    }
    switch rules.resolution(of: path) ?? .conflict {
    case .ours: return versions.block(of: .ours).map { .block($0) }
    case .theirs: return versions.block(of: .theirs).map { .block($0) }
    case .either: return .block(versions.unmerged)
    case .value(let literal):
      var block = versions.unmerged
      block.value = .bytes(literal.text)
      block.container = nil
      return .block(block)
    case .conflict: return conflict(versions, at: path)
    }
  }

  private mutating func conflict(_ versions: BlockVersions, at path: [String]) -> MergedItem {
    let deciding = rules.conflictPath(of: path)
    if deciding == path { report(versions, at: path) }
    return .conflict(
      path: deciding, ours: version(.ours, of: versions, at: path), theirs: version(.theirs, of: versions, at: path))
  }

  private mutating func report(_ versions: BlockVersions, at path: [String]) {
    func text(_ block: TOMLBlock?, _ version: MergeVersion) -> [UInt8]? {
      block.flatMap(inputs[version].outline.value)?.conflictText
    }
    conflicts.append(
      FileConflict(
        path: path, base: text(versions.base, .base), ours: text(versions.ours, .ours),
        theirs: text(versions.theirs, .theirs), followers: rules.followers(of: path)))
  }

  /// Returns the block of an item that has the same bytes in all versions; `nil` for other items.
  ///
  /// Most elements of a long list are unchanged, so this makes no copies of their versions.
  private func unchangedBlock(
    _ item: ListMerge<BlockIdentity>.Item, _ old: SiblingList, _ our: SiblingList, _ their: SiblingList
  ) -> MergedItem? {
    guard let base = item.base, let ours = item.ours, let theirs = item.theirs else { return nil }
    let extent = our.extent(at: ours)
    guard inputs.areEqual((.base, old.extent(at: base)), (.ours, extent)),
      inputs.areEqual((.theirs, their.extent(at: theirs)), (.ours, extent))
    else { return nil }
    return .block(MergedBlock(our[ours], of: .ours, places: (our.offsets[ours], their.offsets[theirs])))
  }

  /// Returns the resolution of a value; `nil` for a block that is missing on one side or is merged by parts.
  private func resolution(of versions: BlockVersions, at path: [String]) -> MergeResolution? {
    guard let ours = versions.ours, let theirs = versions.theirs, versions.isValue,
      !hasMergedContainer(versions, at: path)
    else { return nil }
    if let known = rules.dependentResolution(of: path) { return known }
    if let base = versions.base {
      if inputs.areEqual((.base, base.value), (.ours, ours.value)) { return .theirs }
      if inputs.areEqual((.base, base.value), (.theirs, theirs.value)) { return .ours }
    }
    // Both sides can increment a counter to the same value.
    if let known = rules.resolution(of: path) { return known }
    if inputs.areEqual((.ours, ours.value), (.theirs, theirs.value)) { return .ours }
    let (our, their) = (inputs.ours.outline.value(of: ours), inputs.theirs.outline.value(of: theirs))
    let (ourLiteral, theirLiteral) = (our.map(TOMLLiteral.init), their.map(TOMLLiteral.init))
    if ourLiteral == theirLiteral { return .ours }
    // A side that only wrote the value in another way did not change it.
    guard let base = versions.base.flatMap(inputs.base.outline.value).map(TOMLLiteral.init) else { return .conflict }
    if ourLiteral == base { return .theirs }
    return theirLiteral == base ? .ours : .conflict
  }
}
