internal import GitHistory
public import MixtapeModel
public import PlaylistFiles

/// A three-way merge of one file of a store: by meaning if possible, else line by line.
public struct StoreFileMerge: Sendable {
  /// The bytes of the merged file, with git's markers around conflicts.
  public let bytes: [UInt8]
  /// The keys in conflict, for a merge by meaning.
  public let conflicts: [FileConflict]
  /// The comments that a merge by meaning put at the end of the file, because they have no other place.
  public let commentsAtEnd: [String]
  /// The reason why the file was merged line by line; `nil` for a merge by meaning.
  public let refusal: MergedFile.Refusal?
  /// Whether the result has no conflict, and nobody has to check it.
  public let isClean: Bool

  /// Merges three versions of a file.
  ///
  /// The path decides about the kind of the file: playlists, library files, and other TOML files, which are merged key by key.
  /// A version that has errors or is not TOML is merged line by line. If only the common version has errors, the result is not
  /// clean, also without markers.
  ///
  /// - Parameters:
  ///   - base: The common version; empty if both sides created the file.
  ///   - path: The path of the file below the store's directory.
  ///   - markerSize: The number of characters of each conflict marker.
  ///   - names: The names of ours and theirs in conflict markers.
  /// - Throws: ``MixtapeError/Code/repository`` if the lines cannot be merged: a version is not text, or memory is short.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, markerSize: Int = 7,
    names: (ours: String, theirs: String) = ("ours", "theirs")
  ) throws(MixtapeError) {
    do throws(MergedFile.Refusal) {
      let merged = try Self.byMeaning(base: base, ours: ours, theirs: theirs, path: path)
      bytes = merged.bytes(.markers(size: markerSize, ours: names.ours, theirs: names.theirs))
      conflicts = merged.conflicts
      commentsAtEnd = merged.commentsAtEnd
      refusal = nil
      isClean = merged.conflicts.isEmpty
    } catch {
      let merged = try StoreRepository.checked(
        try Repository.mergedWithMarkers(ours, theirs, from: base, markerSize: markerSize, names: names))
      guard let text = merged.text else {
        throw .repository(GitError(.invalidArgument, .diff, message: "a version of \(path) is not text"))
      }
      bytes = text
      (conflicts, commentsAtEnd) = ([], [])
      refusal = error
      isClean = merged.isClean && !error.isOfBaseAlone
    }
  }

  /// Merges three versions by meaning, without lines.
  static func byMeaning(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, _ precedence: MergePrecedence = .neither
  ) throws(MergedFile.Refusal) -> MergedFile {
    let folder = SectionFile(path: path)?.folder ?? .top
    if let id = SectionFile.playlistID(at: path) {
      return try .playlist(
        base: base, ours: ours, theirs: theirs, id: id, folder: folder, precedence: precedence,
        lines: mergedLines)
    }
    if let id = SectionFile.podcastID(at: path) {
      return try .podcast(
        base: base, ours: ours, theirs: theirs, id: id, folder: folder, precedence: precedence,
        lines: mergedLines)
    }
    if Section(containing: path) == .templates, let name = SectionFile(path: path)?.name,
      let id = Playlist.ID(rawValue: name)
    {
      do throws(MergedFile.Refusal) {
        return try .playlist(base: base, ours: ours, theirs: theirs, id: id, precedence: precedence, lines: mergedLines)
      } catch {
        // The values of a template that are not those of a playlist are merged key by key.
      }
    }
    return try .document(base: base, ours: ours, theirs: theirs, lines: mergedLines)
  }

  /// Merges lines as git does. A merge by meaning starts from ours if that fails.
  private static let mergedLines: LineMerge = { base, ours, theirs in
    do throws(GitError) {
      return try Repository.mergedFavoringFirst(ours, theirs, from: base)
    } catch {
      return nil
    }
  }
}

/// The merged content of one file.
struct ContentMerge {
  private(set) var result: FileVersion?
  private(set) var conflicts: [MergeConflict] = []
  /// The comments that are at the end of the merged file, because they have no other place.
  private(set) var commentsAtEnd: [String] = []
  /// Whether the sides cannot be merged because only their common version has errors.
  private(set) var hasInvalidBase = false

  private let unit: MergeUnit
  private let path: String
  private let repository: StoreRepository
  private let decide: (MergeConflict) -> MergeSide?
  private let histories: MergeSides<SideHistory>

