internal import LosslessTOML

/// The comments of sections that are lost or return in a merge, because a blank line moved them to another block.
///
/// A comment directly above a header belongs to its section, and any other comment to the section around it. If one side adds a
/// blank line below a comment, and the other side changes or removes the comment, blocks alone cannot tell that it is the same one.
struct CommentBalance {
  private typealias Text = ArraySlice<UInt8>

  private let inputs: MergeInputs
  /// The number of copies of each comment that have to be removed from the result, or added to it if negative.
  private var surplus: [Text: Int] = [:]
  /// Whether both sides have a comment that the base does not have, and the result has it more than once.
  private var hasRepetitions = false

  init(_ inputs: MergeInputs, result: MergedBlock) {
    self.inputs = inputs
    let counts = [MergeVersion.base, .ours, .theirs].map { Self.counts(inputs[$0]) }
    guard counts.contains(where: { !$0.isEmpty }) else { return }
    var found: [Text: Int] = [:]
    count(result, into: &found)
    for text in Set(counts.flatMap(\.keys)) {
      let (old, our, their) = (counts[0][text] ?? 0, counts[1][text] ?? 0, counts[2][text] ?? 0)
      let isRemoved = our < old || their < old
      // Each side can have added one of them.
      let most = max(0, our + their - old)
      let least = isRemoved ? most : max(our, their)
      let number = found[text] ?? 0
      if our > old, their > old, number > max(our, their) { hasRepetitions = true }
      if number < least {
        surplus[text] = number - least
      } else if number > (isRemoved ? max(most, min(our, their)) : most) {
        surplus[text] = number - most
      }
    }
  }

  /// Returns the result with as many copies of each comment as both sides left.
  func balanced(_ root: MergedBlock) -> MergedBlock {
    guard !surplus.isEmpty || hasRepetitions else { return root }
    var (root, surplus) = (root, surplus)
    if hasRepetitions {
      var run: [Text: MergeVersion] = [:]
      removeRepetitions(from: &root, &run)
    }
    remove(&surplus, from: &root)
    for version in [MergeVersion.ours, .theirs] {
      add(&surplus, from: inputs[version].outline.root, of: version, to: &root)
    }
    return root
  }

  // MARK: Counting

  private static func counts(_ input: MergeInput) -> [Text: Int] {
    var counts: [Text: Int] = [:]
    func count(_ block: TOMLBlock) {
      if block.role == .comment { counts[text(block.value, in: input), default: 0] += 1 }
      for part in [block.lead, block.lines, block.sections] { for below in part { count(below) } }
    }
    count(input.outline.root)
    return counts
  }

  /// Returns a comment without the white space after it.
  private static func text(_ range: Range<Int>, in input: MergeInput) -> Text {
    input.source[range].withoutTrailingSpace
  }

  private func text(_ block: MergedBlock) -> Text { inputs.bytes(block.value).withoutTrailingSpace }

  private func count(_ block: MergedBlock, into counts: inout [Text: Int]) {
    if block.isComment { counts[text(block), default: 0] += 1 }
    for part in [block.lead, block.lines, block.sections, block.endComments] {
      for item in part { count(item, into: &counts) }
    }
  }

  private func count(_ item: MergedItem, into counts: inout [Text: Int]) {
    switch item {
    case .block(let block): count(block, into: &counts)
    case .conflict(_, let ours, let theirs):
      for block in [ours, theirs].compactMap(\.self) { count(block, into: &counts) }
    }
  }

  // MARK: Removing and adding

  private func remove(_ surplus: inout [Text: Int], from block: inout MergedBlock) {
    for part in [\MergedBlock.lead, \.lines, \.sections, \.endComments] where !block[keyPath: part].isEmpty {
      block[keyPath: part] = block[keyPath: part].compactMap { item in
        guard case .block(var below) = item else { return item }
        if below.isComment, (below.places.ours == nil) != (below.places.theirs == nil) {
          let text = text(below)
          if let number = surplus[text], number > 0 {
            surplus[text] = number - 1
            return nil
          }
        }
        remove(&surplus, from: &below)
        return .block(below)
      }
    }
  }

  /// Removes comments that follow an equal comment of the other side without a block between them.
  ///
  /// Both sides have the comment there, but it belongs to different blocks if one side removed the block below it.
  ///
  /// - Parameter run: The comments of one side since the last other block.
  private func removeRepetitions(from block: inout MergedBlock, _ run: inout [Text: MergeVersion]) {
    removeRepetitions(from: &block.lead, &run)
    run = [:]
    for part in [\MergedBlock.lines, \.sections, \.endComments] where !block[keyPath: part].isEmpty {
      removeRepetitions(from: &block[keyPath: part], &run)
    }
  }

  private func removeRepetitions(from items: inout [MergedItem], _ run: inout [Text: MergeVersion]) {
    items = items.compactMap { item in
      guard case .block(var block) = item else {
        run = [:]
        return item
      }
      guard block.isComment else {
        removeRepetitions(from: &block, &run)
        return .block(block)
      }
      let text = text(block)
      switch block.places {
      case (.some, nil), (nil, .some):
        let side: MergeVersion = block.places.ours == nil ? .theirs : .ours
        if let other = run[text], other != side {
          run[text] = nil
          return nil
        }
        run[text] = side
      default: break
      }
      return item
    }
  }

  /// Adds lost comments after the first lines of the document.
  private func add(
    _ surplus: inout [Text: Int], from block: TOMLBlock, of version: MergeVersion, to root: inout MergedBlock
  ) {
    if block.role == .comment {
      let text = Self.text(block.value, in: inputs[version])
      guard let number = surplus[text], number < 0 else { return }
      surplus[text] = number + 1
      root.lines.append(.block(MergedBlock(block, of: version)))
    }
    for part in block.lead + block.lines + block.sections { add(&surplus, from: part, of: version, to: &root) }
  }
}
