internal import LosslessTOML

extension BlockMerge {
  /// Merges the parts of a block separately. For a value that both sides changed, takes ours.
  mutating func parts(of versions: BlockVersions, at path: [String]) -> MergedBlock {
    let (base, ours, theirs) = (versions.base, versions.ours, versions.theirs)
    var merged = versions.unmerged
    guard base != nil || (ours != nil && theirs != nil) else { return merged }
    let isStart = choice(base?.startsLine, ours?.startsLine, theirs?.startsLine)
    merged.line = isStart
    merged.gap = text(base?.gap, ours?.gap, theirs?.gap)
    merged.indent = text(base?.indent, ours?.indent, theirs?.indent)
    merged.head = text(base?.head, ours?.head, theirs?.head)
    merged.value = text(base?.value, ours?.value, theirs?.value)
    merged.beforeComma = comment(base?.beforeComma, ours?.beforeComma, theirs?.beforeComma)
    merged.trailing = comment(base?.trailing, ours?.trailing, theirs?.trailing)
    merged.lineEnd = text(base?.lineEnd, ours?.lineEnd, theirs?.lineEnd)
    merged.lead = siblings(base: base?.lead ?? [], ours: ours?.lead ?? [], theirs: theirs?.lead ?? [], at: path)
    if versions.isSection {
      merged.lines = siblings(base: base?.lines ?? [], ours: ours?.lines ?? [], theirs: theirs?.lines ?? [], at: path)
      merged.sections = siblings(
        base: base?.sections ?? [], ours: ours?.sections ?? [], theirs: theirs?.sections ?? [], at: path)
      merged.endComments = siblings(
        base: base?.endComments ?? [], ours: ours?.endComments ?? [], theirs: theirs?.endComments ?? [], at: path)
    } else if hasMergedContainer(versions, at: path) {
      let containers = (base: base?.container, ours: ours?.container, theirs: theirs?.container)
      let items = siblings(
        base: containers.base?.blocks ?? [], ours: containers.ours?.blocks ?? [],
        theirs: containers.theirs?.blocks ?? [], at: path)
      merged.container = container(containers.base, containers.ours, containers.theirs, of: items)
    }
    return merged
  }

  /// Returns the block of one side of a conflict; `nil` if the side has none. An array has the comments of both sides.
  mutating func version(_ side: MergeVersion, of versions: BlockVersions, at path: [String]) -> MergedBlock? {
    guard var block = versions.block(of: side) else { return nil }
    guard let ours = array(versions.ours, in: .ours), let theirs = array(versions.theirs, in: .theirs) else {
      return block
    }
    let base = array(versions.base, in: .base)
    let items = elements(of: side, base: base?.blocks ?? [], ours: ours.blocks, theirs: theirs.blocks, at: path)
    block.container = side == .ours ? container(nil, ours, nil, of: items) : container(nil, nil, theirs, of: items)
    block.container?.opening = comment(base?.opening, ours.opening, theirs.opening)
    return block
  }

  /// Returns the parts of an array; `nil` for another value.
  private func array(_ block: TOMLBlock?, in version: MergeVersion) -> TOMLContainer? {
    block.flatMap { inputs[version].outline.value(of: $0)?.array == nil ? nil : $0.container }
  }

  /// Returns whether the elements or entries of a value are merged separately.
  func hasMergedContainer(_ versions: BlockVersions, at path: [String]) -> Bool {
    versions.isValue && rules.dependentResolution(of: path) == nil
      && (versions.isList(rules, path) || versions.isInlineTable || isFormattedArray(versions))
  }

  /// Returns whether at most one side changed the elements of an array that is one value. Comments and lines in it are merged.
  private func isFormattedArray(_ versions: BlockVersions) -> Bool {
    func array(_ block: TOMLBlock, _ version: MergeVersion) -> TOMLLiteral? {
      inputs[version].outline.value(of: block).flatMap { $0.array == nil ? nil : TOMLLiteral($0) }
    }
    guard let ours = versions.ours.flatMap({ array($0, .ours) }),
      let theirs = versions.theirs.flatMap({ array($0, .theirs) })
    else { return false }
    guard let block = versions.base else { return ours == theirs }
    guard let base = array(block, .base) else { return false }
    return ours == theirs || ours == base || theirs == base
  }

