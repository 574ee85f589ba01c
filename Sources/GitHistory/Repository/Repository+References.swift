internal import CLibgit2

extension Repository {
  /// Returns the full names of the references that begin with a prefix, with their targets. Ignores symbolic references.
  func references(under prefix: String) throws(GitError) -> [(name: String, target: ObjectID)] {
    let pointer = handle.pointer
    let references = try Handle<ReferenceIteratorKind>(.readReference) {
      git_reference_iterator_glob_new(&$0, pointer, "\(prefix)*")
    }
    var found: [(name: String, target: ObjectID)] = []
    while true {
      var next: OpaquePointer?
      let status = git_reference_next(&next, references.pointer)
      if status == GIT_ITEROVER.rawValue { return found }
      let reference = try Handle<ReferenceKind>(.readReference) {
        $0 = next
        return status
      }
      guard let name = git_reference_name(reference.pointer).map({ String(cString: $0) }), name.hasPrefix(prefix),
        let target = git_reference_target(reference.pointer)
      else { continue }
      found.append((name, ObjectID(target.pointee)))
    }
  }

  /// Returns the full names of the references that begin with a prefix, sorted. Ignores symbolic references.
  public func referenceNames(under prefix: String) throws(GitError) -> [String] {
    try references(under: prefix).map(\.name).sorted()
  }
}
