internal import LosslessTOML

/// The arrays of tables that some versions write below headers, such as `[[episodes]]`, and others in brackets.
///
/// Like the form of a table, the form of an array is that of the side that changed it. But brackets have no place for all comments
/// below headers, so that headers stay if a side has new ones.
struct ArrayForms {
  /// A way to write an array of tables.
  private enum Form {
    case headers, brackets
  }

  private let inputs: MergeInputs
  /// The forms of base, ours and theirs, by the path of the array.
  private let forms: [[String]: [MergeVersion: Form]]

  init(_ inputs: MergeInputs) {
    self.inputs = inputs
    let versions = MergeVersion.allCases.map { (version: $0, arrays: Self.arraysWithHeaders(in: inputs[$0])) }
    var forms: [[String]: [MergeVersion: Form]] = [:]
    for path in versions.reduce(into: Set(), { $0.formUnion($1.arrays) }) {
      for (version, arrays) in versions {
        if arrays.contains(path) {
          forms[path, default: [:]][version] = .headers
        } else if inputs[version].hasArrayOfTables(at: path) {
          forms[path, default: [:]][version] = .brackets
        }
      }
    }
    self.forms = forms.filter { Set($0.value.values).count > 1 }
  }

  private static func arraysWithHeaders(in input: MergeInput) -> Set<[String]> {
    var (paths, previous): (Set<[String]>, TOMLBlock.Role?) = ([], nil)
    // A long list of episodes has one role.
    for section in input.outline.root.sections where section.role != previous {
      previous = section.role
      if case .tableElement(let path) = section.role { paths.insert(path) }
    }
    return paths
  }

  /// Returns the versions with headers where the merge needs them.
  ///
  /// - Throws: `Refusal.forms` for an array that cannot get headers, if the merge would lose a comment.
  func withHeaders() throws(MergedFile.Refusal) -> MergeInputs {
    var inputs = inputs
    let arrays = forms.filter { needsHeaders($0.value) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (path, forms) in arrays {
      if let rewritten = Self.rewriting(inputs, at: path, forms) {
        inputs = rewritten
      } else if hasNewComments(forms) {
        throw .forms(path)
      }
    }
    return inputs
  }

  /// Returns the versions with headers for an array of tables; `nil` if that is impossible.
  private static func rewriting(
    _ inputs: MergeInputs, at path: [String], _ forms: [MergeVersion: Form]
  ) -> MergeInputs? {
    func version(_ version: MergeVersion) -> MergeInput? {
      guard forms[version] == .brackets else { return inputs[version] }
      guard path.count == 1 else { return nil }
      return HeaderRewriting(of: path[0], in: inputs[version], inputs.lineEnd).rewritten
    }
    guard let base = version(.base), let ours = version(.ours), let theirs = version(.theirs) else { return nil }
    return MergeInputs(base: base, ours: ours, theirs: theirs, lineEnd: inputs.lineEnd)
  }

  private func needsHeaders(_ forms: [MergeVersion: Form]) -> Bool {
    forms[.base] != .headers
      || [MergeVersion.ours, .theirs].contains { forms[$0] == .headers && inputs.hasNewComments(in: $0) }
  }

  /// Returns whether a side with another form than the other side has new comments.
  private func hasNewComments(_ forms: [MergeVersion: Form]) -> Bool {
    forms[.ours] != forms[.theirs] && [.ours, .theirs].contains { forms[$0] != nil && inputs.hasNewComments(in: $0) }
  }
}

extension MergeInput {
  fileprivate func hasArrayOfTables(at path: [String]) -> Bool {
    guard case .array(let elements) = value(at: path) else { return false }
    return !elements.isEmpty && elements.allSatisfy { if case .inlineTable = $0 { true } else { false } }
  }
}
