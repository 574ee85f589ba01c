internal import FileSystem
internal import GitHistory
public import MixtapeModel

extension Store {
  /// Examines files and repository without changing anything. O(the size of all files and of their contents in HEAD).
  ///
  /// Beside a git that packs the repository, objects move and locks come and go. So problems of the repository count only if they
  /// are found several times.
  public func examine() throws(MixtapeError) -> [Finding] {
    var findings = Examination(of: self, in: try openRepository()).findings()
    for _ in 0..<2 where findings.contains(where: \.mayPass) {
      SystemCalls.pause(microseconds: 100_000)
      findings = Examination(of: self, in: try openRepository()).findings()
    }
    return findings
  }
}

/// An examination of a store's files and repository, in the order in which a repair uses it.
struct Examination {
  let store: Store
  let repository: StoreRepository

  init(of store: Store, in repository: StoreRepository) {
    self.store = store
    self.repository = repository
  }

  /// Returns all findings.
  func findings() -> [Finding] {
    do throws(MixtapeError) {
      if let lost = try repository.lostBranch() {
        return [Finding(.error, .branchLost(lost), .possible)]
      }
    } catch {
      // The part of the repository reports it.
    }
    let directories = SectionDirectories(of: store.directory)
    let parts: [(Finding.Part, () throws(MixtapeError) -> [Finding])] = [
      (.files, files), (.repository, head), (.repository, repositoryConflictCopies), (.lock, locks),
      (.permissions, { permissions(of: directories.paths) }),
      (.permissions, { () throws(MixtapeError) in try obstructions(in: directories) }),
      (.objects, objects), (.gitIndex, gitIndex), (.interruptedChange, interruptedChange), (.attributes, attributes),
      (.leftovers, { leftovers(in: directories) }), (.cache, caches), (.identity, identity), (.settings, settings),
      (.storeSettings, untrustedSettings),
      (.packing, packing),
    ]
    return parts.flatMap { part, look in
      do throws(MixtapeError) {
        return try look()
      } catch {
        // If one part fails, the failure is a finding, and the other parts are still examined.
        return [Finding(.error, .unexamined(part, error))]
      }
    }
  }
}

extension Finding {
  /// Whether the problem may be gone in a moment, because git is at work.
  fileprivate var mayPass: Bool { severity == .error && [.lock, .objects].contains(part) }
}

// MARK: - Files, HEAD, settings

extension Examination {
  private func files() throws(MixtapeError) -> [Finding] {
    let result = try store.check()
    let copies = result.reports.filter { $0.conflictCopy != nil }.map(\.path)
    let broken = result.reports.filter(\.hasErrors).count - copies.count
    let warned = result.reports.count - copies.count - broken
    let found = copies.isEmpty ? [] : [Finding(.warning, .conflictCopies(paths: copies))]
    return found + [
      Finding(
        broken > 0 ? .error : warned > 0 ? .warning : .ok,
        .files(count: result.fileCount, withErrors: broken, withWarnings: warned))
    ]
  }

  private func head() throws(MixtapeError) -> [Finding] {
    guard repository.state == .clean else { return [Finding(.error, .unfinishedOperation(repository.state))] }
    let head = try repository.head()
    if case .detached = head { return [Finding(.warning, .head(head))] }
    return [Finding(.ok, .head(head))]
  }

  private func interruptedChange() throws(MixtapeError) -> [Finding] {
    guard let pending = try OperationJournal(in: repository.privateState).read() else { return [] }
    return [Finding(.warning, .interruptedChange(subject: pending.subject), .possible)]
  }

  private func identity() throws(MixtapeError) -> [Finding] {
    let identity = try repository.identity(for: .author)
    return [Finding(identity.isFallback ? .warning : .ok, .identity(identity))]
  }

  private func settings() throws(MixtapeError) -> [Finding] {
    try repository.advisories().map { Finding(.warning, .setting($0)) }
  }

  private func untrustedSettings() throws(MixtapeError) -> [Finding] {
    try store.untrustedSettings().map { Finding(.warning, .untrustedSetting($0)) }
  }

  private func packing() throws(MixtapeError) -> [Finding] {
    let objects = try repository.looseObjects()
    var findings: [Finding] = []
    if objects.exceedsLimit { findings.append(Finding(.warning, .manyLooseObjects(objects))) }
    if objects.limit != nil, InstalledProgram.path(of: "git", in: store.context.environment) == nil {
      findings.append(Finding(.warning, .gitNotInstalled))
    }
    return findings
  }
}
