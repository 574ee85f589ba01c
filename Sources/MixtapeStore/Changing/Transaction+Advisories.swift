internal import GitHistory
internal import MixtapeModel

extension Transaction {
  /// Notifies the user, once for each store, of settings that `git commit` follows and Mixtape ignores, and of a missing merge
  /// driver.
  func notifyAdvisories() throws(MixtapeError) {
    for advisory in try repository.advisories()
    where try state.isFirstNotice(of: advisory.topic) {
      store.context.notify(.advisory(advisory))
    }
    guard try repository.hasRemote() else { return }
    if try MergeDriver.isConfigured(in: repository), try store.namesMergeDriver() { return }
    if try state.isFirstNotice(of: MergeDriver.noticeTopic) { store.context.notify(.mergeDriverMissing) }
  }

  /// Records that the user needs no notice of a missing merge driver.
  func omitMergeDriverNotice() throws(MixtapeError) {
    _ = try state.isFirstNotice(of: MergeDriver.noticeTopic)
  }
}

extension Store {
  /// Returns whether `.gitattributes` names Mixtape as the merge driver of the store's files.
  func namesMergeDriver() throws(MixtapeError) -> Bool {
    guard case .bytes(let source) = try load(StoreAttributes.fileName) else { return false }
    return MergeDriver.isNamed(in: source)
  }
}

extension RepositoryAdvisory {
  /// The name of the note that the notice was shown.
  fileprivate var topic: String {
    switch self {
    case .commitsAreNotSigned: "signing"
    case .hooksDoNotRun: "hooks"
    case .filesAreNotConverted: "conversion"
    }
  }
}
