internal import CLibgit2

extension Repository {
  /// Returns the branch or commit that HEAD points at.
  public func head() throws(GitError) -> Head {
    guard let name = try headTarget() else { return .detached(try commitID(of: reference("HEAD"))) }
    let branch = Head.branch(ofReference: name)
    do throws(GitError) {
      return .branch(branch, try commitID(of: reference(name)))
    } catch {
      guard error.code == .notFound else { throw error }
      return .unborn(branch: branch)
    }
  }

  /// The full name of the reference that HEAD points at, such as `refs/heads/main`; `nil` if HEAD is detached.
  func headTarget() throws(GitError) -> String? {
    let head = try reference("HEAD")
    return git_reference_symbolic_target(head.pointer).map { String(cString: $0) }
  }

  /// Returns the commit that `revision` names, in any form of `git rev-parse`: `HEAD~2`, a branch, the start of an
  /// id, `@{yesterday}`. Tags are followed to their commit.
  ///
  /// - Throws: ``GitError/Code/notFound``, ``GitError/Code/ambiguous``, ``GitError/Code/notACommit``, or
  ///   ``GitError/Code/invalidArgument`` if the text is not a revision or has more than 1,000 bytes.
  public func resolve(_ revision: String) throws(GitError) -> CommitID {
    guard !revision.utf8.contains(0) else {
      throw GitError(.invalidArgument, .resolve, message: "a revision cannot contain NUL")
    }
    guard revision.utf8.count <= Self.longestRevision else {
      throw GitError(.invalidArgument, .resolve, message: "the revision is too long")
    }
    if let commit = try commit(ofSimpleRevision: revision) { return commit }
    let object = try object(of: revision)
    var commit: OpaquePointer?
    // Peeling has several error codes for objects that lead to no commit.
    guard git_object_peel(&commit, object.pointer, GIT_OBJECT_COMMIT) == 0, let id = git_object_id(commit) else {
      throw GitError(.notACommit, .resolve, message: "'\(revision)' does not name a commit")
    }
    defer { git_object_free(commit) }
    return CommitID(rawValue: ObjectID(id.pointee))
  }

  /// The maximum number of bytes of a revision. References are files, whose paths are limited too.
  private static let longestRevision = 1_000

  /// Returns the commit of an id, the start of one, or a reference, with any number of `~` and `^` behind it; `nil` for other
  /// forms, and if there is no such object. libgit2, which decides the rest, does not read malformed commits.
  private func commit(ofSimpleRevision revision: String) throws(GitError) -> CommitID? {
    let name = String(revision.prefix { $0 != "~" && $0 != "^" })
    guard let object = object(named: name == "@" ? "HEAD" : name), objects.contains(object),
      let steps = Self.steps(revision.dropFirst(name.count)), var commit = try objects.commit(of: object)
    else { return nil }
    for (sign, number) in steps {
      for _ in 0..<(sign == "~" ? number : min(number, 1)) {
        let parents = try parents(of: commit)
        let place = sign == "~" ? 0 : number - 1
        guard parents.indices.contains(place) else {
          throw GitError(.notFound, .resolve, message: "'\(revision)' goes beyond the first commit")
        }
        commit = parents[place]
      }
    }
    return commit
  }

  private func object(named name: String) -> ObjectID? {
    // libgit2 would take an empty name for HEAD.
    guard !name.isEmpty else { return nil }
    if let id = ObjectID(name) { return id }
    var reference: OpaquePointer?
    defer { git_reference_free(reference) }
    guard git_reference_dwim(&reference, handle.pointer, name) == 0 else { return objects.object(startingWith: name) }
    return git_reference_target(reference).map { ObjectID($0.pointee) }
  }

  /// Reads `~`, `^` and the numbers behind them; `nil` if there is anything else.
  private static func steps(_ text: Substring) -> [(sign: Character, number: Int)]? {
    var (steps, rest): ([(sign: Character, number: Int)], Substring) = ([], text)
    while let sign = rest.popFirst() {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard sign == "~" || sign == "^", let number = digits.isEmpty ? 1 : Int(digits) else { return nil }
      steps.append((sign, number))
      rest = rest.dropFirst(digits.count)
    }
    return steps
  }

  private func object(of revision: String) throws(GitError) -> Handle<ObjectKind> {
    do throws(GitError) {
      return try Handle(.resolve) { git_revparse_single(&$0, handle.pointer, revision) }
    } catch {
      // libgit2 reports starts of ids with fewer than four digits as ambiguous, whether or not there are such objects.
      guard error.code == .ambiguous, error.message.contains("too short") else { throw error }
      throw GitError(.notFound, .resolve, message: error.message)
    }
  }

  func reference(_ name: String) throws(GitError) -> Handle<ReferenceKind> {
    try Handle(.readReference) { git_reference_lookup(&$0, handle.pointer, name) }
  }

  /// Returns the commit that a reference leads to, directly or through symbolic references.
  func commitID(of reference: borrowing Handle<ReferenceKind>) throws(GitError) -> CommitID {
    // Most branches are direct references. Resolving a reference would read its file again.
    if let id = git_reference_target(reference.pointer) { return CommitID(rawValue: ObjectID(id.pointee)) }
    let direct = try Handle<ReferenceKind>(.readReference) { git_reference_resolve(&$0, reference.pointer) }
    guard let id = git_reference_target(direct.pointer) else {
      throw GitError(.corrupt, .readReference, message: "the reference has no target")
    }
    return CommitID(rawValue: ObjectID(id.pointee))
  }
}
