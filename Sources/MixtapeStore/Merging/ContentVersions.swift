internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The versions of one file of a merge, with the texts of those that have to be merged.
struct ContentVersions: Sendable {
  /// The file in the versions of the merge.
  let unit: MergeUnit
  /// The path of the merged file, which decides about its kind.
  let path: String
  /// The texts; `nil` if one side has the merged content, or if a side has something other than a regular file.
  let texts: MergeTexts?

  /// Reads the texts that have to be merged.
  init(of unit: MergeUnit, at path: String, in repository: StoreRepository) throws(MixtapeError) {
    (self.unit, self.path) = (unit, path)
    guard let ours = unit.ours, let theirs = unit.theirs, unit.contentOfOneSide == nil,
      ours.mode.isRegularFile, theirs.mode.isRegularFile
    else {
      texts = nil
      return
    }
    let base = unit.base.flatMap { $0.mode.isRegularFile ? $0 : nil }
    texts = MergeTexts(
      base: try base.map { (entry) throws(MixtapeError) in try repository.blob(entry.id) } ?? [],
      ours: try repository.blob(ours.id), theirs: try repository.blob(theirs.id))
  }

  /// Returns the file merged by meaning, or the reason why it cannot be; `nil` if there is nothing to merge, if Mixtape does not read
  /// the file, or if a version is too large.
  ///
  /// This takes most of the time of a merge and uses no repository, so that many files are merged on several cores.
  func mergedFile(_ precedence: MergePrecedence) -> Result<MergedFile, MergedFile.Refusal>? {
    guard let texts, path.hasSuffix(StoredFile.suffix), !texts.areTooLarge else { return nil }
    do throws(MergedFile.Refusal) {
      return .success(
        try StoreFileMerge.byMeaning(base: texts.base, ours: texts.ours, theirs: texts.theirs, path: path, precedence))
    } catch {
      return .failure(error)
    }
  }
}

/// The three versions of a text.
struct MergeTexts {
  var base: [UInt8]
  var ours: [UInt8]
  var theirs: [UInt8]

  private var all: [[UInt8]] { [base, ours, theirs] }

  /// Whether a version is larger than the files that Mixtape reads.
  var areTooLarge: Bool { all.contains { $0.count > FileLimits.maximumSize } }

  /// Whether a version is not text, by the rule of git: NUL in its first 8,000 bytes.
  var areBinary: Bool { all.contains { $0.prefix(8_000).contains(0) } }
}
