internal import LosslessTOML

/// The place of the comments at the end of a file: in its last section, or after all sections.
///
/// They follow all sections if the versions have different last sections. Otherwise, they would move with a section that
/// a side added, removed or moved.
struct EndComments {
  private let inputs: MergeInputs
  private let rules: any MergeRules

  init(_ inputs: MergeInputs, _ rules: any MergeRules) {
    (self.inputs, self.rules) = (inputs, rules)
  }

  /// The versions of the document to merge.
  var document: BlockVersions {
    guard MergeVersion.allCases.contains(where: { inputs[$0].outline.hasEndComments }) else {
      return BlockVersions { inputs[$0].outline.root }
    }
    let paths = MergeVersion.allCases.map(lastSection)
    guard Set(paths).count > 1 else { return BlockVersions { inputs[$0].outline.root } }
    let separate = BlockVersions { inputs[$0].outline.rootWithEndComments }
    // A side that added entries or sections below a comment left it in its section.
    for (version, path) in zip(MergeVersion.allCases, paths) {
      let comments = Set((separate[version]?.endComments ?? []).map { text(of: $0, in: version) })
      for other in MergeVersion.allCases where other != version {
        let section = section(at: path, below: separate[other], in: other)
        let inSection = (section?.lines ?? []).filter { $0.role == .comment }.map { text(of: $0, in: other) }
        if !comments.isDisjoint(with: inSection) { return BlockVersions { inputs[$0].outline.root } }
      }
    }
    return separate
  }

  /// Returns the identities on the path to the last section; empty for a document without sections.
  private func lastSection(in version: MergeVersion) -> [BlockIdentity] {
    var path: [BlockIdentity] = []
    var block = inputs[version].outline.root
    while let last = block.sections.last, let identity = siblings(in: block, of: version).identities.last {
      path.append(identity)
      block = last
    }
    return path
  }

  private func section(
    at path: [BlockIdentity], below root: TOMLBlock?, in version: MergeVersion
  ) -> TOMLBlock? {
    var block = root
    for identity in path {
      guard let parent = block else { return nil }
      let list = siblings(in: parent, of: version)
      block = list.identities.firstIndex(of: identity).map { list[$0] }
    }
    return block
  }

  private func siblings(in block: TOMLBlock, of version: MergeVersion) -> SiblingList {
    SiblingList(block.sections, in: version, at: [], inputs[version].outline, rules)
  }

  private func text(of comment: TOMLBlock, in version: MergeVersion) -> [UInt8] {
    Array(inputs[version].source[comment.value])
  }
}

extension BlockVersions {
  fileprivate subscript(version: MergeVersion) -> TOMLBlock? {
    switch version {
    case .base: base
    case .ours: ours
    case .theirs: theirs
    }
  }
}
