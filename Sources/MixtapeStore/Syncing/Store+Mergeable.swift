internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel

extension Store {
  /// Throws an error if there are files that cannot be merged: one about the files of the remote that have errors, if any; one about
  /// the common version if it is the reason for all files.
  static func requireMergeable(
    _ merge: StoreMerge, _ theirs: CommitID, _ branch: RemoteBranch, in repository: StoreRepository
  ) throws(MixtapeError) {
    guard !merge.unmergeable.isEmpty else { return }
    var errors: [String] = []
    for path in merge.unmergeable where StorePaths.contains(path) {
      guard let id = try repository.blobID(at: path, in: theirs) else { continue }
      let report = FileReport(checking: try repository.blob(id), at: path)
      if let error = report.diagnostics.first(where: { $0.severity == .error }) {
        let line = SourceLines(report.source).location(of: error.range.lowerBound).line
        errors.append("\(path):\(line): \(error.message)")
      }
    }
    if errors.isEmpty, merge.withInvalidBase.count == merge.unmergeable.count {
      throw .refused(.invalidBase(merge.unmergeable, branch))
    }
    throw .refused(errors.isEmpty ? .unmergeable(merge.unmergeable, branch) : .invalidFiles(errors, branch))
  }
}
