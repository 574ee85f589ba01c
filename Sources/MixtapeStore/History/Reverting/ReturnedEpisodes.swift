internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The episodes that somebody added to podcasts since a change.
///
/// If the change removed such an episode from another podcast, it is already back. A revert that brings it back, too, would make a
/// second one.
struct ReturnedEpisodes {
  private let repository: StoreRepository
  /// The podcasts to which each episode was added.
  private var places: [EpisodeIdentity: Set<Podcast.ID>] = [:]

  /// Finds the episodes.
  ///
  /// - Parameter files: The files of a revert, as in ``RevertLayout/File/versions``.
  init(in files: [MergeUnit], _ repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    guard try bringsEpisodesBack(files) else { return }
    for file in files where file.ours != file.base {
      let old = try identities(in: file.base)
      for episode in try podcast(file.ours)?.podcast?.episodes ?? [] {
        let identity = EpisodeIdentity(episode)
        if !old.contains(identity) { places[identity, default: []].insert(episode.id.podcast) }
      }
    }
  }

  /// Returns a file whose version before the change lacks the removed episodes that are back in another podcast.
  func removed(from file: MergeUnit) throws(MixtapeError) -> MergeUnit {
    guard !places.isEmpty, file.theirs != file.base, let entry = file.theirs, let old = try podcast(entry),
      let before = old.podcast
    else { return file }
    let kept = try identities(in: file.base)
    let episodes = before.episodes.filter { episode in
      let identity = EpisodeIdentity(episode)
      return kept.contains(identity) || places[identity]?.contains { $0 != before.id } != true
    }
    guard episodes.count < before.episodes.count else { return file }
    let rest: PodcastFile
    do throws(PlaylistFileError) {
      rest = try old.changed(to: before.withEpisodes(episodes))
    } catch {
      throw MixtapeError(.saveFailed, .podcast(before.id), cause: error)
    }
    return MergeUnit(
      base: file.base, ours: file.ours, theirs: try entry.replacingContent(rest.source, in: repository))
  }

  /// Returns whether a version before the change has episodes that the version after it lacks.
  private func bringsEpisodesBack(_ files: [MergeUnit]) throws(MixtapeError) -> Bool {
    for file in files where file.theirs != file.base {
      if try !identities(in: file.theirs).isSubset(of: identities(in: file.base)) { return true }
    }
    return false
  }

  private func identities(in entry: TreeEntry?) throws(MixtapeError) -> Set<EpisodeIdentity> {
    Set(try podcast(entry)?.podcast?.episodes.map { EpisodeIdentity($0) } ?? [])
  }

  /// Returns a version of a library file; `nil` for another file.
  private func podcast(_ entry: TreeEntry?) throws(MixtapeError) -> PodcastFile? {
    guard let entry, let id = StoredFile.podcastID(at: entry.path) else { return nil }
    let folder = StoredFile(path: entry.path)?.folder ?? .top
    return PodcastFile(parsing: try repository.blob(entry.id), id: id, folder: folder)
  }
}
