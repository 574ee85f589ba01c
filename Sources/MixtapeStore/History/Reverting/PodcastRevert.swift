internal import MixtapeModel
internal import PlaylistFiles

/// Takes a change out of the file of a podcast that was changed again since.
struct PodcastRevert {
  private let before: PodcastFile
  private let after: PodcastFile
  private let now: PodcastFile

  /// All three texts are read as files of one podcast, so that keys which follow from the id agree.
  init(id: Podcast.ID, folder: Folder, before: [UInt8], after: [UInt8], now: [UInt8]) {
    self.before = PodcastFile(parsing: before, id: id, folder: folder)
    self.after = PodcastFile(parsing: after, id: id, folder: folder)
    self.now = PodcastFile(parsing: now, id: id, folder: folder)
  }

  /// The bytes without the change; `nil` if later changes stand against it.
  ///
  /// The lines are merged. The result is taken if it has no errors, and differs from the present file only in what the change
  /// touched.
  ///
  /// - Parameter path: The path of the file, for errors.
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the file has errors now.
  func result(at path: String) throws(MixtapeError) -> [UInt8]? {
    guard let current = now.podcast else {
      throw Store.invalid(FileReport(path: path, source: now.source, diagnostics: now.diagnostics))
    }
    guard let old = before.podcast, let new = after.podcast else { return nil }
    let merged = try StoreRepository.merged(now.source, before.source, from: after.source)
    guard let merged, let result = PodcastFile(parsing: merged, id: now.id, folder: now.folder).podcast else {
      return nil
    }
    let wanted = PodcastDifference(from: new, to: old)
    return PodcastDifference(from: current, to: result).isWithin(wanted) ? merged : nil
  }
}

extension PodcastDifference {
  /// Whether nothing differs that does not differ in another way of going, too.
  fileprivate func isWithin(_ other: PodcastDifference) -> Bool {
    let known = Dictionary(other.changedEpisodes.map { ($0.id, Set($0.fields)) }) { first, _ in first }
    return Set(fields).isSubset(of: other.fields)
      && Set(episodes.added.map(\.element)).isSubset(of: other.episodes.added.map(\.element))
      && Set(episodes.removed.map(\.element)).isSubset(of: other.episodes.removed.map(\.element))
      && changedEpisodes.allSatisfy { Set($0.fields).isSubset(of: known[$0.id] ?? []) }
  }
}