  /// The blank lines at the end of the file.
  var end: MergeText {
    text(inputs.base.outline.root.end, inputs.ours.outline.root.end, inputs.theirs.outline.root.end)
  }

  private func container(
    _ base: TOMLContainer?, _ ours: TOMLContainer?, _ theirs: TOMLContainer?, of items: [MergedItem]
  ) -> MergedContainer {
    MergedContainer(
      opening: comment(base?.opening, ours?.opening, theirs?.opening),
      openingLineEnd: text(base?.openingLineEnd, ours?.openingLineEnd, theirs?.openingLineEnd),
      items: items,
      closingGap: text(base?.closingGap, ours?.closingGap, theirs?.closingGap),
      closing: text(base?.closing, ours?.closing, theirs?.closing),
      closingStartsLine: choice(base?.closingStartsLine, ours?.closingStartsLine, theirs?.closingStartsLine).isStart,
      isMultiline: choice(base?.isMultiline, ours?.isMultiline, theirs?.isMultiline).isStart,
      wasMultiline: (ours?.isMultiline ?? false, theirs?.isMultiline ?? false),
      hasTrailingComma: choice(base?.hasTrailingComma, ours?.hasTrailingComma, theirs?.hasTrailingComma).isStart)
  }

  // MARK: Choosing

  /// Returns the value of the side that changed it, and that side; ours if both did.
  private func choice(_ base: Bool?, _ ours: Bool?, _ theirs: Bool?) -> (version: MergeVersion, isStart: Bool) {
    guard let ours else { return (.theirs, theirs ?? false) }
    guard let theirs, base == ours, theirs != ours else { return (.ours, ours) }
    return (.theirs, theirs)
  }

  /// Returns the text of the side that changed it; ours if both did.
  private func text(_ base: Range<Int>?, _ ours: Range<Int>?, _ theirs: Range<Int>?) -> MergeText {
    guard let ours else { return theirs.map { .source(.theirs, $0) } ?? .empty }
    guard let theirs, let base, inputs.areEqual((.base, base), (.ours, ours)) else { return .source(.ours, ours) }
    return .source(.theirs, theirs)
  }

  /// Returns the text at the end of a line, which can be a comment. Joins comments that both sides changed.
  private func comment(_ base: Range<Int>?, _ ours: Range<Int>?, _ theirs: Range<Int>?) -> MergeText {
    let chosen = text(base, ours, theirs)
    guard case .source(.ours, let range) = chosen, let theirs, let base,
      !inputs.areEqual((.base, base), (.theirs, theirs))
    else {
      // Both sides added the line, and a comment on it.
      guard base == nil, let ours, let theirs else { return chosen }
      return joined(ours, theirs)
    }
    return joined(range, theirs)
  }

  private func joined(_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeText {
    let (our, their) = (inputs.ours.source[ours], inputs.theirs.source[theirs])
    guard let start = their.firstIndex(of: UInt8(ascii: "#")) else { return .source(.ours, ours) }
    guard our.contains(UInt8(ascii: "#")) else { return .source(.theirs, theirs) }
    if our.containsBytes(their[start...]) { return .source(.ours, ours) }
    if let own = our.firstIndex(of: UInt8(ascii: "#")), their.containsBytes(our[own...]) {
      return .source(.theirs, theirs)
    }
    return .bytes(Array(our) + [UInt8(ascii: " ")] + their[start...])
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the bytes contain a sequence of bytes.
  fileprivate func containsBytes(_ other: ArraySlice<UInt8>) -> Bool {
    guard other.count <= count else { return false }
    return (startIndex...endIndex - other.count).contains { self[$0..<$0 + other.count] == other }
  }
}
