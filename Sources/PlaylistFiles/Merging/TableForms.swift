internal import LosslessTOML

/// The form of each table in a merge, so that one key is one block in all versions.
///
/// Like the style of line ends, the form is that of the side that changed it. If both sides did, it is the first one in the order
/// of ``TableForm``, so that it is the same whichever side is ours.
struct TableForms {
  /// The keys of the document whose tables, or tables below them, have different forms in different versions.
  private(set) var mixedKeys: Set<String> = []
  private var forms: [[String]: TableForm] = [:]

  init(_ inputs: MergeInputs) {
    let versions = MergeVersion.allCases.map { WrittenTables(inputs[$0]) }
    let paths = Set(versions.flatMap(\.forms.keys))
    for path in paths where Self.isMixed(path, versions) || Self.isInConflict(path, versions, inputs) {
      if let key = path.first { mixedKeys.insert(key) }
    }
    guard !mixedKeys.isEmpty else { return }
    for path in paths.sorted(by: { $0.count < $1.count }) where mixedKeys.contains(path[0]) {
      forms[path] = form(of: path, versions, inputs)
    }
  }

  /// The form of the table at a path.
  subscript(path: [String]) -> TableForm? { forms[path] }

  /// Returns whether the tables of a version from a path on have these forms.
  func allow(_ tables: WrittenTables, from path: [String]) -> Bool {
    tables.forms.allSatisfy { table, written in
      guard table.starts(with: path), let form = forms[table] else { return true }
      return written == form || written == .implicit && form != .inline
    }
  }

  private static func isMixed(_ path: [String], _ versions: [WrittenTables]) -> Bool {
    let found = Set(versions.compactMap { $0.forms[path] })
    return found.subtracting([.implicit]).count > 1 || found.isSuperset(of: [.implicit, .inline])
  }

  /// Returns whether one side has a table where the other one has another value, and both changed it. As an inline table, it is
  /// another value of one key.
  private static func isInConflict(_ path: [String], _ versions: [WrittenTables], _ inputs: MergeInputs) -> Bool {
    let (ours, theirs) = (versions[1], versions[2])
    guard
      ours.values[path] != nil && theirs.forms[path] != nil || ours.forms[path] != nil && theirs.values[path] != nil
    else { return false }
    let base = inputs.base.value(at: path)
    return base != inputs.ours.value(at: path) && base != inputs.theirs.value(at: path)
  }

  private func form(of path: [String], _ versions: [WrittenTables], _ inputs: MergeInputs) -> TableForm {
    // An array of tables has headers, so that no table around it is inline.
    let hasHeaders = versions.contains { $0.arraysOfTables.contains { $0.starts(with: path) } }
    if !hasHeaders, path.count > 1, forms[Array(path.dropLast())] == .inline {
      return Self.common(path, versions) == .dotted ? .dotted : .inline
    }
    if !hasHeaders, Self.isInConflict(path, versions, inputs) { return .inline }
    let form = Self.common(path, versions)
    return form == .inline && hasHeaders ? .section : form
  }

  /// Returns the form of the side that changed it.
  private static func common(_ path: [String], _ versions: [WrittenTables]) -> TableForm {
    let found = versions.map { $0.forms[path] == .implicit ? nil : $0.forms[path] }
    switch (found[1], found[2]) {
    case (nil, nil): return found[0] ?? .implicit
    case (let form?, nil), (nil, let form?): return form
    case (let ours?, let theirs?):
      if ours == theirs || found[0] == theirs { return ours }
      return found[0] == ours ? theirs : min(ours, theirs)
    }
  }
}

extension MergeInputs {
  /// The versions with the same form of each table; the versions as they are if that is impossible.
  var withCommonForms: MergeInputs {
    let forms = TableForms(self)
    guard !forms.mixedKeys.isEmpty else { return self }
    let inputs = MergeVersion.allCases.map { version in
      forms.mixedKeys.sorted().reduce(self[version]) { (input: MergeInput?, key) in
        input.flatMap { TableRewriting(of: key, in: $0, lineEnd).rewritten(in: forms) }
      }
    }
    guard let base = inputs[0], let ours = inputs[1], let theirs = inputs[2] else { return self }
    return MergeInputs(base: base, ours: ours, theirs: theirs, lineEnd: lineEnd)
  }
}