  /// Merges the versions of a file.
  ///
  /// - Parameter merged: The file merged by meaning, or the reason why it cannot be; `nil` for other files.
  init(
    _ versions: ContentVersions, _ merged: Result<MergedFile, MergedFile.Refusal>?, in repository: StoreRepository,
    _ histories: MergeSides<SideHistory>, deciding decide: @escaping (MergeConflict) -> MergeSide?
  ) throws(MixtapeError) {
    (unit, path, self.repository, self.decide) = (versions.unit, versions.path, repository, decide)
    self.histories = histories
    guard let ours = unit.ours, let theirs = unit.theirs else {
      result = (unit.ours ?? unit.theirs)?.version
      return
    }
    guard let id = try content(of: versions.texts, merged) else { return }
    guard let mode = Self.mode(unit.base?.mode, ours.mode, theirs.mode) else { return }
    result = FileVersion(id: id, mode: mode)
  }

  /// Returns the mode of the side that changed it; `nil` if the sides have different kinds of files.
  private static func mode(_ base: FileMode?, _ ours: FileMode, _ theirs: FileMode) -> FileMode? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    return ours.isRegularFile && theirs.isRegularFile ? .executable : nil
  }

  private mutating func content(
    of texts: MergeTexts?, _ merged: Result<MergedFile, MergedFile.Refusal>?
  ) throws(MixtapeError) -> ObjectID? {
    if let id = unit.contentOfOneSide { return id }
    guard let texts else { return nil }
    switch merged {
    case .success(let merged)?:
      commentsAtEnd = merged.commentsAtEnd
      return try repository.makeBlob(try bytes(of: merged))
    case .failure(let refusal)? where refusal.isOfBaseAlone && StorePaths.contains(path):
      hasInvalidBase = true
      return nil
    case .failure?, nil: return try repository.makeBlob(try mergedLines(texts))
    }
  }

  /// Returns the merged bytes; `nil` if nobody can decide its conflicts.
  private mutating func bytes(
    of merged: MergedFile
  ) throws(MixtapeError) -> [UInt8]? {
    guard !merged.conflicts.isEmpty else { return merged.bytes() }
    // Keys of a file that is not one of the store's have no meaning to Mixtape.
    guard StorePaths.contains(path) else { return nil }
    for conflict in merged.conflicts { conflicts.append(try self.conflict(conflict)) }
    return decided(merged)
  }

  private func decided(_ merged: MergedFile) -> [UInt8]? {
    let theirs = zip(merged.conflicts, conflicts).filter { $0.1.winner == .theirs }.map(\.0.path)
    let bytes = merged.bytes(.theirsFor(Set(theirs)))
    return FileReport(checking: bytes, at: path).hasErrors ? nil : bytes
  }

  private func mergedLines(_ texts: MergeTexts) throws(MixtapeError) -> [UInt8]? {
    guard !texts.areBinary else { return nil }
    return try StoreRepository.merged(texts.ours, texts.theirs, from: texts.base)
  }

  // MARK: Conflicts

  private func conflict(
    _ conflict: FileConflict
  ) throws(MixtapeError) -> MergeConflict {
    let ours = try version(conflict.ours, of: .ours, conflict)
    let theirs = try version(conflict.theirs, of: .theirs, conflict)
    var result = MergeConflict(at: conflict.path, inFileAt: path, ours: ours, theirs: theirs)
    result.decision = decide(result)
    return result
  }

  private func version(
    _ value: [UInt8]?, of side: MergeSide, _ conflict: FileConflict
  ) throws(MixtapeError) -> MergeConflict.Version {
    let path = unit[side]?.path ?? path
    var commit = try histories[side].newestChange(of: [conflict.path], inFileAt: path)
    // A side that removed rules did not change a key that it never had.
    if commit == nil, !conflict.followers.isEmpty {
      commit = try histories[side].newestChange(of: conflict.followers, inFileAt: path)
    }
    // The last commit stands for a change that the history does not show.
    let last = commit == nil ? try histories[side].lastCommit() : nil
    guard let commit = commit ?? last else {
      throw MixtapeError(.noSuchRevision, .file(path))
    }
    return MergeConflict.Version(value: value.map { String(decoding: $0, as: UTF8.self) }, of: commit)
  }
}

/// The versions of one file of a merge, with the texts of those that have to be merged.
struct ContentVersions: Sendable {
  let unit: MergeUnit
  /// The path of the merged file, which decides about its kind.
  let path: String
  /// The texts; `nil` if one side has the merged content, or if a side has something other than a regular file.
  let texts: MergeTexts?

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
      base: try repository.content(base?.id) ?? [],
      ours: try repository.blob(ours.id), theirs: try repository.blob(theirs.id))
  }

  /// Returns the file merged by meaning, or the reason why it cannot be; `nil` if there is nothing to merge, if Mixtape does not read
  /// the file, or if a version is too large.
  ///
  /// This takes most of the time of a merge and uses no repository, so that many files are merged on several cores.
  func mergedFile(_ precedence: MergePrecedence) -> Result<MergedFile, MergedFile.Refusal>? {
    guard let texts, path.hasSuffix(SectionFile.suffix), !texts.areTooLarge else { return nil }
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
