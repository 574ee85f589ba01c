internal import MixtapeModel
internal import PlaylistFiles

/// Reverts a change in the file of a podcast that has been changed again since.
struct PodcastRevert {
  private let before: PodcastFile
  private let after: PodcastFile
  private let now: PodcastFile

  /// Reads three versions of the file as the same podcast, so that keys that follow from the id are equal.
  init(id: Podcast.ID, folder: Folder, before: [UInt8], after: [UInt8], now: [UInt8]) {
    self.before = PodcastFile(parsing: before, id: id, folder: folder)
    self.after = PodcastFile(parsing: after, id: id, folder: folder)
    self.now = PodcastFile(parsing: now, id: id, folder: folder)
  }

  /// Returns the bytes without the change; `nil` if it conflicts with later changes.
  ///
  /// Merges by lines. The result is used if it has no errors, and differs from the present file only in values that
  /// the change touched. Otherwise the files are merged by meaning.
  ///
  /// - Parameter path: The path of the file, for errors.
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the present file has errors.
  func result(at path: String) throws(MixtapeError) -> [UInt8]? {
    guard let current = now.podcast else {
      throw Store.invalid(FileReport(path: path, source: now.source, diagnostics: now.diagnostics))
    }
    guard let old = before.podcast, let new = after.podcast else { return nil }
    if let merged = try StoreRepository.merged(now.source, before.source, from: after.source),
      let result = PodcastFile(parsing: merged, id: now.id, folder: now.folder).podcast,
      PodcastDifference(from: current, to: result).isWithin(PodcastDifference(from: new, to: old))
    {
      return merged
    }
    do throws(MergedFile.Refusal) {
      let merged = try MergedFile.podcast(
        base: after.source, ours: now.source, theirs: before.source, id: now.id, folder: now.folder, precedence: .theirs
      )
      return merged.conflicts.isEmpty ? merged.bytes() : nil
    } catch {
      return nil
    }
  }
}

extension PodcastDifference {
  /// Returns whether every value that differs here also differs in another difference.
  fileprivate func isWithin(_ other: PodcastDifference) -> Bool {
    let known = Dictionary(other.changedEpisodes.map { ($0.id, Set($0.fields)) }) { first, _ in first }
    return Set(fields).isSubset(of: other.fields)
      && Set(episodes.added.map(\.element)).isSubset(of: other.episodes.added.map(\.element))
      && Set(episodes.removed.map(\.element)).isSubset(of: other.episodes.removed.map(\.element))
      && changedEpisodes.allSatisfy { Set($0.fields).isSubset(of: known[$0.id] ?? []) }
  }
}
