internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Examination {
  /// Returns the existing locks of git on files that a change or a sync needs.
  func locks() throws(MixtapeError) -> [Finding] {
    let token = try StoreRepository.checked(try LockToken.existing(at: repository.privateState.lockToken))
    let search = LockHolderSearch(processes: ProcessTable(), now: store.context.now())
    let places = [store.directory, repository.directory, repository.gitDirectory]
    var findings: [Finding] = []
    for lock in try lockPaths() {
      if let token, try StoreRepository.checked(try token.isIn(lock)) {
        findings.append(Finding(.warning, .lock(lock, .change), .possible))
      } else if try Disk.exists(lock) {
        let holder = try Disk.checked(lock, try search.holder(of: lock, in: places))
        findings.append(Finding(.error, .lock(lock, holder), holder == .nobody ? .possible : .none))
      }
    }
    return findings
  }

  /// Returns the paths at which locks are looked for.
  private func lockPaths() throws(MixtapeError) -> [FilePath] {
    let branch = try repository.head().branchReference
    let own = ["index", "HEAD"].map { repository.gitDirectory.appending($0) }
    let shared = [branch, "packed-refs", "config", "shallow"].compactMap(\.self).map {
      repository.commonDirectory.appending($0)
    }
    let locks = (own + shared).map { FilePath($0.string + ".lock") }
    return try locks + referenceLocks(below: repository.commonDirectory.appending("refs/remotes"))
  }

  /// Returns the lock files below a directory of references, sorted. The name of a branch cannot end like that of a lock.
  private func referenceLocks(below directory: FilePath) throws(MixtapeError) -> [FilePath] {
    var locks: [FilePath] = []
    var open = [directory]
    while let next = open.popLast() {
      guard try Disk.exists(next) else { continue }
      let names = try Disk.checked(next, try Directory(at: next).names())
      for (name, kind) in names {
        guard let name = String(validating: name.dropLast(), as: UTF8.self), ![".", ".."].contains(name) else {
          continue
        }
        if kind == .directory { open.append(next.appending(name)) }
        if name.hasSuffix(".lock") { locks.append(next.appending(name)) }
      }
    }
    return locks.sorted { $0.string < $1.string }
  }
}
